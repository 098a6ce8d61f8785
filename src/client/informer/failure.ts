/** What to do about an error of a list or a watch. */
import { StatusError } from "../../meta/status-error.ts";

/**
 * - `expired`: the state is gone from which to go on; everything is to be listed again.
 * - `refused`: the request itself is at fault; sending it again is of no use.
 * - `passing`: it may work the next time. That is so for missing rights and missing types, too: both are given later.
 */
export type Failure = "expired" | "refused" | "passing";

const passingCodes: ReadonlySet<number> = new Set([401, 403, 404, 408, 409, 429]);

export function classifyFailure(error: unknown): Failure {
  if (!(error instanceof StatusError)) return "passing";
  if (error.code === 410 || isVersionAhead(error)) return "expired";
  return error.code >= 400 && error.code < 500 && !passingCodes.has(error.code) ? "refused" : "passing";
}

/** The version is one that the server has not reached: its store has been brought back to an earlier state. */
function isVersionAhead({ details }: StatusError): boolean {
  return details?.causes?.some(({ reason }) => reason === "ResourceVersionTooLarge") ?? false;
}

/** How long the server asks to wait; 0 where it does not say. */
export function retryAfterMs(error: unknown): number {
  return error instanceof StatusError ? (error.details?.retryAfterSeconds ?? 0) * 1000 : 0;
}
