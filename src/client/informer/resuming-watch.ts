/**
 * A watch that outlasts its connections: when one ends, the next one begins after the last version that was seen. No event
 * is lost or told twice, or else it is said that the list has to be read again.
 */
import { assert } from "../../base/assert.ts";
import { sleepOrAbort } from "../../base/clock.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { allSpellings, machineryLabel } from "../../meta/vocabulary.ts";
import { type TimeAndChance, withSystem } from "../time-and-chance.ts";
import { Backoff } from "./backoff.ts";
import { classifyFailure, retryAfterMs } from "./failure.ts";
import { LinkedAbort } from "./linked-abort.ts";
import type { ObjectSource, Selectors, SourceEvent } from "./object-source.ts";

/** Where a watch begins, and who is told what goes wrong. */
export interface ResumingWatchOptions extends Selectors, TimeAndChance {
  /**
   * Where to begin, exclusive: the version of a list. Undefined: what there is comes first, as ADDED events, up to a
   * bookmark for which `isInitialEventsEnd` holds.
   */
  readonly resourceVersion: string | undefined;
  /** Ends the iteration without an error. */
  readonly signal: AbortSignal;
  /** Is told of every failure after which the watch goes on by itself. */
  readonly onError?: (error: unknown) => void;
}

/** As the server sends them, and at last, perhaps, that the version is gone. */
export type ResumedEvent<T> = SourceEvent<T> | { readonly type: "EXPIRED"; readonly error: unknown };

/** A server ends a watch after so many seconds, and up to as many more: as the reference's clients ask. */
const timeoutSecondsMin = 300;
/** A watch that the server has not ended so much later has been forgotten by it. */
const overdueMs = 30_000;
/** A connection that ends sooner, and with nothing new, is a failure. */
const shortMs = 1000;

const initialEventsEnd = allSpellings(machineryLabel("initial-events-end"));

/** Whether an event says that what there was when the watch began has all been told. */
export function isInitialEventsEnd({ type, object }: SourceEvent<ApiObject>): boolean {
  return type === "BOOKMARK" && initialEventsEnd.some((name) => object.metadata.annotations?.[name] === "true");
}

/**
 * Goes on until it is aborted. Errors that may pass are waited out, longer each time, and at least as long as the server
 * asks for.
 * @returns events, the last of which may be EXPIRED: the caller has to list again. It ends without where the connection
 *   ended before the initial events did
 * @throws StatusError when the server refuses the request itself; any error before the initial events have ended, for
 *   there is nothing yet from which to go on
 */
export async function* resumingWatch<T extends ApiObject>(
  source: ObjectSource<T>,
  given: ResumingWatchOptions,
): AsyncGenerator<ResumedEvent<T>, void, void> {
  const options = withSystem(given);
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
    await sleepOrAbort(clock, backoff.nextMs(retryAfterMs(error)), signal);
  }
}

function mustThrow(error: unknown, version: string | undefined): boolean {
  return version === undefined || classifyFailure(error) === "refused";
}

/** Initial events are in no order, so that none of their versions is one to go on from. */
function versionAfter<T extends ApiObject>(event: SourceEvent<T>, version: string | undefined): string | undefined {
  if (version === undefined && !isInitialEventsEnd(event)) return undefined;
  return event.object.metadata.resourceVersion ?? version;
}

async function* watchOnce<T extends ApiObject>(
  source: ObjectSource<T>,
  { clock, random, signal, labelSelector, fieldSelector }: ResumingWatchOptions & Required<TimeAndChance>,
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
