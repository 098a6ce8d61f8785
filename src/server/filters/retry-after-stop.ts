/** Rejects requests while the server stops, so that clients send them to another server. */
import type { Filter } from "../chain.ts";
import { closeAfterResponse } from "../requests/close-after-response.ts";

/** Paths, or their beginnings, that are served until the end. */
const exemptPaths = ["/readyz", "/livez", "/healthz", "/metrics"];

/** Returns the filter. @param isStopping whether requests are rejected at the moment */
export function retryAfterStop(isStopping: () => boolean): Filter {
  return (call, next) => {
    if (!isStopping() || exemptPaths.some((path) => call.rawPath.startsWith(path))) return next(call);
    closeAfterResponse(call);
    const text = "The apiserver is shutting down, please try again later.\n";
    call.respondText(429, text, { "retry-after": "5" });
    return Promise.resolve();
  };
}
