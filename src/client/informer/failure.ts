/** Classifies the errors of lists and watches. */
import { StatusError } from "../../meta/status-error.ts";

/**
 * How a client should react to an error.
 * - `expired`: the requested version is unavailable. List again.
 * - `permanent`: the request itself is invalid. Do not repeat it.
 * - `transient`: a retry may succeed. This includes missing permissions and missing types, which may be added later.
 */
export type FailureClass = "expired" | "permanent" | "transient";

const transientCodes: ReadonlySet<number> = new Set([401, 403, 404, 408, 409, 429]);

/** Returns the class of an error. An error that is not a StatusError, such as a lost connection, is "transient". */
export function classifyFailure(error: unknown): FailureClass {
  if (!(error instanceof StatusError)) return "transient";
  if (error.code === 410 || isVersionAhead(error)) return "expired";
  return error.code >= 400 && error.code < 500 && !transientCodes.has(error.code) ? "permanent" : "transient";
}

/** Whether the server has not reached the requested version, because its store was restored from an earlier state. */
function isVersionAhead({ details }: StatusError): boolean {
  return details?.causes?.some(({ reason }) => reason === "ResourceVersionTooLarge") ?? false;
}

/** Returns the delay that the server requests before a retry, in milliseconds. 0 if it requests none. */
export function retryAfterMs(error: unknown): number {
  return error instanceof StatusError ? (error.details?.retryAfterSeconds ?? 0) * 1000 : 0;
}
