/** The spans of one request, with the names and attributes of the reference. */
import { runInSpan, type Span, type SpanAttributes } from "../../tracing/index.ts";
import type { BodyWriter, Exchange, ResponseHeaders } from "./exchange.ts";
import type { RequestInfo } from "./request-info.ts";

/** The parts of a call that its spans show. */
export interface TracedCall {
  readonly exchange: Exchange;
  readonly method: string;
  readonly rawPath: string;
  readonly auditId: string;
  readonly info: RequestInfo;
  readonly status: number;
  readonly responseBytes: number;
}

const serializedTypes = /^application\/(?!.*stream=watch)/;

/** Spans of the verbs. Watches have none. */
const verbNames: Readonly<Record<string, string>> = {
  create: "Create",
  delete: "Delete",
  deletecollection: "Delete",
  get: "Get",
  list: "List",
  patch: "Patch",
  update: "Update",
};

const methodOf: Readonly<Record<string, string>> = { list: "LIST", deletecollection: "DELETE" };

/** The spans of one request. */
export class CallTrace {
  readonly #call: TracedCall;
  readonly #root: Span;
  readonly #authentication: Span;
  #verb: Span | undefined;

  constructor(call: TracedCall, root: Span) {
    this.#call = call;
    this.#root = root;
    this.#authentication = root.child({ name: "authentication" });
  }

  /** Identifies the trace in the log. */
  get id(): string {
    return this.#root.traceId;
  }

  /** Runs the request. As in the reference, its steps belong to the span of the authentication, which ends first. */
  run(next: () => Promise<void>): Promise<void> {
    return runInSpan(this.#authentication, next);
  }

  authenticated(): void {
    this.#authentication.end();
  }

  /** Runs the verb in its own span. */
  runVerb(next: () => Promise<void>): Promise<void> {
    const name = verbNames[this.#call.info.verb];
    if (name === undefined || !this.#call.info.isResource) return next();
    this.#verb = this.#authentication.child({ name, attributes: verbAttributes(this.#call) });
    return runInSpan(this.#verb, next);
  }

  /** Begins the span of a response that is an object, a list or a Status. Undefined for other responses. */
  serialize(status: number, { "content-type": type = "" }: ResponseHeaders): Span | undefined {
    const { info, method, rawPath: url, auditId } = this.#call;
    const mediaType = typeof type === "string" ? type : "";
    if (!serializedTypes.test(mediaType) || !(info.isResource || status >= 400)) return undefined;
    const protocol = protocolOf(this.#call);
    const attributes = { "audit-id": auditId, method, url, protocol, mediaType };
    return (this.#verb ?? this.#authentication).child({ name: "SerializeObject", attributes });
  }

  /** Ends all spans. */
  end(): void {
    const { status, responseBytes, info } = this.#call;
    this.#authentication.end();
    this.#verb?.end();
    const isWatch = info.isResource && info.verb === "watch";
    this.#root.set({
      "http.status_code": status === 0 ? undefined : status,
      "http.response_content_length": isWatch || responseBytes === 0 ? undefined : responseBytes,
    });
    this.#root.end(status >= 500);
  }
}

/** Ends a span with the body. */
export function endWithBody(writer: BodyWriter, span: Span | undefined): BodyWriter {
  if (!span) return writer;
  return {
    write: (bytes) => writer.write(bytes),
    drained: () => writer.drained(),
    end: () => {
      writer.end();
      span.end();
    },
  };
}

/** Name of the span of a request: its method, and its path without names. */
export function requestSpanName({ method, info }: TracedCall): string {
  if (!info.isResource) return method;
  const { group, version, namespace, resource, name, subresource } = info;
  const parts = [
    group === "" ? "api" : "apis",
    group,
    version,
    ...(namespace === "" ? [] : ["namespaces/{:namespace}"]),
    resource,
    name === "" ? "" : "{:name}",
    subresource,
  ];
  return `${method} /${parts.filter((part) => part !== "").join("/")}`;
}

/** SpanAttributes of the span of a request when it arrives. */
export function requestAttributes({ method, exchange }: TracedCall): SpanAttributes {
  const { peer } = exchange;
  const [hostName, port] = hostOf(exchange.header("host") ?? exchange.header(":authority") ?? "");
  const length = Number(exchange.header("content-length") ?? 0);
  return {
    "http.method": method,
    "http.scheme": "https",
    "net.host.name": hostName,
    "net.host.port": port,
    "net.sock.peer.addr": peer.address === "" ? undefined : peer.address,
    "net.sock.peer.port": peer.tls?.remotePort,
    "user_agent.original": exchange.header("user-agent"),
    "http.client_ip": exchange.header("x-forwarded-for")?.split(",", 1)[0],
    "http.target": exchange.target,
    "net.protocol.version": peer.endConnection ? "2.0" : "1.1",
    "http.request_content_length": Number.isSafeInteger(length) && length > 0 ? length : undefined,
  };
}

function hostOf(authority: string): readonly [name: string | undefined, port: number | undefined] {
  const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? [];
  return [name === "" ? undefined : name.replace(/^\[|\]$/g, ""), port === undefined ? undefined : Number(port)];
}

function protocolOf({ exchange }: TracedCall): string {
  return exchange.peer.endConnection ? "HTTP/2.0" : "HTTP/1.1";
}

function verbAttributes(call: TracedCall): SpanAttributes {
  const { info, exchange, method, auditId } = call;
  if (!info.isResource) return {};
  const isApply =
    info.verb === "patch" && exchange.header("content-type")?.startsWith("application/apply-patch") === true;
  return {
    accept: exchange.header("accept") ?? "",
    "audit-id": auditId,
    client: exchange.peer.address,
    "api-group": info.group,
    "api-version": info.version,
    name: info.name,
    subresource: info.subresource,
    namespace: info.namespace,
    protocol: protocolOf(call),
    resource: info.resource,
    scope: info.name !== "" || info.verb === "create" ? "resource" : info.namespace === "" ? "cluster" : "namespace",
    url: call.rawPath,
    "user-agent": exchange.header("user-agent") ?? "",
    verb: isApply ? "APPLY" : (methodOf[info.verb] ?? method),
  };
}
