/** Where events go. */
import type { AuditEvent } from "./event.ts";

/** Receives the events of all requests. */
export interface AuditSink {
  /** Whether events need their text in the old format. */
  readonly needsLegacyText: boolean;
  /** Whether a request fails if its first event cannot be stored. */
  readonly isStrict: boolean;
  /**
   * Stores an event, or queues it.
   * @param isAwaited whether the request waits. Other events may be stored a moment later, together with the next ones.
   * @returns a promise if the request must wait: whether the event was stored by each backend that must store it
   */
  process(event: AuditEvent, isAwaited: boolean): Promise<boolean> | undefined;
}

/** One backend. */
export interface AuditBackend extends AsyncDisposable {
  /**
   * Stores events in one batch.
   * @param isAwaited whether a request waits. Otherwise the events may be stored a moment later. Default: true.
   * @returns whether all events were stored. The backend has counted and logged those that were not. Never rejects.
   */
  store(events: readonly AuditEvent[], isAwaited?: boolean): Promise<boolean>;
}
