/**
 * Controls the request worker from the main thread. The worker starts with the first large request, and ends after a
 * minute without one. It handles a few requests at a time; the others wait here. The store stays in the main thread,
 * which carries out the worker's reads and writes.
 */
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Clock, Timer } from "../../base/clock.ts";
import { type Deferred, deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import { assertPlainData } from "../../base/plain-data.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import type { OffloadedItem, OffloadedRequest, OffloadedResponse, RequestOffload } from "../../server/index.ts";
import { type Engine, toFailure } from "../../storage/index.ts";
import type { ProcessConfig } from "../config/process-config.ts";
import type { AccessQuestion } from "./access-messages.ts";
import { answerAccess } from "./answer-access.ts";
import {
  copyBytes,
  type FromThread,
  type StoreRead,
  type StoreReadResult,
  type ThreadStart,
  type ThreadStoreCall,
  type ThreadStoreResult,
  type ToThread,
  workerEnded,
} from "./messages.ts";

/** Program of the worker, and the store that it works on. */
export interface RequestWorkerOptions {
  readonly config: ProcessConfig;
  /** Returns the name of the server in its traces. */
  readonly instance: () => string;
  readonly engine: Engine;
  /** Resolves when the caches of the main thread show the revision. */
  readonly waitForRevision: (revision: number) => Promise<void>;
  /** Returns the permissions, about which the worker asks. */
  readonly access: () => AccessControl;
  /** Path of the built program that exports `serveRequests`. The worker loads it. */
  readonly program: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Requests that the worker handles at the same time. More would need more memory, and would not be faster with one
 * thread.
 */
const parallelRequests = 2;
/** Idle time after which the worker ends, to release its memory. It restarts in a fraction of a second. */
const idleMs = 60_000;
/**
 * Longest time that an aborted request may continue. It normally ends at its next step. After this time it counts as
 * hung.
 */
const abandonedMsMax = 30_000;
/** Entries of one page of a range read. Between two pages, the main thread handles other events. */
const entriesPerPage = 500;

interface Job {
  readonly id: number;
  readonly task: Task;
  readonly answer: Deferred<OffloadedResponse>;
}

/** A task for the worker. */
type Task =
  | { readonly type: "request"; readonly request: OffloadedRequest }
  | { readonly type: "item"; readonly item: OffloadedItem };

/** Sends large requests to a worker thread. */
export class RequestWorker implements RequestOffload, AsyncDisposable {
  readonly #options: RequestWorkerOptions;
  readonly #waiting: Job[] = [];
  readonly #running = new Map<number, Job>();
  #lastId = 0;
  #worker: Worker | undefined;
  #idle: Timer | undefined;
  #isDisposed = false;

  constructor(options: RequestWorkerOptions) {
    this.#options = options;
  }

  handle(request: OffloadedRequest, signal: AbortSignal): Promise<OffloadedResponse> {
    return this.#do({ type: "request", request }, signal);
  }

  async renderItem(item: OffloadedItem, signal: AbortSignal): Promise<Buffer> {
    return (await this.#do({ type: "item", item }, signal)).body;
  }

  async #do(task: Task, signal: AbortSignal): Promise<OffloadedResponse> {
    signal.throwIfAborted();
    if (this.#isDisposed) throw workerEnded();
    const job: Job = { id: ++this.#lastId, task, answer: deferred() };
    const abandon = (): void => this.#abandon(job, signal.reason);
    signal.addEventListener("abort", abandon, { once: true });
    this.#waiting.push(job);
    this.#next();
    try {
      return await job.answer.promise;
    } finally {
      signal.removeEventListener("abort", abandon);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    this.#idle?.cancel();
    const worker = this.#worker;
    this.#fail(workerEnded());
    await worker?.terminate();
  }

  #next(): void {
    this.#idle?.cancel();
    while (this.#running.size < parallelRequests) {
      const job = this.#waiting.shift();
      if (!job) break;
      this.#running.set(job.id, job);
      this.#worker ??= this.#start();
      this.#sendTask(job);
    }
    if (this.#running.size === 0) this.#idle = this.#options.clock.after(idleMs, () => this.#end());
  }

  #sendTask({ id, task }: Job): void {
    if (task.type === "request") {
      const body = copyBytes(task.request.body);
      this.#send({ type: "request", id, request: { ...task.request, body: body as Buffer } }, [body.buffer]);
    } else {
      const bytes = copyBytes(task.item.bytes);
      this.#send({ type: "item", id, item: { ...task.item, bytes: bytes as Buffer } }, [bytes.buffer]);
    }
  }

  #send(message: ToThread, transferred: readonly ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transferred);
  }

  /** Aborts a job whose client has disconnected or whose time is over. Its promise rejects with `reason`. */
  #abandon(job: Job, reason: unknown): void {
    job.answer.reject(reason);
    const waiting = this.#waiting.indexOf(job);
    if (waiting >= 0) {
      this.#waiting.splice(waiting, 1);
      return;
    }
    if (!this.#running.has(job.id)) return;
    this.#send({ type: "abandon", id: job.id, reason: reasonOf(reason) });
    const worker = this.#worker;
    this.#options.clock.after(abandonedMsMax, () => {
      if (!this.#running.has(job.id) || this.#worker !== worker) return;
      const details = describe(job.task);
      this.#options.logger.error("a large request hangs; its thread is started again", undefined, details);
      this.#fail(workerEnded());
      this.#next();
    });
  }

  #start(): Worker {
    const { config, instance, engine, program, logger } = this.#options;
    const { tracing } = config;
    const reads = new MessageChannel();
    const readSignal = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const { revision, compactedRevision } = engine;
    const workerData: ThreadStart = {
      config: tracing ? { ...config, tracing: { ...tracing, instance: instance() } } : config,
      revision,
      compactedRevision,
      hasOutdatedForms: engine.isOutdated !== undefined,
      readPort: reads.port2,
      readSignal,
    };
    assertPlainData(workerData.config, "config");
    const worker = new Worker(starter, {
      eval: true,
      workerData: { ...workerData, program },
      transferList: [reads.port2],
    });
    this.#answerReads(reads.port1, new Int32Array(readSignal));
    worker.on("message", (message: FromThread) => this.#onMessage(worker, message));
    worker.on("error", (error) => {
      logger.error("the thread for large requests has failed", error);
      if (this.#worker === worker) this.#fail(workerEnded(error));
    });
    worker.on("exit", () => {
      reads.port1.close();
      if (this.#worker === worker) this.#fail(workerEnded());
    });
    worker.unref();
    return worker;
  }

  /** Ends the worker. Its jobs fail. */
  #fail(error: Error): void {
    const jobs = [...this.#running.values(), ...(this.#isDisposed ? this.#waiting.splice(0) : [])];
    this.#running.clear();
    this.#end();
    for (const { answer } of jobs) answer.reject(error);
    if (this.#waiting.length > 0) this.#next();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }

  #onMessage(worker: Worker, message: FromThread): void {
    if (this.#worker !== worker) return;
    switch (message.type) {
      case "ready":
        return;
      case "store":
        void this.#callStore(worker, message.id, message.call);
        return;
      case "access":
        void this.#answerAccess(worker, message.id, message.question);
        return;
      case "answer":
      case "broken": {
        const job = this.#running.get(message.id);
        this.#running.delete(message.id);
        if (message.type === "answer") job?.answer.resolve(withBufferBody(message.answer));
        else job?.answer.reject(new Error(message.message));
        this.#next();
        return;
      }
    }
  }

  async #callStore(worker: Worker, id: number, call: ThreadStoreCall): Promise<void> {
    const result = await this.#storeResult(call);
    if (this.#worker === worker) this.#send({ type: "result", id, result });
  }

  async #answerAccess(worker: Worker, id: number, question: AccessQuestion): Promise<void> {
    const answer = await answerAccess(this.#options.access(), question);
    if (this.#worker === worker) this.#send({ type: "access", id, answer });
  }

  async #storeResult(call: ThreadStoreCall): Promise<ThreadStoreResult> {
    const { engine, waitForRevision } = this.#options;
    try {
      if (call.operation === "progress") return { revision: await engine.progress() };
      if (call.operation === "isOutdated") return { isOutdated: (await engine.isOutdated?.(call.key)) ?? false };
      const revision = await (call.operation === "removeDamaged"
        ? engine.removeDamaged(call.key)
        : commit(engine, call.writes));
      await waitForRevision(revision);
      return { revision };
    } catch (error) {
      return { error: toFailure(error) };
    }
  }

  #answerReads(port: MessagePort, signal: Int32Array): void {
    const answer = async (read: StoreRead): Promise<void> => {
      const { result, transferred } = await this.#read(read);
      port.postMessage(result, transferred);
      Atomics.store(signal, 0, 1);
      Atomics.notify(signal, 0);
    };
    port.on("message", (read: StoreRead) => void answer(read));
    port.unref();
  }

  async #read(read: StoreRead): Promise<{ result: StoreReadResult; transferred: ArrayBuffer[] }> {
    const { engine } = this.#options;
    try {
      if (read.operation === "get") {
        const entry = await engine.get(read.key);
        if (!entry) return { result: { entry: undefined }, transferred: [] };
        if (entry.revision === read.knownRevision) return { result: { entry: "unchanged" }, transferred: [] };
        const value = copyBytes(entry.value);
        return { result: { entry: { ...entry, value } }, transferred: [value.buffer] };
      }
      const after = read.after === undefined ? {} : { after: read.after };
      const { entries, more } = await engine.range(read.prefix, { limit: entriesPerPage, ...after });
      const copies = entries.map((entry) => ({ ...entry, value: copyBytes(entry.value) }));
      return { result: { entries: copies, more }, transferred: copies.map(({ value }) => value.buffer) };
    } catch (error) {
      return { result: { error: toFailure(error) }, transferred: [] };
    }
  }
}

/** Commits the writes. A single write does not use `commit`, whose errors name the key. */
async function commit(
  engine: Engine,
  writes: Extract<ThreadStoreCall, { operation: "commit" }>["writes"],
): Promise<number> {
  const [write] = writes;
  if (writes.length > 1 || !write) return await engine.commit(writes);
  const { key, value, expected, lifetimeMs } = write;
  return await (value ? engine.put(key, value, expected, lifetimeMs) : engine.delete(key, expected));
}

/** Returns the log attributes of a task that hangs. */
function describe(task: Task): Readonly<Record<string, string>> {
  if (task.type === "item") return { resource: task.item.resource, object: task.item.key };
  return { method: task.request.method, target: task.request.target };
}

function withBufferBody(answer: OffloadedResponse): OffloadedResponse {
  const { buffer, byteOffset, byteLength } = answer.body;
  return { ...answer, body: Buffer.from(buffer, byteOffset, byteLength) };
}

/** Loads the program in the same way as `bin/orch.js`, with the code that was compiled ahead. */
const starter = `
  const { join, dirname } = require("node:path");
  const { workerData } = require("node:worker_threads");
  const { program } = workerData;
  const { loadProgram } = require(join(dirname(program), "../../bin/load-program.cjs"));
  loadProgram(program).exports.serveRequests();
`;
