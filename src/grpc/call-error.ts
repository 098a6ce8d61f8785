/** The error of a gRPC call, and what it says about the request. */
import { grpcStatus } from "./grpc-status.ts";

/** Details of a GrpcCallError. */
export interface GrpcCallFailure {
  /** Number of the gRPC status. */
  readonly code: number;
  /** The server's message, or a description of what happened to the connection. */
  readonly details: string;
  /** Whether the request certainly did not leave this process, or the server rejected it unread. Default: false. */
  readonly isUnsent?: boolean;
  readonly cause?: unknown;
}

/** A call that failed. */
export class GrpcCallError extends Error {
  override readonly name = "GrpcCallError";
  readonly code: number;
  readonly details: string;
  /** Whether the request certainly did not leave this process, or the server rejected it unread. */
  readonly isUnsent: boolean;

  constructor({ code, details, isUnsent = false, cause }: GrpcCallFailure) {
    super(details, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
    this.isUnsent = isUnsent;
  }

  /** Whether the server's message contains the text. */
  says(text: string): boolean {
    return this.details.includes(text);
  }

  /** Whether the same call may succeed later, or on another server. */
  get isTemporary(): boolean {
    return temporaryCodes.has(this.code) && !tooLargeTexts.some((text) => this.says(text));
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

/** Messages about a request or response that is too large. Their status is a temporary one. */
const tooLargeTexts: readonly string[] = ["received message larger than max", "Received message larger than max"];
