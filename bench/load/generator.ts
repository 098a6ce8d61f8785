/** The load generator: a process of its own that runs one job after the other, as told over its IPC channel. */
import { connect, type TLSSocket } from "node:tls";
import type { Connection } from "./connection.ts";
import { openH1 } from "./h1-connection.ts";
import { openH2 } from "./h2-connection.ts";
import type { Job, ListenJob, Message, Report, RequestsJob } from "./job.ts";

let count: (() => void) | undefined;
let hush: (() => void) | undefined;

process.on("message", (message: Message) => {
  if (message.kind === "count") count?.();
  else if (message.kind === "hush") hush?.();
  else run(message).catch((error: unknown) => report({ kind: "failure", message: String(error) }));
});
process.on("uncaughtException", (error) => report({ kind: "failure", message: String(error.stack) }));
process.on("disconnect", () => process.exit(0));

function report(message: Report): void {
  process.send?.(message);
}

async function run(job: Job): Promise<void> {
  const connections = await Promise.all(Array.from({ length: job.connections }, () => open(job)));
  if (job.kind === "listen") await listen(job, connections);
  else await runRequests(job, connections);
}

async function open(job: Job): Promise<Connection> {
  const { target, protocol, template, streams } = job;
  const socket = await openSocket(job);
  const answered = protocol === "h2" ? "h2" : "http/1.1";
  if (socket.alpnProtocol !== answered) throw new Error(`${target.port} does not speak ${answered}`);
  return protocol === "h2" ? openH2(socket, template, streams) : openH1(socket, template);
}

function openSocket({ target, protocol }: Job): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const ALPNProtocols = [protocol === "h2" ? "h2" : "http/1.1"];
    const socket = connect({ ...target, ALPNProtocols, servername: "localhost" }, () => resolve(socket));
    socket.setNoDelay(true);
    socket.on("error", reject);
  });
}

async function runRequests(job: RequestsJob, connections: readonly Connection[]): Promise<void> {
  let number = job.firstNumber;
  let isMeasuring = false;
  let isOver = false;
  let bodyBytes = 0;
  const latencies: number[] = [];
  let underWay = 0;
  let onIdle = (): void => undefined;
  const idle = new Promise<void>((resolve) => {
    onIdle = resolve;
  });
  const cycle = (connection: Connection): void => {
    if (number === job.endNumber) isOver = true;
    if (isOver) return;
    const begun = performance.now();
    underWay++;
    connection.send(number++, ({ status, bodyBytes: bytes }) => {
      underWay--;
      if (status !== job.status) throw new Error(`an answer with status ${status} instead of ${job.status}`);
      if (isMeasuring) {
        latencies.push(performance.now() - begun);
        bodyBytes += bytes;
      }
      cycle(connection);
      if (isOver && underWay === 0) onIdle();
    });
  };
  for (const connection of connections) {
    for (let stream = 0; stream < connection.streams; stream++) cycle(connection);
  }
  await pause(job.warmUpMs, idle);
  isMeasuring = true;
  const begun = performance.now();
  const cpuBefore = process.cpuUsage();
  await pause(job.measureMs, idle);
  isMeasuring = false;
  const seconds = (performance.now() - begun) / 1000;
  const cpu = process.cpuUsage(cpuBefore);
  isOver = true;
  if (underWay > 0) await idle;
  for (const connection of connections) connection.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  report({
    kind: "requests",
    answers: latencies.length,
    seconds,
    bodyBytes,
    latencyMs: { p50: at(0.5), p99: at(0.99), max: at(1) },
    cpuShare: (cpu.user + cpu.system) / 1e6 / seconds,
    nextNumber: number,
  });
}

async function listen(job: ListenJob, connections: readonly Connection[]): Promise<void> {
  let opened = 0;
  let bodyBytes = 0;
  const wanted = connections.reduce((sum, { streams }) => sum + streams, 0);
  const say = (): void => report({ kind: "listening", open: opened, bodyBytes });
  const onHead = (status: number): void => {
    if (status !== 200) throw new Error(`a watch is answered with status ${status}`);
    opened++;
    if (opened === wanted) say();
  };
  count = say;
  hush = () => {
    for (const connection of connections) connection.close();
    say();
  };
  for (const connection of connections) {
    for (let stream = 0; stream < connection.streams; stream++) {
      connection.listen(stream, onHead, (bytes) => {
        bodyBytes += bytes;
      });
    }
  }
}

/** @param or ends the pause before its time */
async function pause(ms: number, or: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([over, or]);
  clearTimeout(timer);
}
