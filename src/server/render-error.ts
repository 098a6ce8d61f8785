/** The only module that converts errors to responses. */
import { reasonOf } from "../base/reason-of.ts";
import { goQuote } from "../meta/go-quote.ts";
import { internalError, StatusError } from "../meta/status-error.ts";
import { type FailedOperation, isStoreUnavailable, toStatusError } from "../registry/index.ts";
import { errorOutput, writeStatus } from "./output/status-output.ts";
import type { Call } from "./requests/call.ts";

/** An error that is sent as plain text, because it occurs before the request reaches the API. */
export class PlainTextError extends Error {
  override readonly name = "PlainTextError";
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: number, text: string, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.code = code;
    this.headers = headers;
  }
}

/** Returns the error for a path at which nothing is served. */
export function pageNotFound(): PlainTextError {
  return new PlainTextError(404, "404 page not found\n");
}

/**
 * Returns the error for a failure before the request reaches the API, with the text of the reference.
 * @param why is sent to the client
 */
export function plainInternalError(call: Call, why: string): PlainTextError {
  return new PlainTextError(500, escapeMarkup(`Internal Server Error: ${goQuote(call.exchange.target)}: ${why}\n`));
}

/** Replaces the characters that browsers could read as markup. */
export function escapeMarkup(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/**
 * Responds to a call that failed. An error that is not a StatusError is a bug. It is logged, and the client gets the id
 * of the log entry. If the response has already begun, the exchange is broken off.
 */
export function renderError(call: Call, error: unknown): void {
  if (call.exchange.isClosed) return;
  if (call.exchange.hasResponse) {
    call.logger.error("a response could not be completed", error, { id: call.id });
    call.exchange.destroy();
    return;
  }
  if (error instanceof PlainTextError) {
    call.respondText(error.code, error.message, error.headers);
    return;
  }
  writeStatus(call, toClientError(call, error).toStatus(), errorOutput(call));
}

function toClientError(call: Call, thrown: unknown): StatusError {
  // Filters and admission read the store, too, and cannot name the operation of the client.
  const error = isStoreUnavailable(thrown) ? toStatusError(thrown, operationOf(call)) : thrown;
  if (error instanceof StatusError) {
    if (error.code >= 500 && error.cause !== undefined) {
      call.logger.error("a request failed", error.cause, { id: call.id, code: error.code });
    }
    return error;
  }
  call.logger.error("a request failed because of an internal error", error, { id: call.id, path: call.rawPath });
  call.audit?.fail(reasonOf(error));
  return internalError(`a fault of the server, logged under the id ${call.id}`, error);
}

function operationOf({ target, info, method }: Call): FailedOperation {
  const { group, resource } = target ?? { group: "", resource: "" };
  return {
    target: { group, resource },
    name: info.isResource ? info.name : "",
    verb: info.verb || method.toLowerCase(),
  };
}
