/**
 * The load generator: a separate process that runs the jobs of the benchmark. Jobs and reports are messages of its IPC
 * channel.
 */
import type { Connection } from "./connection.ts";
import type { Job, ListenJob, Message, Report, RequestsJob, RequestsReport } from "./job.ts";
import { type Opening, open } from "./open.ts";
import { runPaced } from "./paced.ts";
import { runRequests } from "./requests.ts";

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
  if (job.kind === "listen") await listen(job);
  else if (job.kind === "paced") report(await runPaced(job, await openAll(job)));
  else if (job.kind === "requests") report(await runOne(job));
  else report({ kind: "together", reports: await Promise.all(job.jobs.map(runOne)) });
}

async function runOne(job: RequestsJob): Promise<RequestsReport> {
  return await runRequests(job, await openAll(job));
}

async function openAll(job: Opening & { readonly connections: number }): Promise<Connection[]> {
  return await Promise.all(Array.from({ length: job.connections }, () => open(job)));
}

/**
 * Opens responses that do not end. Each connection sends its request as soon as it is open, because servers close idle
 * connections.
 */
async function listen(job: ListenJob): Promise<void> {
  let opened = 0;
  let bodyBytes = 0;
  const connections: Connection[] = [];
  const say = (): void => report({ kind: "listening", open: opened, bodyBytes });
  const onHead = (status: number): void => {
    if (status !== 200) throw new Error(`a watch is answered with status ${status}`);
    opened++;
    if (opened === job.connections * job.streams) say();
  };
  const onBody = (piece: Buffer): void => {
    bodyBytes += piece.length;
  };
  count = say;
  hush = () => {
    for (const connection of connections) connection.close();
    say();
  };
  const openOne = async (): Promise<void> => {
    const connection = await open(job);
    connections.push(connection);
    for (let stream = 0; stream < connection.streams; stream++) connection.listen(stream, onHead, onBody);
  };
  await Promise.all(Array.from({ length: job.connections }, openOne));
}
