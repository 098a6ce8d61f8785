/** Failures of webhooks, and the errors that clients get. */
import { goQuote } from "../../meta/go-quote.ts";
import { badRequest, internalError, StatusError } from "../../meta/status-error.ts";
import type { ReviewedStatus } from "./admission-review.ts";

/** A webhook was not called, or its response cannot be used. The failure policy decides what follows. */
export class WebhookCallFailure extends Error {
  override readonly name = "WebhookCallFailure";
  /** HTTP status of the failure, for metrics. */
  readonly code: number;

  constructor(webhookName: string, why: string, { code, cause }: { readonly code: number; readonly cause?: unknown }) {
    super(`failed calling webhook ${goQuote(webhookName)}: ${why}`, { cause });
    this.code = code;
  }

  /** Returns the error for the client of a request that the failure rejects. */
  toStatusError(): StatusError {
    return internalError(this.message, this);
  }
}

/** A webhook rejects the request. */
export class WebhookRejection extends Error {
  override readonly name = "WebhookRejection";
  /** The error for the client. */
  readonly error: StatusError;

  constructor(error: StatusError) {
    super(error.message, { cause: error });
    this.error = error;
  }
}

/** Lowest code of a rejection. */
const codeMin = 400;
/** Highest code that HTTP has. */
const codeMax = 599;

/** Returns the error of a request that a webhook rejects. */
export function rejectionOf(webhookName: string, status: ReviewedStatus | undefined): WebhookRejection {
  const { message = "", reason = "", details, code = 0 } = status ?? {};
  const deniedBy = `admission webhook ${goQuote(webhookName)} denied the request`;
  const why = message || reason;
  return new WebhookRejection(
    new StatusError(
      code < codeMin ? codeMin : Math.min(code, codeMax),
      why === "" ? `${deniedBy} without explanation` : `${deniedBy}: ${why}`,
      { ...(reason === "" ? {} : { reason }), ...(details ? { details } : {}) },
    ),
  );
}

/** Returns the error of a dry run that a webhook with side effects would see. */
export function dryRunUnsupported(webhookName: string): StatusError {
  return badRequest(`admission webhook ${goQuote(webhookName)} does not support dry run`);
}
