/**
 * Credentials from a plugin. The plugin runs when credentials are needed and none are cached. Concurrent requests share
 * one run. The credentials are cached until they expire or a server rejects them.
 */
import { onAbort } from "../../base/abort-listeners.ts";
import { deferred } from "../../base/deferred.ts";
import type { Certificate, Credentials, RequestCredentials } from "./credentials.ts";
import type { ExecCredentials } from "./exec-credentials.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { type PluginHost, runPlugin } from "./run-plugin.ts";
import { isSamePair } from "./user-credentials.ts";

interface CachedCredentials {
  readonly credentials: RequestCredentials;
  readonly expiresMs: number | undefined;
}

/** A run of the plugin in progress. */
interface Run {
  readonly answer: Promise<RequestCredentials>;
  readonly abort: AbortController;
  /**
   * How each waiting caller's signal ends its wait. Requests often share a signal, which then has only one listener.
   */
  readonly abortWaiters: Map<AbortSignal, AbortWaiter>;
  /** Number of waiting callers. The run is aborted when it becomes 0. */
  waiting: number;
}

/** The end of a wait by an abort. */
interface AbortWaiter {
  readonly aborted: Promise<never>;
  /** Removes the listener. */
  readonly stopListening: () => void;
}

/** Runs the plugin on demand, and caches its credentials. */
export class PluginCredentials implements Credentials {
  readonly #plugin: ExecPlugin;
  readonly #host: PluginHost;
  #cached: CachedCredentials | undefined;
  /** The certificate of the last run, so that an unchanged one stays the same object. */
  #certificate: Certificate | undefined;
  #run: Run | undefined;

  constructor(plugin: ExecPlugin, host: PluginHost) {
    this.#plugin = plugin;
    this.#host = host;
  }

  async current(signal: AbortSignal): Promise<RequestCredentials> {
    signal.throwIfAborted();
    const cached = this.#cached;
    if (cached && !this.#hasExpired(cached)) return cached.credentials;
    this.#run ??= this.#start();
    return await this.#waitFor(this.#run, signal);
  }

  invalidate(rejected?: RequestCredentials): void {
    if (rejected === undefined || rejected === this.#cached?.credentials) this.#cached = undefined;
  }

  #hasExpired({ expiresMs }: CachedCredentials): boolean {
    return expiresMs !== undefined && expiresMs <= this.#host.clock.nowMs();
  }

  #start(): Run {
    const abort = new AbortController();
    const answer = runPlugin(this.#plugin, this.#host, abort.signal).then((read) => this.#cache(read));
    const run: Run = { answer, abort, abortWaiters: new Map(), waiting: 0 };
    const end = (): void => {
      if (this.#run === run) this.#run = undefined;
      for (const { stopListening } of run.abortWaiters.values()) stopListening();
    };
    answer.then(end, end);
    return run;
  }

  #cache({ headers, certificate, expiresMs }: ExecCredentials): RequestCredentials {
    if (!isSamePair(this.#certificate, certificate)) this.#certificate = certificate;
    const credentials = this.#certificate ? { headers, certificate: this.#certificate } : { headers };
    this.#cached = { credentials, expiresMs };
    return credentials;
  }

  /** Waits for the run. The run is aborted when no caller waits for it. */
  async #waitFor(run: Run, signal: AbortSignal): Promise<RequestCredentials> {
    let abortWaiter = run.abortWaiters.get(signal);
    if (!abortWaiter) {
      abortWaiter = listenTo(signal);
      run.abortWaiters.set(signal, abortWaiter);
    }
    run.waiting++;
    try {
      return await Promise.race([run.answer, abortWaiter.aborted]);
    } finally {
      if (--run.waiting === 0) this.#abortRun(run);
    }
  }

  /** Aborts the run, because no caller waits for it. The next caller starts another run. */
  #abortRun(run: Run): void {
    if (this.#run === run) this.#run = undefined;
    run.abort.abort();
  }
}

function listenTo(signal: AbortSignal): AbortWaiter {
  const aborted = deferred<never>();
  const listener = onAbort(signal, () => aborted.reject(signal.reason));
  return { aborted: aborted.promise, stopListening: () => listener[Symbol.dispose]() };
}
