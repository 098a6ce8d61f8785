/** The audit log of a worker process: events are sent to the main process, which has the backends. */
import type { AuditEvent, AuditSink, JsonPieces } from "../../audit/index.ts";
import { joinPieces } from "../../audit/index.ts";
import type { LoadedAudit } from "../config/audit-config.ts";
import type { SentAuditEvent } from "./messages.ts";

/** Connection to the main process, and the worker's part of the audit's metrics. */
export interface AuditConnection {
  /** Sends events. The main process answers each call with `RemoteAuditSink.settle()`, in the same order. */
  send(events: readonly SentAuditEvent[], attachments: readonly Uint8Array[]): void;
  /** Counts events that were not sent. */
  countLost(events: number): void;
}

/** Largest total of one message. A larger event is sent alone. */
const messageBytesMax = 4 * 1024 * 1024;
/** Largest total of events that the main process has not answered. More events are lost. */
const unansweredBytesMax = 64 * 1024 * 1024;

interface WaitingEvent {
  readonly sent: SentAuditEvent;
  readonly attachments: readonly Buffer[];
  readonly bytes: number;
  readonly settle: ((isStored: boolean) => void) | undefined;
}

/** Sends the events of each turn of the event loop together. */
export class RemoteAuditSink implements AuditSink {
  readonly needsLegacyText: boolean;
  readonly isStrict: boolean;
  readonly #isBlocking: boolean;
  readonly #connection: AuditConnection;
  #waiting: WaitingEvent[] = [];
  readonly #unanswered: (readonly WaitingEvent[])[] = [];
  #unansweredBytes = 0;
  #isFlushScheduled = false;
  #whenEmpty: (() => void)[] = [];

  constructor({ needsLegacyText, isStrict, isBlocking }: LoadedAudit, connection: AuditConnection) {
    this.needsLegacyText = needsLegacyText;
    this.isStrict = isStrict;
    this.#isBlocking = isBlocking;
    this.#connection = connection;
  }

  process(event: AuditEvent, isAwaited: boolean): Promise<boolean> | undefined {
    const { sent, attachments } = toSent(event);
    const bytes = sent.head.length + attachments.reduce((sum, { length }) => sum + length, 0);
    if (this.#unansweredBytes + bytes > unansweredBytesMax && this.#unansweredBytes > 0) {
      this.#connection.countLost(1);
      return this.#isBlocking ? Promise.resolve(!this.isStrict) : undefined;
    }
    this.#unansweredBytes += bytes;
    this.#scheduleFlush();
    if (!this.#isBlocking || !isAwaited) {
      this.#waiting.push({ sent, attachments, bytes, settle: undefined });
      return undefined;
    }
    return new Promise((settle) => this.#waiting.push({ sent, attachments, bytes, settle }));
  }

  /** Completes the oldest unanswered message. @param stored whether each event was stored; empty if that is not known */
  settle(stored: readonly boolean[]): void {
    const events = this.#unanswered.shift() ?? [];
    for (const [index, { settle, bytes }] of events.entries()) {
      this.#unansweredBytes -= bytes;
      settle?.(stored[index] ?? true);
    }
    if (this.#unanswered.length > 0 || this.#waiting.length > 0) return;
    for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /** Resolves when the main process has all events. */
  async empty(): Promise<void> {
    if (this.#unanswered.length === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  #scheduleFlush(): void {
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isFlushScheduled = false;
    while (this.#waiting.length > 0) {
      let bytes = 0;
      const count = this.#waiting.findIndex((event) => (bytes += event.bytes) > messageBytesMax);
      const events = this.#waiting.splice(0, count < 0 ? this.#waiting.length : Math.max(1, count));
      this.#unanswered.push(events);
      this.#connection.send(
        events.map(({ sent }) => sent),
        events.flatMap(({ attachments }) => attachments),
      );
    }
  }
}

function toSent({ requestObject, responseObject, ...rest }: AuditEvent): Pick<WaitingEvent, "sent" | "attachments"> {
  const join = (pieces: JsonPieces | undefined): readonly Buffer[] => (pieces ? [joinPieces(pieces)] : []);
  return {
    sent: { ...rest, hasRequestObject: requestObject !== undefined, hasResponseObject: responseObject !== undefined },
    attachments: [...join(requestObject), ...join(responseObject)],
  };
}

/** Returns the events of a message. */
export function auditEventsOf(sent: readonly SentAuditEvent[], attachments: readonly Buffer[]): readonly AuditEvent[] {
  const remaining = attachments.values();
  const next = (isPresent: boolean): JsonPieces | undefined => {
    const { value } = isPresent ? remaining.next() : { value: undefined };
    return value ? [value] : undefined;
  };
  return sent.map(({ hasRequestObject, hasResponseObject, ...rest }) => {
    const requestObject = next(hasRequestObject);
    return { ...rest, requestObject, responseObject: next(hasResponseObject) };
  });
}
