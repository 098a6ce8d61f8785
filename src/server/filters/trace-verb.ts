/** Measures the verb of a request that is traced. */
import type { Filter } from "../chain.ts";

/** The filter, which runs after the authorization. */
export const traceVerb: Filter = (call, next) => (call.trace ? call.trace.runVerb(() => next(call)) : next(call));
