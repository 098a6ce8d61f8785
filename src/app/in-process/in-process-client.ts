/**
 * Sends requests to a server in this process. After the transport they take the same path as requests over a socket.
 */
import { onAbort } from "../../base/abort-listeners.ts";
import { stringifyJson } from "../../codec/index.ts";
import {
  type Exchange,
  type HeaderValue,
  MemoryExchange,
  type MemoryResponse,
  memoWithUser,
  type Peer,
  wholeBody,
} from "../../server/index.ts";
import { authenticatedUser } from "./authenticated-user.ts";

/** The user of a request. Like authentication, the server adds `system:authenticated` and the groups of service accounts. */
export interface InProcessUser {
  readonly name: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A request to a server in this process. */
export interface InProcessRequest {
  /** Default: GET, or POST if there is a body. */
  readonly method?: string;
  /** Request headers. Names are case-insensitive. A list is sent as several headers of the same name. */
  readonly headers?: Readonly<Record<string, HeaderValue>>;
  /** Strings and bytes are sent as they are, other values as JSON. */
  readonly body?: unknown;
  /** User of the request. Default: a member of `system:masters`. */
  readonly user?: InProcessUser;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** The response of a server in this process. Read the body once, as chunks, text or JSON. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  /**
   * The body in chunks as they arrive. Ending the iteration early closes the request, like a client that disconnects.
   */
  readonly body: AsyncIterable<Buffer>;
  /** Returns the whole body as UTF-8 text. */
  text(): Promise<string>;
  /** Returns the whole body, parsed as JSON. */
  json<T = unknown>(): Promise<T>;
}

const administrator: InProcessUser = { name: "in-process-admin", groups: ["system:masters"] };

/**
 * Sends a request. Resolves when the response starts.
 * @param target path and query
 * @throws the signal's reason if it is aborted before
 */
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
    memo: memoWithUser(authenticatedUser(user)),
  };
  const exchange = new MemoryExchange({
    method: request.method ?? (body.length > 0 ? "POST" : "GET"),
    target,
    headers: headersOf(request),
    body,
    peer,
  });
  signal?.throwIfAborted();
  const abortListener = signal && onAbort(signal, () => exchange.close());
  if (abortListener) exchange.onClose(() => abortListener[Symbol.dispose]());
  void server.handle(exchange);
  try {
    return toResponse(await exchange.response);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

function bodyBytes(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : stringifyJson(body));
}

function headersOf({ headers = {}, body }: InProcessRequest): Record<string, HeaderValue> {
  const lowered = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === "string" ? headerBytes(value) : value.map(headerBytes),
    ]),
  );
  return body === undefined ? lowered : { "content-type": "application/json", ...lowered };
}

/** Returns the text whose characters are the UTF-8 bytes of a header value, as if it came from a socket. */
function headerBytes(value: string): string {
  return Buffer.from(value, "utf8").toString("latin1");
}

function toResponse({ status, headers, body }: MemoryResponse): InProcessResponse {
  const text = async (): Promise<string> => (await wholeBody({ body })).toString("utf8");
  return { status, headers, body, text, json: async <T>() => JSON.parse(await text()) as T };
}
