/** Errors of webhook calls. */

/** A webhook call failed. The message is that of the reference, and contains nothing of the request's body or headers. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  /** Whether another call may succeed. */
  readonly isTransient: boolean;

  constructor(message: string, { isTransient }: { readonly isTransient: boolean }) {
    super(message);
    this.isTransient = isTransient;
  }
}
