/**
 * `npm run bench:waits`: measures the longest wait of one client's GETs while another client sends an expensive or
 * hostile request.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request as send } from "node:https";
import { join } from "node:path";
import { readToolOptions } from "../../test/support/tool-arguments.ts";
import type { LoadTarget } from "../load/job.ts";
import { startOrch } from "../orch-server.ts";
import type { CaseRequest, WaitCase } from "./case.ts";
import { cases } from "./cases.ts";
import { manyObject, manyObjects, manyPath } from "./read-cases.ts";

const usage = `Measures how long another client's GET waits at most while one client sends an expensive or hostile request.

    npm run bench:waits                                measures the built server
    npm run bench:waits -- --beside=DIR --port=6443    also measures the reference whose folder is DIR, first
    npm run bench:waits -- --beside=DIR --skip         measures only the reference
    npm run bench:waits -- --only=YAML --runs=5        only cases whose name contains YAML, 5 runs each; the best run counts
    npm run bench:waits -- --out=FILE                  writes the results to FILE, and keeps results of other cases in it
    npm run bench:waits -- --out=FILE --table          prints the results in FILE as a table`;

const options = readToolOptions(usage, {
  beside: { takes: "text" },
  port: { takes: "a whole number", default: "6443" },
  only: { takes: "text", default: "" },
  runs: { takes: "a whole number", default: "3" },
  out: { takes: "text" },
  skip: { takes: "nothing" },
  table: { takes: "nothing" },
});
const outFile = options.text("out");

interface Wait {
  readonly longestMs: number;
  readonly tookMs: number;
  readonly status: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

function sendRequest(
  target: LoadTarget,
  request: CaseRequest,
  name: string,
): Promise<{ status: number; bytes: number }> {
  const { method, path, headers = {}, body } = request;
  const bytes = body === undefined ? undefined : bodyWithName(body, name);
  return new Promise((resolve, reject) => {
    const outgoing = send(
      {
        ...target,
        servername: "localhost",
        method,
        path: path.replaceAll("#", name),
        headers: { ...headers, ...(bytes ? { "content-length": bytes.length } : {}) },
        agent,
      },
      (incoming) => {
        let received = 0;
        incoming.on("data", (piece: Buffer) => {
          received += piece.length;
        });
        incoming.on("close", () => resolve({ status: incoming.statusCode ?? 0, bytes: received }));
      },
    );
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}

function bodyWithName(body: string | Buffer, name: string): Buffer {
  return typeof body === "string" ? Buffer.from(body.replaceAll("#", name)) : protobufWithName(body, name);
}

/** Replaces the last character of the name in a protobuf body. The length before the name must stay valid. */
function protobufWithName(body: Buffer, name: string): Buffer {
  const bytes = Buffer.from(body);
  bytes.write(name.slice(-1), bytes.indexOf("#"));
  return bytes;
}

interface MeasuredServer {
  readonly target: LoadTarget;
  readonly waits: Map<string, Wait>;
}

let counter = 0;

async function measure(
  { target, waits }: MeasuredServer,
  chosenCases: readonly WaitCase[],
  runs: number,
): Promise<void> {
  const probe = { ...target, path: "/api/v1/namespaces/default" };
  const prober = fork(join(import.meta.dirname, "prober.mjs"));
  prober.send({ target: probe });
  try {
    for (const waitCase of chosenCases) {
      for (let run = 0; run < runs; run++) {
        const wait = await measureOnce(target, waitCase, prober);
        const bestWait = waits.get(waitCase.name);
        if (!bestWait || wait.longestMs < bestWait.longestMs) waits.set(waitCase.name, wait);
      }
      const { longestMs, tookMs, status } = waits.get(waitCase.name) ?? { longestMs: 0, tookMs: 0, status: "" };
      writeResults();
      process.stderr.write(
        `${longestMs.toFixed(0).padStart(6)} ms  ${tookMs.toFixed(0).padStart(6)} ms  ${status}  ${waitCase.name}\n`,
      );
    }
  } finally {
    prober.kill();
  }
}

async function measureOnce(target: LoadTarget, waitCase: WaitCase, prober: ReturnType<typeof fork>): Promise<Wait> {
  const name = `w${++counter}`;
  for (const request of waitCase.before?.() ?? []) await sendRequest(target, request, name);
  const requests = waitCase.requests();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const beginMessage = once(prober, "message");
  prober.send("begin");
  await beginMessage;
  const startMs = performance.now();
  const answers = await Promise.all(
    requests.map((request) =>
      sendRequest(target, request, name).catch((error: Error) => ({ status: error.message, bytes: 0 })),
    ),
  );
  const tookMs = performance.now() - startMs;
  // Work after the response, such as watch events to the server's own controllers, also delays other clients.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const endMessage = once(prober, "message");
  prober.send("end");
  const [{ longestMs }] = (await endMessage) as [{ longestMs: number }];
  // Created objects must not slow down the following cases.
  const created = requests[0]?.path.split("?")[0]?.replace("/#", "") ?? "";
  if (/\/(?:configmaps|pods|deployments)/.test(created)) {
    const collection = created.replace(/\/(scale|status)$/, "");
    await sendRequest(target, { method: "DELETE", path: `${collection}/${name}?gracePeriodSeconds=0` }, name).catch(
      () => undefined,
    );
  }
  return { longestMs, tookMs, status: String(answers[0]?.status ?? "") };
}

async function fill(target: LoadTarget): Promise<void> {
  const json = { "content-type": "application/json" };
  const namespace = JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: "many" } });
  await sendRequest(target, { method: "POST", path: "/api/v1/namespaces", headers: json, body: namespace }, "");
  for (let done = 0; done < manyObjects; done += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        sendRequest(
          target,
          { method: "POST", path: manyPath, headers: json, body: JSON.stringify(manyObject(done + index)) },
          "",
        ),
      ),
    );
  }
}

function referenceTarget(directory: string): LoadTarget {
  const read = (name: string): string => readFileSync(join(directory, "pki", name), "utf8");
  return {
    host: "127.0.0.1",
    port: options.number("port"),
    ca: read("ca.crt"),
    cert: read("admin.crt"),
    key: read("admin.key"),
  };
}

async function measureAt(target: LoadTarget, waits: Map<string, Wait>): Promise<void> {
  const chosenCases = cases.filter(({ name }) => name.includes(options.text("only") ?? ""));
  if (chosenCases.some(({ name }) => name.includes("10,000 objects"))) await fill(target);
  await measure({ target, waits }, chosenCases, options.number("runs"));
}

interface Results {
  readonly ours: [string, Wait][];
  readonly theirs: [string, Wait][];
}

/** Returns the earlier results, to which new ones are added. */
function readResults(path: string | undefined): Results {
  if (path === undefined || !existsSync(path)) return { ours: [], theirs: [] };
  return JSON.parse(readFileSync(path, "utf8")) as Results;
}

function renderTable({ ours, theirs }: Results): string {
  const [orch, reference] = [new Map(ours), new Map(theirs)];
  const ms = (value: number | undefined): string => (value === undefined ? "" : value.toFixed(0));
  const rows = cases.flatMap(({ name }) => {
    const [one, other] = [orch.get(name), reference.get(name)];
    if (!one && !other) return [];
    const figures = [one?.longestMs, other?.longestMs, one?.tookMs, other?.tookMs].map(ms);
    return [`| ${[name, ...figures, `${one?.status ?? ""} ${other?.status ?? ""}`.trim()].join(" | ")} |`];
  });
  const head = "| request | wait, orch | wait, reference | took, orch | took, reference | answers |";
  return [head, "| --- | ---: | ---: | ---: | ---: | --- |", ...rows].join("\n");
}

const results = readResults(outFile);
const ours = new Map(results.ours);
const theirs = new Map(results.theirs);

function writeResults(): void {
  if (outFile === undefined) return;
  writeFileSync(outFile, JSON.stringify({ ours: [...ours], theirs: [...theirs] }, undefined, 2));
}

if (options.isSet("table")) {
  process.stdout.write(`${renderTable(results)}\n`);
} else {
  const referenceDir = options.text("beside");
  if (referenceDir !== undefined) await measureAt(referenceTarget(referenceDir), theirs);
  if (!options.isSet("skip")) {
    await using server = await startOrch({ command: "up" });
    await measureAt(server.target, ours);
  }
}
