/** Requests to a cluster in this process: the same path as over a socket, from the exchange on. */
import {
  actingAs,
  type Exchange,
  type HeaderValue,
  MemoryExchange,
  type MemoryResponse,
  type Peer,
  wholeBody,
} from "../../server/index.ts";

export interface InProcessUser {
  readonly name: string;
  readonly groups: readonly string[];
}

export interface InProcessRequest {
  /** Default: GET, or POST with a body. */
  readonly method?: string;
  /** Names in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** Who asks; default: a member of `system:masters`. */
  readonly user?: InProcessUser;
  /** Breaks the request off. */
  readonly signal?: AbortSignal;
}

export interface InProcessResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /** The pieces of the body as they come; ending the iteration early is what a client does that goes away. */
  readonly body: AsyncIterable<Buffer>;
  text(): Promise<string>;
  /** The body, parsed. */
  json<T = unknown>(): Promise<T>;
}

const administrator: InProcessUser = { name: "in-process-admin", groups: ["system:masters"] };

/** @param target path and query */
export async function requestInProcess(
  server: { handle(exchange: Exchange): Promise<void> },
  target: string,
  request: InProcessRequest = {},
): Promise<InProcessResponse> {
  const { user = administrator, signal } = request;
  const body = bodyBytes(request.body);
  const peer: Peer = {
    address: "",
    tls: undefined,
    memo: actingAs({ ...user, groups: [...user.groups, "system:authenticated"] }),
  };
  const exchange = new MemoryExchange({
    method: request.method ?? (body.length > 0 ? "POST" : "GET"),
    target,
    headers: headersOf(request),
    body,
    peer,
  });
  signal?.throwIfAborted();
  signal?.addEventListener("abort", () => exchange.close(), { once: true });
  void server.handle(exchange);
  return toResponse(await exchange.response);
}

function bodyBytes(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function headersOf({ headers = {}, body }: InProcessRequest): Record<string, string> {
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return body === undefined ? lowered : { "content-type": "application/json", ...lowered };
}

function toResponse({ status, headers, body }: MemoryResponse): InProcessResponse {
  const text = async (): Promise<string> => (await wholeBody({ body })).toString("utf8");
  return { status, headers, body, text, json: async <T>() => JSON.parse(await text()) as T };
}
