/**
 * Measures how long other clients wait during each flood: `tsx test/floods/run.ts URL CA CERT KEY [CONNECTIONS FRAMES
 * SECONDS]`. One client repeats a GET request on one connection. Another client opens a new connection for each
 * request. Prints a Markdown table.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { systemClock } from "../../src/base/clock.ts";
import { allFloods } from "./floods.ts";

const [url = "", caFile = "", certFile = "", keyFile = "", connections = "50", frames = "2000", seconds = "5", only] =
  process.argv.slice(2);
const credentials = { ca: readFileSync(caFile), cert: readFileSync(certFile), key: readFileSync(keyFile) };

function get(agent: Agent): Promise<number> {
  const startedMs = systemClock.monotonicMs();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v1/namespaces/default`, { agent, ...credentials, servername: "localhost" });
    sent.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(systemClock.monotonicMs() - startedMs));
    });
    sent.on("error", reject);
    sent.end();
  });
}

interface Waits {
  readonly times: number[];
  readonly errors: number;
}

async function repeat(agent: Agent, until: () => boolean): Promise<Waits> {
  const times: number[] = [];
  let errors = 0;
  while (!until()) {
    await get(agent).then(
      (time) => times.push(time),
      () => errors++,
    );
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return { times, errors };
}

function attack(flood: string): Promise<string> {
  const script = new URL("./attack.ts", import.meta.url).pathname;
  const args = ["--import", "tsx", script, url, caFile, flood, connections, frames, seconds];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (bytes: Buffer) => {
    text += String(bytes);
  });
  return new Promise((resolve) => child.on("close", () => resolve(text.trim())));
}

function figures({ times, errors }: Waits): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0);
  return `${at(1)} | ${at(0.99)} | ${at(0.5)} | ${times.length}${errors > 0 ? ` (${errors} errors)` : ""}`;
}

process.stdout.write(
  "| flood | GET longest ms | p99 | p50 | count | handshake longest ms | p99 | p50 | count | attacker |\n",
);
process.stdout.write("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
for (const { name } of allFloods(1)) {
  if (only !== undefined && only !== name) continue;
  const living = new Agent({ keepAlive: true, maxSockets: 1 });
  const fresh = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  let isOver = false;
  const attacker = attack(name).finally(() => {
    isOver = true;
  });
  const [onLiving, onFresh] = await Promise.all([repeat(living, () => isOver), repeat(fresh, () => isOver)]);
  living.destroy();
  process.stdout.write(`| ${name} | ${figures(onLiving)} | ${figures(onFresh)} | ${await attacker} |\n`);
}
