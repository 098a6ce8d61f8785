/** Begins the span of each request that is traced. */
import { parseTraceparent, type Tracer } from "../../tracing/index.ts";
import type { Filter } from "../chain.ts";
import type { Call } from "../requests/call.ts";
import { CallTrace, requestAttributes, requestSpanName } from "../requests/call-trace.ts";

/**
 * Returns the filter. As in the reference, a request always begins a new trace, which refers to the span that the client sends.
 * So no client decides how many requests are traced.
 */
export function trace(tracer: Tracer): Filter {
  const end = (call: Call): void => call.trace?.end();
  return (call, next) => {
    const root = tracer.begin(
      () => {
        const link = parseTraceparent(call.exchange.header("traceparent"));
        return {
          name: requestSpanName(call),
          kind: "server",
          attributes: requestAttributes(call),
          links: link ? [link] : [],
        };
      },
      { auditId: call.auditId, startedMs: call.startedMs },
    );
    if (!root) return next(call);
    call.trace = new CallTrace(call, root);
    call.onEnd(end);
    return call.trace.run(() => next(call));
  };
}
