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
    npm run bench:waits -- --out=FILE --table          prints the results in FILE as a table

Each case knows whether orch accepts its request. If orch responds otherwise, the case gets no figures,
and the exit code is 1.`;

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

interface Response {
  /** Message of the error if there was no response. */
  readonly status: number | string;
  /** The beginning of the body. */
  readonly text: string;
}

const textBytesMax = 600;

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** Resolves after the whole response. A failed connection is a response too. */
function sendRequest(target: LoadTarget, request: CaseRequest, name: string): Promise<Response> {
  const { method, path, headers = {}, body } = request;
  const bytes = body === undefined ? undefined : bodyWithName(body, name);
  return new Promise((resolve) => {
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
        let text = "";
        incoming.on("data", (piece: Buffer) => {
          if (text.length < textBytesMax) text += piece.toString("latin1", 0, textBytesMax);
        });
        incoming.on("close", () => resolve({ status: incoming.statusCode ?? 0, text }));
      },
    );
    outgoing.on("error", (error) => resolve({ status: error.message, text: "" }));
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
  /** Whether the responses must have the statuses that the cases expect of orch. */
  readonly isOrch: boolean;
}

/** One line for each unexpected response of orch. */
const problems: string[] = [];

/** Whether orch was expected to respond like this. Reports each other response. */
function areExpected(waitCase: WaitCase, responses: readonly Response[], rejectedWith?: number): boolean {
  const isExpected = ({ status }: Response): boolean =>
    rejectedWith === undefined ? Number(status) >= 200 && Number(status) < 300 : status === rejectedWith;
  const unexpected = responses.filter((response) => !isExpected(response));
  for (const { status, text } of unexpected) {
    problems.push(`${waitCase.name}: orch must respond ${rejectedWith ?? "2xx"}, but responded ${status}: ${text}`);
  }
  return unexpected.length === 0;
}

let counter = 0;

async function measure(server: MeasuredServer, chosenCases: readonly WaitCase[], runs: number): Promise<void> {
  const { target, waits } = server;
  const probe = { ...target, path: "/api/v1/namespaces/default" };
  const prober = fork(join(import.meta.dirname, "prober.mjs"));
  prober.send({ target: probe });
  try {
    for (const waitCase of chosenCases) {
      for (let run = 0; run < runs; run++) {
        const wait = await measureOnce(server, waitCase, prober);
        const bestWait = waits.get(waitCase.name);
        if (wait && (!bestWait || wait.longestMs < bestWait.longestMs)) waits.set(waitCase.name, wait);
      }
      writeResults();
      const { longestMs, tookMs, status } = waits.get(waitCase.name) ?? { status: "unexpected response" };
      process.stderr.write(`${padMs(longestMs)}  ${padMs(tookMs)}  ${status}  ${waitCase.name}\n`);
    }
  } finally {
    prober.kill();
  }
}

function padMs(value: number | undefined): string {
  return `${value?.toFixed(0) ?? ""} ms`.padStart(9);
}

/** Returns undefined if orch's responses are not those that the case expects. */
async function measureOnce(
  { target, isOrch }: MeasuredServer,
  waitCase: WaitCase,
  prober: ReturnType<typeof fork>,
): Promise<Wait | undefined> {
  const name = `w${++counter}`;
  for (const request of waitCase.before?.() ?? []) {
    const response = await sendRequest(target, request, name);
    if (isOrch && !areExpected(waitCase, [response])) return undefined;
  }
  const requests = waitCase.requests();
  await new Promise((resolve) => setTimeout(resolve, 150));
  const beginMessage = once(prober, "message");
  prober.send("begin");
  await beginMessage;
  const startMs = performance.now();
  const responses = await Promise.all(requests.map((request) => sendRequest(target, request, name)));
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
    await sendRequest(target, { method: "DELETE", path: `${collection}/${name}?gracePeriodSeconds=0` }, name);
  }
  if (isOrch && !areExpected(waitCase, responses, waitCase.rejectedWith)) return undefined;
  return { longestMs, tookMs, status: String(responses[0]?.status ?? "") };
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

async function measureAt(server: MeasuredServer): Promise<void> {
  const chosenCases = cases.filter(({ name }) => name.includes(options.text("only") ?? ""));
  if (chosenCases.some(({ name }) => name.includes("10,000 objects"))) await fill(server.target);
  await measure(server, chosenCases, options.number("runs"));
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
  if (referenceDir !== undefined) {
    await measureAt({ target: referenceTarget(referenceDir), waits: theirs, isOrch: false });
  }
  if (!options.isSet("skip")) {
    await using server = await startOrch({ command: "up", flags: ["--feature-gates=CBORServingAndStorage=true"] });
    await measureAt({ target: server.target, waits: ours, isOrch: true });
  }
  for (const problem of problems) process.stderr.write(`bench:waits: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
