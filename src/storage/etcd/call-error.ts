/** The error of a call to etcd, and what it says about the request. */
import { grpcStatus } from "./grpc-status.ts";

/** Details of an EtcdCallError. */
export interface CallFailure {
  /** Number of the gRPC status. */
  readonly code: number;
  /** The server's message, or a description of what happened to the connection. */
  readonly details: string;
  /** Whether the request certainly did not leave this process, or the member rejected it unread. Default: false. */
  readonly isUnsent?: boolean;
  readonly cause?: unknown;
}

/** A call that failed. */
export class EtcdCallError extends Error {
  override readonly name = "EtcdCallError";
  readonly code: number;
  readonly details: string;
  readonly #isUnsent: boolean;

  constructor({ code, details, isUnsent = false, cause }: CallFailure) {
    super(details, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
    this.#isUnsent = isUnsent;
  }

  /** Whether etcd's message contains the text. */
  says(text: string): boolean {
    return this.details.includes(text);
  }

  /** Whether another member, or the same one later, may succeed. */
  get isTemporary(): boolean {
    return temporaryCodes.has(this.code) && !this.#isRejection;
  }

  /**
   * Whether etcd cannot have carried out the request, and never will: it was not sent, or etcd has rejected it. All
   * other failures leave the outcome open. A member may have forwarded the request to the leader before the connection
   * broke, and the leader may carry it out later.
   */
  get isCertainFailure(): boolean {
    return this.#isUnsent || this.#isRejection || !temporaryCodes.has(this.code);
  }

  get #isRejection(): boolean {
    return rejections.some((text) => this.says(text));
  }
}

const temporaryCodes: ReadonlySet<number> = new Set([
  grpcStatus.unavailable,
  grpcStatus.deadlineExceeded,
  grpcStatus.cancelled,
  grpcStatus.unknown,
  grpcStatus.internal,
  grpcStatus.aborted,
  grpcStatus.resourceExhausted,
]);

/**
 * Messages with which etcd rejects a request that it has not carried out, although their status is a temporary one. The
 * last one is of this program: a response is too large. Only the present values in the response to a transaction that
 * failed can be so large.
 */
const rejections: readonly string[] = [
  "database space exceeded",
  "too many requests",
  "received message larger than max",
  "Received message larger than max",
];
