/**
 * Credentials of a plugin. It is run when somebody needs them and none are kept; however many need them then, it runs
 * once. They are kept until they expire or a server refuses them.
 */
import { deferred } from "../../base/deferred.ts";
import type { Certificate, Credentials, RequestCredentials } from "./credentials.ts";
import type { ExecAnswer } from "./exec-answer.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import { type PluginHost, runPlugin } from "./run-plugin.ts";
import { isSamePair } from "./user-credentials.ts";

interface Kept {
  readonly credentials: RequestCredentials;
  readonly expiresMs: number | undefined;
}

/** A run under way, and how many wait for it. */
interface Run {
  readonly answer: Promise<RequestCredentials>;
  readonly abort: AbortController;
  /** By signal, what tells those who wait under it: many requests may share one, which is listened to once. */
  readonly departures: Map<AbortSignal, Departure>;
  waiting: number;
}

interface Departure {
  readonly left: Promise<never>;
  /** Stops listening. */
  readonly forget: () => void;
}

export class PluginCredentials implements Credentials {
  readonly #plugin: ExecPlugin;
  readonly #host: PluginHost;
  #kept: Kept | undefined;
  /** Of the last run, so that it is the same object while it says the same. */
  #certificate: Certificate | undefined;
  #run: Run | undefined;

  constructor(plugin: ExecPlugin, host: PluginHost) {
    this.#plugin = plugin;
    this.#host = host;
  }

  async current(signal: AbortSignal): Promise<RequestCredentials> {
    signal.throwIfAborted();
    const kept = this.#kept;
    if (kept && !this.#hasExpired(kept)) return kept.credentials;
    this.#run ??= this.#start();
    return await this.#waitFor(this.#run, signal);
  }

  invalidate(refused?: RequestCredentials): void {
    if (refused === undefined || refused === this.#kept?.credentials) this.#kept = undefined;
  }

  #hasExpired({ expiresMs }: Kept): boolean {
    return expiresMs !== undefined && expiresMs <= this.#host.clock.nowMs();
  }

  #start(): Run {
    const abort = new AbortController();
    const answer = runPlugin(this.#plugin, this.#host, abort.signal).then((read) => this.#keep(read));
    const run: Run = { answer, abort, departures: new Map(), waiting: 0 };
    const end = (): void => {
      if (this.#run === run) this.#run = undefined;
      for (const { forget } of run.departures.values()) forget();
    };
    answer.then(end, end);
    return run;
  }

  #keep({ headers, certificate, expiresMs }: ExecAnswer): RequestCredentials {
    if (!isSamePair(this.#certificate, certificate)) this.#certificate = certificate;
    const credentials = this.#certificate ? { headers, certificate: this.#certificate } : { headers };
    this.#kept = { credentials, expiresMs };
    return credentials;
  }

  /** The plugin goes on while anybody waits. */
  async #waitFor(run: Run, signal: AbortSignal): Promise<RequestCredentials> {
    let departure = run.departures.get(signal);
    if (!departure) {
      departure = listenTo(signal);
      run.departures.set(signal, departure);
    }
    run.waiting++;
    try {
      return await Promise.race([run.answer, departure.left]);
    } finally {
      if (--run.waiting === 0) this.#leave(run);
    }
  }

  /** Nobody waits any more: whoever comes next has the plugin run anew. */
  #leave(run: Run): void {
    if (this.#run === run) this.#run = undefined;
    run.abort.abort();
  }
}

function listenTo(signal: AbortSignal): Departure {
  const left = deferred<never>();
  const onAbort = (): void => left.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  return { left: left.promise, forget: () => signal.removeEventListener("abort", onAbort) };
}
