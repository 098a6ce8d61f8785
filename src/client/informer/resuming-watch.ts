/**
 * A watch that reconnects. When a connection ends, the next one resumes after the last version that was received.
 * Either no event is lost or repeated, or an EXPIRED event reports that the caller must list again.
 */
import { assert } from "../../base/assert.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { allSpellings, machineryLabel } from "../../meta/vocabulary.ts";
import { type ClockAndRandom, withSystemDefaults } from "../clock-and-random.ts";
import { pauseOrAbort } from "../pause.ts";
import { Backoff } from "./backoff.ts";
import { classifyFailure, retryAfterMs } from "./failure.ts";
import { LinkedAbort } from "./linked-abort.ts";
import type { ObjectSource, Selectors, SourceEvent } from "./object-source.ts";

/** Where the watch begins, which objects it selects, and how it ends. */
export interface ResumingWatchOptions extends Selectors, ClockAndRandom {
  /**
   * The watch begins after this version, which must be that of a list. Undefined: it begins with the existing objects
   * as ADDED events, up to a bookmark for which `isInitialEventsEnd()` is true.
   */
  readonly resourceVersion: string | undefined;
  /** Ends the iteration without an error. */
  readonly signal: AbortSignal;
  /** Receives every error after which the watch reconnects. */
  readonly onError?: (error: unknown) => void;
}

/** An event of the server. The last one may be EXPIRED, which reports that the version is unavailable. */
export type ResumedEvent<T> = SourceEvent<T> | { readonly type: "EXPIRED"; readonly error: unknown };

/**
 * The requested duration of a watch is random, between this and twice this number of seconds, as in the reference's
 * clients.
 */
const timeoutSecondsMin = 300;
/** If the server does not end a watch within this time after its duration, the client aborts it. */
const overdueMs = 30_000;
/** A connection that ends sooner and without an event counts as a failure. */
const shortMs = 1000;

const initialEventsEnd = allSpellings(machineryLabel("initial-events-end"));

/**
 * Whether an event is the bookmark that ends the initial events of a watch.
 * @param event an event of a watch with `sendInitialEvents`
 * @example
 * ```ts
 * for await (const event of client.api(configMap).watch({ sendInitialEvents: true, allowWatchBookmarks: true })) {
 *   if (isInitialEventsEnd(event)) break;
 *   console.log(event.object.metadata.name);
 * }
 * ```
 */
export function isInitialEventsEnd({ type, object }: SourceEvent<ApiObject>): boolean {
  return type === "BOOKMARK" && initialEventsEnd.some((name) => object.metadata.annotations?.[name] === "true");
}

/**
 * Watches a source and reconnects until `signal` is aborted. After a temporary error, it waits longer each time, and at
 * least as long as the server requests.
 * @param source the objects to watch; an Api is one
 * @returns events. After an EXPIRED event, which is the last one, the caller must list again. It also returns if the
 *   connection ends before the initial events are complete
 * @throws StatusError if the server rejects the request; any error before the initial events are complete, because
 * there
 *   is no version to resume from
 * @example
 * ```ts
 * const maps = client.api(configMap);
 * const { resourceVersion } = await maps.list();
 * for await (const event of resumingWatch(maps, { resourceVersion, signal })) console.log(event.type);
 * ```
 */
export async function* resumingWatch<T extends ApiObject>(
  source: ObjectSource<T>,
  callerOptions: ResumingWatchOptions,
): AsyncGenerator<ResumedEvent<T>, void, void> {
  const options = withSystemDefaults(callerOptions);
  const { clock, signal, onError } = options;
  assert(options.resourceVersion !== "" && options.resourceVersion !== "0", "a watch goes on from a version of a list");
  const backoff = new Backoff(options);
  let version = options.resourceVersion;
  while (!signal.aborted) {
    const [startVersion, startMs] = [version, clock.monotonicMs()];
    let error: Error | undefined;
    try {
      for await (const event of watchOnce(source, options, version)) {
        version = versionAfter(event, version);
        yield event;
      }
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error("the watch failed", { cause: thrown });
    }
    if (signal.aborted) return;
    if (error !== undefined && mustThrow(error, version)) throw error;
    if (version === undefined) return;
    if (error !== undefined && classifyFailure(error) === "expired") {
      yield { type: "EXPIRED", error };
      return;
    }
    if (version !== startVersion) backoff.reset();
    const isShort = version === startVersion && clock.monotonicMs() - startMs < shortMs;
    if (error === undefined && !isShort) continue;
    onError?.(error ?? new Error("the server ended the watch at once"));
    await pauseOrAbort(clock, backoff.nextMs(retryAfterMs(error)), signal);
  }
}

function mustThrow(error: unknown, version: string | undefined): boolean {
  return version === undefined || classifyFailure(error) === "permanent";
}

/** Initial events are unordered, so the watch cannot resume from their versions. */
function versionAfter<T extends ApiObject>(event: SourceEvent<T>, version: string | undefined): string | undefined {
  if (version === undefined && !isInitialEventsEnd(event)) return undefined;
  return event.object.metadata.resourceVersion ?? version;
}

async function* watchOnce<T extends ApiObject>(
  source: ObjectSource<T>,
  { clock, random, signal, labelSelector, fieldSelector }: ResumingWatchOptions & Required<ClockAndRandom>,
  version: string | undefined,
): AsyncGenerator<SourceEvent<T>, void, void> {
  const timeoutSeconds = timeoutSecondsMin + random.below(timeoutSecondsMin);
  using abort = new LinkedAbort(signal);
  const giveUp = (): void => abort.abort(new Error(`the server has not ended the watch after ${timeoutSeconds} s`));
  using _ = clock.after(timeoutSeconds * 1000 + overdueMs, giveUp);
  yield* source.watch({
    ...(version === undefined
      ? { sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" }
      : { resourceVersion: version }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    allowWatchBookmarks: true,
    timeoutSeconds,
    signal: abort.signal,
  });
  abort.signal.throwIfAborted();
}
