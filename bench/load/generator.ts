/**
 * The load generator: a separate process that runs the jobs of the benchmark. Jobs and reports are messages of its IPC
 * channel.
 */
import type { Connection } from "./connection.ts";
import type {
  AlternateJob,
  AlternateReport,
  GeneratorMessage,
  Job,
  ListenJob,
  Report,
  RequestsJob,
  RequestsReport,
} from "./job.ts";
import { type ConnectionOptions, openConnection } from "./open.ts";
import { runPaced } from "./paced.ts";
import { runAlternately, runRequests } from "./requests.ts";

let reportCount: (() => void) | undefined;
let closeResponses: (() => void) | undefined;

process.on("message", (message: GeneratorMessage) => {
  if (message.kind === "count") reportCount?.();
  else if (message.kind === "close") closeResponses?.();
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
  else if (job.kind === "requests") report(await runRequestsJob(job));
  else if (job.kind === "alternate") report(await runAlternateJob(job));
  else report({ kind: "together", reports: await Promise.all(job.jobs.map(runRequestsJob)) });
}

async function runRequestsJob(job: RequestsJob): Promise<RequestsReport> {
  return await runRequests(job, await openAll(job));
}

async function runAlternateJob(job: AlternateJob): Promise<AlternateReport> {
  return await runAlternately(job, { ours: await openAll(job.ours), raw: await openAll(job.raw) });
}

async function openAll(job: ConnectionOptions & { readonly connections: number }): Promise<Connection[]> {
  return await Promise.all(Array.from({ length: job.connections }, () => openConnection(job)));
}

/**
 * Opens responses that do not end. Each connection sends its request as soon as it is open, because servers close idle
 * connections.
 */
async function listen(job: ListenJob): Promise<void> {
  let opened = 0;
  let bodyBytes = 0;
  const connections: Connection[] = [];
  const reportProgress = (): void => report({ kind: "listening", open: opened, bodyBytes });
  const onHead = (status: number): void => {
    if (status !== 200) throw new Error(`a watch returned status ${status}, not 200`);
    opened++;
    if (opened === job.connections * job.streams) reportProgress();
  };
  const onBody = (piece: Buffer): void => {
    bodyBytes += piece.length;
  };
  reportCount = reportProgress;
  closeResponses = () => {
    for (const connection of connections) connection.close();
    reportProgress();
  };
  const openOne = async (): Promise<void> => {
    const connection = await openConnection(job);
    connections.push(connection);
    for (let stream = 0; stream < connection.streams; stream++) connection.listen(stream, onHead, onBody);
  };
  await Promise.all(Array.from({ length: job.connections }, openOne));
}
