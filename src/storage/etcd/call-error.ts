/** The error of a call to etcd, and what it says about the request. */
import { status } from "@grpc/grpc-js";

/** Details of an EtcdCallError. */
export interface CallFailure {
  /** Number of the gRPC status. */
  readonly code: status;
  /** The server's message, or a description of what happened to the connection. */
  readonly details: string;
  readonly cause?: unknown;
}

/** A call that failed. */
export class EtcdCallError extends Error {
  override readonly name = "EtcdCallError";
  readonly code: status;
  readonly details: string;

  constructor({ code, details, cause }: CallFailure) {
    super(details, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }

  /** Whether etcd's message contains the text. */
  says(text: string): boolean {
    return this.details.includes(text);
  }

  /** Whether another member, or the same one later, may succeed. */
  get isTemporary(): boolean {
    return temporaryCodes.has(this.code) && !refusals.some((text) => this.says(text));
  }

  /**
   * Whether etcd cannot have carried out the request, and never will: it was not sent, or etcd has rejected it. All
   * other failures leave the outcome open. A member may have forwarded the request to the leader before the connection
   * broke, and the leader may carry it out later.
   */
  get isCertainFailure(): boolean {
    if (this.code === status.UNAVAILABLE) return unsent.some((text) => this.details.startsWith(text));
    return !temporaryCodes.has(this.code) || refusals.some((text) => this.says(text));
  }
}

const temporaryCodes: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.CANCELLED,
  status.UNKNOWN,
  status.INTERNAL,
  status.ABORTED,
  status.RESOURCE_EXHAUSTED,
]);

/** Messages with which etcd rejects a request that it has not carried out, although their status is a temporary one. */
const refusals: readonly string[] = [
  "database space exceeded",
  "too many requests",
  "received message larger than max",
  "Attempted to send message",
];

/** The starts of messages of a client that could not send a request. */
const unsent: readonly string[] = ["No connection established", "Name resolution failed"];
