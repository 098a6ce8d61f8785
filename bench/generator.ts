/** The load generator's process, seen from the bench. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type {
  Job,
  ListenJob,
  ListenReport,
  Message,
  PacedJob,
  PacedReport,
  Report,
  RequestsJob,
  RequestsReport,
} from "./load/job.ts";
import { spawnOn, stop } from "./process.ts";

export interface Listening extends AsyncDisposable {
  /** What has come so far, on all connections together. */
  bodyBytes(): Promise<number>;
}

export class Generator implements AsyncDisposable {
  readonly #child: ChildProcess;
  /** May come while nobody has asked. */
  #failure: string | undefined;

  constructor() {
    const program = join(import.meta.dirname, "load/generator.ts");
    this.#child = spawnOn("load", ["--import", "tsx", program], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#child.on("message", (report: Report) => {
      if (report.kind === "failure") this.#failure ??= report.message;
    });
  }

  async requests(job: Omit<RequestsJob, "kind">): Promise<RequestsReport> {
    const report = await this.#ask({ kind: "requests", ...job });
    if (report.kind !== "requests") throw new Error(`the generator answers ${report.kind}`);
    return report;
  }

  /** Several at the same time; reports in their order. */
  async together(jobs: readonly Omit<RequestsJob, "kind">[]): Promise<readonly RequestsReport[]> {
    const report = await this.#ask({ kind: "together", jobs: jobs.map((job) => ({ kind: "requests", ...job })) });
    if (report.kind !== "together") throw new Error(`the generator answers ${report.kind}`);
    return report.reports;
  }

  async paced(job: Omit<PacedJob, "kind">): Promise<PacedReport> {
    const report = await this.#ask({ kind: "paced", ...job });
    if (report.kind !== "paced") throw new Error(`the generator answers ${report.kind}`);
    return report;
  }

  /** Resolves once all are open. One at a time; disposing closes them. */
  async listen(job: Omit<ListenJob, "kind">): Promise<Listening> {
    await this.#listening({ kind: "listen", ...job });
    return {
      bodyBytes: async () => (await this.#listening({ kind: "count" })).bodyBytes,
      [Symbol.asyncDispose]: async () => {
        await this.#listening({ kind: "hush" });
      },
    };
  }

  async #listening(message: Message): Promise<ListenReport> {
    const report = await this.#ask(message);
    if (report.kind !== "listening") throw new Error(`the generator answers ${report.kind}`);
    return report;
  }

  async #ask(message: Message | Job): Promise<Report> {
    this.#failIfFailed();
    const answered = once(this.#child, "message");
    this.#child.send(message);
    const [report] = (await answered) as [Report];
    this.#failIfFailed();
    return report;
  }

  #failIfFailed(): void {
    if (this.#failure !== undefined) throw new Error(`the load generator fails: ${this.#failure}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#child);
  }
}
