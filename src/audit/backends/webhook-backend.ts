/** Sends batches of events to a webhook, and repeats requests that fail. */
import { type AuditEvent, eventPieces, joinPieces } from "../event.ts";
import type { AuditBackend } from "../sink.ts";
import type { FailureReport } from "./failure-report.ts";

/** How events reach the webhook. */
export interface WebhookBackendOptions {
  /** Sends a list of events. Repeats requests that fail. @throws Error with the last failure */
  readonly send: (body: string) => Promise<void>;
  /** Closes the connections. */
  readonly close: () => Promise<void>;
  /** Group and version of the events: `audit.k8s.io/v1`. */
  readonly apiVersion: string;
  readonly failures: FailureReport;
}

/** Sends each batch as an EventList. */
export class WebhookBackend implements AuditBackend {
  readonly #options: WebhookBackendOptions;

  constructor(options: WebhookBackendOptions) {
    this.#options = options;
  }

  async store(events: readonly AuditEvent[]): Promise<boolean> {
    const { send, failures } = this.#options;
    try {
      await send(this.#listOf(events));
      return true;
    } catch (error) {
      failures.add(events.length, error);
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.failures.flush();
    await this.#options.close();
  }

  #listOf(events: readonly AuditEvent[]): string {
    const items = events.map((event) => joinPieces(eventPieces(event, "")).toString());
    return `{"kind":"EventList","apiVersion":"${this.#options.apiVersion}","metadata":{},"items":[${items.join(",")}]}`;
  }
}
