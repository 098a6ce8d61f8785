/** Errors of webhook calls. */

/** Properties of a failure, apart from its message. */
export interface WebhookFailure {
  /** Whether another call may succeed. */
  readonly isTransient: boolean;
  /** Whether the webhook did not respond in time, or says so itself. Default: false. */
  readonly isTimeout?: boolean;
}

/** A webhook call failed. The message is that of the reference, and contains nothing of the request's body or headers. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  /** Whether another call may succeed. */
  readonly isTransient: boolean;
  /** Whether the webhook did not respond in time, or says so itself. */
  readonly isTimeout: boolean;

  constructor(message: string, { isTransient, isTimeout = false }: WebhookFailure) {
    super(message);
    this.isTransient = isTransient;
    this.isTimeout = isTimeout;
  }
}
