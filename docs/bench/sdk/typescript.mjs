// The TypeScript SDK's client; prints the same lines as Bench.java.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

const [count, ...command] = process.argv.slice(2);
const child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "ignore"] });
const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
let expected = 0;

function fail(why) {
  console.error(why);
  process.exit(1);
}

function take(text) {
  const number = Number.parseInt(text.slice(0, 9), 10);
  if (number !== expected) fail(`update ${number} came where ${expected} was due`);
  expected++;
}

await acp
  .client({ name: "bench" })
  .onNotification(acp.methods.client.session.update, ({ params }) => take(params.update.content.text))
  .connectWith(stream, async (agent) => {
    await agent.request(acp.methods.agent.initialize, { protocolVersion: acp.PROTOCOL_VERSION, clientCapabilities: {} });
    const { sessionId } = await agent.request(acp.methods.agent.session.new, { cwd: process.cwd(), mcpServers: [] });
    for (const turn of ["cold", "warm", "settled", "settled", "settled", "settled"]) {
      expected = 0;
      const cpu = process.cpuUsage();
      const began = process.hrtime.bigint();
      await agent.request(acp.methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text: "go" }] });
      const took = Number(process.hrtime.bigint() - began) / 1e9;
      if (expected !== Number(count)) fail(`the turn ended after ${expected} of ${count} updates`);
      const used = process.cpuUsage(cpu);
      console.log(`TypeScript ${turn} ${Math.round(count / took)} ${Math.round((used.user + used.system) / 1000)}`);
    }
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1];
    console.log(`TypeScript peak ${Math.round(peak / 1024)}`);
  });
process.exit(0);
