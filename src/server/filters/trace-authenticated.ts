/** Ends the span of the authentication of a request that is traced. */
import type { Filter } from "../chain.ts";

/** The filter, which runs after the authentication. */
export const traceAuthenticated: Filter = (call, next) => {
  call.trace?.authenticated();
  return next(call);
};
