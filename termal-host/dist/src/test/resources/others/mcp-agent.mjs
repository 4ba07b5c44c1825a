// An agent that reaches the servers it is told of with the protocol's own TypeScript SDK: lists the tools and calls one.
// Arguments: where the SDK's client is, the tool, its arguments.
import { createInterface } from "node:readline";

const [folder, tool, input] = process.argv.slice(2);
const { Client } = await import(`${folder}/client/index.js`);
const { StreamableHTTPClientTransport } = await import(`${folder}/client/streamableHttp.js`);
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
let server;

async function work() {
  const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  const { content } = await client.callTool({ name: tool, arguments: JSON.parse(input) });
  await client.close();
  return `tools ${tools.map(({ name }) => name).join(" ")}; ${content.map(({ text }) => text).join("")}`;
}

const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } }),
  "session/new": ({ mcpServers }) => {
    server = mcpServers.at(-1);
    return { sessionId: "s1" };
  },
  "session/prompt": async () => {
    const content = { type: "text", text: await work() };
    send({ method: "session/update", params: { sessionId: "s1", update: { sessionUpdate: "agent_message_chunk", content } } });
    return { stopReason: "end_turn" };
  },
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) {
    send({ id, result: (await answers[method]?.(params)) ?? {} });
  }
}
