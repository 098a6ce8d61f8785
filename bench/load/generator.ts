/** The load generator: a process of its own that runs one job after the other, as told over its IPC channel. */
import type { Connection } from "./connection.ts";
import type { Job, Message, Report } from "./job.ts";
import { open } from "./open.ts";
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
  const connections = await Promise.all(Array.from({ length: job.connections }, () => open(job)));
  if (job.kind === "listen") listen(connections);
  else if (job.kind === "paced") report(await runPaced(job, connections));
  else report(await runRequests(job, connections));
}

function listen(connections: readonly Connection[]): void {
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
      connection.listen(stream, onHead, (piece) => {
        bodyBytes += piece.length;
      });
    }
  }
}
