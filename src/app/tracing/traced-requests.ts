/** Spans of the requests to other servers. */
import type { EgressRequest, EgressResponse } from "../../egress/index.ts";
import { activeSpan, traceparentOf } from "../../tracing/index.ts";

type Send = (request: EgressRequest) => Promise<EgressResponse>;

/** Returns a function that sends requests. A request within a span has a separate span, which it names to the other server. */
export function tracedRequests(send: Send): Send {
  return async (request) => {
    const parent = activeSpan();
    if (!parent) return await send(request);
    const { method, url, body, headers } = request;
    const span = parent.child({
      name: `HTTP ${method}`,
      kind: "client",
      attributes: {
        "http.method": method,
        "http.url": `${url.protocol}//${url.host}${url.pathname}${url.search}`,
        "net.peer.name": url.hostname,
        "net.peer.port": url.port === "" ? undefined : Number(url.port),
        "http.request_content_length": body === undefined ? undefined : Buffer.byteLength(body),
      },
    });
    let status = 0;
    try {
      const response = await send({ ...request, headers: { ...headers, traceparent: traceparentOf(span) } });
      ({ status } = response);
      span.set({ "http.status_code": status, "http.response_content_length": response.body.length });
      return response;
    } finally {
      span.end(status === 0 || status >= 400);
    }
  };
}
