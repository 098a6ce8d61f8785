/** Relays a request to the second thread and the response to the client. */
import type { NoteScope } from "../../audit/index.ts";
import { activeSpan } from "../../tracing/index.ts";
import { streamPieces } from "../output/body-stream.ts";
import { chunksOfBody, writtenAtOnceBytesMax } from "../output/write-body.ts";
import { bodyBytesMax } from "../requests/body.ts";
import type { Call } from "../requests/call.ts";
import { textParameter } from "../requests/query-parameters.ts";
import type { ServedEndpoint } from "../served/endpoint.ts";
import type { OffloadedRequest, OffloadedResponse, RequestOffload } from "./request-offload.ts";

/** Sends the request to the other thread, and relays the response to the client. */
export async function relayTo(thread: RequestOffload, call: Call, endpoint: ServedEndpoint): Promise<void> {
  if (endpoint.deprecation) call.deprecation = endpoint.deprecation;
  call.dryRun = textParameter(call, "dryRun") === "All";
  const { group, resource } = endpoint.resourceKind;
  const request = { ...(await offloadedRequest(call)), resource: { group, resource } };
  const { status, headers, body, audit } = await thread.handle(request, call.signal);
  if (audit) {
    call.audit?.takeOver(audit);
    for (const [key, value] of audit.annotations) call.annotate(key, value);
    for (const [part, durationMs] of audit.latencies) call.addLatency(part, durationMs, "sum");
  }
  await relayResponse(call, { status, headers, body });
}

/** Headers that the other thread does not need. This thread has identified the user and sets the id of the response. */
const omittedHeader = /^(?:authorization|impersonate-.*|audit-id|connection|transfer-encoding)$/;

async function offloadedRequest(call: Call): Promise<Omit<OffloadedRequest, "resource">> {
  const { exchange, method, user, audit } = call;
  const span = activeSpan();
  const names = exchange.headerNames().filter((name) => !name.startsWith(":") && !omittedHeader.test(name));
  const headers = Object.fromEntries(names.map((name) => [name, exchange.header(name) ?? ""]));
  return {
    method,
    target: exchange.target,
    headers,
    body: await call.readBody(bodyBytesMax),
    user,
    ...(span ? { trace: { traceId: span.traceId, spanId: span.spanId, auditId: span.auditId } } : {}),
    ...(audit ? { audit: scopeOf(audit) } : {}),
  };
}

function scopeOf({ notesRequests, notesResponses, omitsManagedFields }: NoteScope): NoteScope {
  return { notesRequests, notesResponses, omitsManagedFields };
}

async function relayResponse(call: Call, { status, headers, body }: OffloadedResponse): Promise<void> {
  if (call.exchange.isClosed || call.exchange.hasResponse) return;
  const { "audit-id": _, ...relayedHeaders } = headers;
  if (body.length <= writtenAtOnceBytesMax) call.respond(status, relayedHeaders, body);
  else await streamPieces(call, call.begin(status, relayedHeaders), chunksOfBody(body));
}
