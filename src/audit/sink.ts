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
   * @returns a promise if the request must wait: whether the event was stored by each backend that must store it
   */
  process(event: AuditEvent): Promise<boolean> | undefined;
}

/** One backend. */
export interface AuditBackend extends AsyncDisposable {
  /**
   * Stores events in one batch.
   * @returns whether all events were stored. The backend has counted and logged those that were not. Never rejects.
   */
  store(events: readonly AuditEvent[]): Promise<boolean>;
}
