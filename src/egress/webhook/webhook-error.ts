/** Errors of webhook calls. */

/** Properties of a failure, apart from its message. */
export interface WebhookFailure {
  /** Whether another call may succeed. */
  readonly isTransient: boolean;
  /** Whether the webhook did not respond in time, or says so itself. Default: false. */
  readonly isTimeout?: boolean;
  /** The code of the response. Default: 0, without a response. */
  readonly code?: number;
}

/** A webhook call failed. The message is that of the reference, and contains nothing of the request's body or headers. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  /** Whether another call may succeed. */
  readonly isTransient: boolean;
  /** Whether the webhook did not respond in time, or says so itself. */
  readonly isTimeout: boolean;
  /** The code of the response. 0 without a response. */
  readonly code: number;

  constructor(message: string, { isTransient, isTimeout = false, code = 0 }: WebhookFailure) {
    super(message);
    this.isTransient = isTransient;
    this.isTimeout = isTimeout;
    this.code = code;
  }
}

/** Returns the message without the phase of the request in which its time was over. The reference shows no phase to webhooks' users. */
export function withoutTimeoutPhase(message: string): string {
  return message.replace(/ \(Client\.Timeout [a-z ]+\)$/, "");
}
