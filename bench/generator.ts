/** Starts the process of `load/generator.ts` and sends it jobs. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type {
  AlternateReport,
  GeneratorMessage,
  Job,
  ListenJob,
  ListenReport,
  PacedJob,
  PacedReport,
  Report,
  RequestsJob,
  RequestsReport,
} from "./load/job.ts";
import { type ProcessorCore, spawnOnCore, stop } from "./process.ts";

/** Open responses that do not end, such as watches. Disposing closes their connections. */
export interface OpenResponses extends AsyncDisposable {
  /** Returns the bytes received so far, on all connections together. */
  bodyBytes(): Promise<number>;
}

/** The running process of the load generator. */
export class Generator implements AsyncDisposable {
  readonly #child: ChildProcess;
  /** Message of the first failure. The generator may fail while no job is waiting for it. */
  #failure: string | undefined;

  constructor(core: ProcessorCore = "load") {
    const program = join(import.meta.dirname, "load/generator.ts");
    this.#child = spawnOnCore(core, ["--import", "tsx", program], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#child.on("message", (report: Report) => {
      if (report.kind === "failure") this.#failure ??= report.message;
    });
  }

  /** Repeats one request on several connections, and returns the results. */
  async requests(job: Omit<RequestsJob, "kind">): Promise<RequestsReport> {
    const report = await this.#send({ kind: "requests", ...job });
    if (report.kind !== "requests") throw new Error(`the load generator returned an unexpected report: ${report.kind}`);
    return report;
  }

  /** Runs several loads at the same time. Returns their results in the same order. */
  async concurrentRequests(jobs: readonly Omit<RequestsJob, "kind">[]): Promise<readonly RequestsReport[]> {
    const report = await this.#send({ kind: "together", jobs: jobs.map((job) => ({ kind: "requests", ...job })) });
    if (report.kind !== "together") throw new Error(`the load generator returned an unexpected report: ${report.kind}`);
    return report.reports;
  }

  /** Runs two loads in turn, each for `sliceMs`, again and again. */
  async alternateRequests(
    { ours, raw }: Record<"ours" | "raw", Omit<RequestsJob, "kind">>,
    sliceMs: number,
  ): Promise<AlternateReport> {
    const jobs = { ours: { kind: "requests", ...ours }, raw: { kind: "requests", ...raw } } as const;
    const report = await this.#send({ kind: "alternate", ...jobs, sliceMs });
    if (report.kind !== "alternate")
      throw new Error(`the load generator returned an unexpected report: ${report.kind}`);
    return report;
  }

  /** Sends writes at a steady pace while watches are open, and returns the latency of the events. */
  async pacedWrites(job: Omit<PacedJob, "kind">): Promise<PacedReport> {
    const report = await this.#send({ kind: "paced", ...job });
    if (report.kind !== "paced") throw new Error(`the load generator returned an unexpected report: ${report.kind}`);
    return report;
  }

  /** Resolves once all responses are open. Dispose them before the next call. */
  async listen(job: Omit<ListenJob, "kind">): Promise<OpenResponses> {
    await this.#sendForCount({ kind: "listen", ...job });
    return {
      bodyBytes: async () => (await this.#sendForCount({ kind: "count" })).bodyBytes,
      [Symbol.asyncDispose]: async () => {
        await this.#sendForCount({ kind: "close" });
      },
    };
  }

  async #sendForCount(message: GeneratorMessage): Promise<ListenReport> {
    const report = await this.#send(message);
    if (report.kind !== "listening")
      throw new Error(`the load generator returned an unexpected report: ${report.kind}`);
    return report;
  }

  async #send(message: GeneratorMessage | Job): Promise<Report> {
    this.#failIfFailed();
    const reportMessage = once(this.#child, "message");
    this.#child.send(message);
    const [report] = (await reportMessage) as [Report];
    this.#failIfFailed();
    return report;
  }

  #failIfFailed(): void {
    if (this.#failure !== undefined) throw new Error(`the load generator failed: ${this.#failure}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#child);
  }
}
