// An agent on the TypeScript SDK that uses all of the protocol. Argument: where the SDK is.
// The prompt is the name of a stop reason, "fail" or "everything".
import { randomUUID } from "node:crypto";
import { Readable, Writable } from "node:stream";

const acp = await import(process.argv[2]);
const { agent: own, client: other } = acp.methods;
const modes = { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }, { id: "code", name: "Code" }] };
const options = (model, web) => [
  {
    id: "model", name: "Model", category: "model", type: "select", currentValue: model,
    options: [
      { group: "fast", name: "Fast", options: [{ value: "m-fast", name: "M Fast" }] },
      { group: "smart", name: "Smart", options: [{ value: "m-smart", name: "M Smart", description: "slow" }] },
    ],
  },
  { id: "web", name: "Web search", type: "boolean", currentValue: web },
];
const text = (words) => ({ type: "text", text: words });

const updates = [
  { sessionUpdate: "user_message_chunk", content: text("everything") },
  { sessionUpdate: "agent_thought_chunk", content: text("hm") },
  { sessionUpdate: "plan", entries: [{ content: "one", priority: "high", status: "in_progress" }] },
  { sessionUpdate: "plan", entries: [{ content: "one", priority: "high", status: "completed" }] },
  { sessionUpdate: "available_commands_update", availableCommands: [{ name: "reset", description: "begins anew" }] },
  { sessionUpdate: "current_mode_update", currentModeId: "code" },
  { sessionUpdate: "config_option_update", configOptions: options("m-smart", true) },
  { sessionUpdate: "session_info_update", title: "A title", updatedAt: "2026-01-02T03:04:05Z" },
  { sessionUpdate: "usage_update", used: 1234, size: 200000, cost: { amount: 0.01, currency: "USD" } },
  { sessionUpdate: "notice", severity: "warning", title: "Careful", description: "it is late" },
  { sessionUpdate: "compaction_update", compactionId: "k", status: "in_progress" },
  { sessionUpdate: "compaction_summary_chunk", compactionId: "k", content: text("short") },
  { sessionUpdate: "agent_message_chunk", content: { type: "image", mimeType: "image/png", data: "iVBORw0KGgo=" } },
  { sessionUpdate: "agent_message_chunk", content: { type: "audio", mimeType: "audio/wav", data: "UklGRg==" } },
  { sessionUpdate: "agent_message_chunk", content: { type: "resource_link", uri: "file:///x.txt", name: "x" } },
  { sessionUpdate: "agent_message_chunk", content: { type: "resource", resource: { uri: "file:///x.txt", text: "x" } } },
  {
    sessionUpdate: "tool_call", toolCallId: "edit", title: "Edit a.txt", kind: "edit", status: "completed",
    content: [{ type: "diff", path: "/a.txt", oldText: "old", newText: "new" }], locations: [{ path: "/a.txt", line: 3 }],
  },
  { sessionUpdate: "tool_call", toolCallId: "run", title: "Run", kind: "execute", status: "pending", rawInput: { command: "true" } },
];

const permission = {
  toolCall: { toolCallId: "run", title: "Run", kind: "execute", status: "pending", rawInput: { command: "true" } },
  options: [
    { optionId: "yes", name: "Yes", kind: "allow_once" }, { optionId: "ever", name: "Ever", kind: "allow_always" },
    { optionId: "no", name: "No", kind: "reject_once" }, { optionId: "never", name: "Never", kind: "reject_always" },
  ],
};

const form = {
  mode: "form", message: "Which colour?",
  requestedSchema: {
    type: "object", required: ["colour"],
    properties: {
      colour: { type: "string", enum: ["red", "blue"] },
      many: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      number: { type: "integer", minimum: 1 },
      sure: { type: "boolean", default: true },
    },
  },
};

// What the host has not offered, and what is no part of the protocol.
const refused = [
  [other.fs.readTextFile, { path: "/etc/hosts" }],
  [other.fs.writeTextFile, { path: "/tmp/never", content: "x" }],
  [other.terminal.create, { command: "true", args: [], env: [] }],
  ["_vendor/ask", { question: "?" }],
];

async function everything(client, sessionId) {
  const say = (update) => client.notify(other.session.update, { sessionId, update });
  const tell = (what, value) => say({ sessionUpdate: "agent_message_chunk", content: text(`${what}: ${JSON.stringify(value)}\n`) });
  for (const update of updates) await say(update);
  const granted = await client.request(other.session.requestPermission, { sessionId, ...permission });
  await tell("permission", granted.outcome);
  await say({ sessionUpdate: "tool_call_update", toolCallId: "run", status: "completed", rawOutput: { ok: true } });
  await tell("form", await client.request(other.elicitation.create, { sessionId, ...form }));
  for (const [method, params] of refused) {
    const error = await client.request(method, { sessionId, ...params }).then(() => undefined, (e) => e);
    await tell(method, error?.code);
  }
}

acp.agent({ name: "sdk-agent" })
  .onRequest(own.initialize, ({ params }) => ({
    protocolVersion: 1,
    agentInfo: { name: "sdk-agent", title: "SDK agent", version: "1" },
    agentCapabilities: { loadSession: false, promptCapabilities: { image: true } },
    _meta: { offered: params.clientCapabilities },
  }))
  .onRequest(own.session.new, () => ({ sessionId: randomUUID(), modes, configOptions: options("m-fast", false) }))
  .onRequest(own.session.setMode, () => ({}))
  .onRequest(own.session.setConfigOption, ({ params }) => ({
    configOptions: params.configId === "web" ? options("m-fast", params.value) : options(params.value, false),
  }))
  .onRequest(own.session.prompt, async ({ params, client }) => {
    const word = params.prompt[0].text;
    if (word === "fail") throw acp.RequestError.internalError({ details: "as it was told" });
    if (word === "everything") {
      await everything(client, params.sessionId);
      return { stopReason: "end_turn" };
    }
    return { stopReason: word };
  })
  .onNotification(own.session.cancel, () => {})
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
