/** Makes calls for tests of filters and handlers, without a server. */
import type { User } from "../../authn/index.ts";
import { systemClock } from "../../base/clock.ts";
import { type Logger, silentLogger } from "../../base/logger.ts";
import type { Filter, Next } from "../chain.ts";
import { Call, type CallTarget, type Compression } from "../requests/call.ts";
import type { HeaderValue, Peer } from "../requests/exchange.ts";
import { MemoryExchange, type MemoryResponse, wholeBody } from "../requests/memory-exchange.ts";
import { readRequestInfo } from "../requests/request-info.ts";

/** Properties of a test call. Default: a GET without headers. */
export interface TestCallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, HeaderValue>>;
  readonly body?: string | Buffer;
  readonly peer?: Peer;
  readonly user?: User;
  readonly logger?: Logger;
  /** Resource that serves the request. */
  readonly target?: CallTarget;
  readonly isWatch?: boolean;
  /** Default: every response may be compressed. */
  readonly compression?: Compression;
}

/** A complete response. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  readonly text: string;
  /** Returns the parsed body. */
  json(): unknown;
}

/** A call, and the ways to read its response. */
export interface TestCall {
  readonly call: Call;
  readonly exchange: MemoryExchange;
  /** The response after its head is known. Its body may still break off. */
  readonly response: Promise<MemoryResponse>;
  /** Resolves with the complete response. */
  readResponse(): Promise<TestResponse>;
}

/**
 * Returns a call whose `info` is set, as after the filter `info`.
 * @param path with its query
 */
export function testCall(path = "/", options: TestCallOptions = {}): TestCall {
  const { method = "GET", headers = {}, body = "", peer = testPeer(), logger = silentLogger, user, isWatch } = options;
  const exchange = new MemoryExchange({ method, target: path, headers, body: Buffer.from(body), peer });
  const call = new Call(exchange, {
    id: "the-id",
    startedMs: 0,
    logger,
    clock: systemClock,
    compression: options.compression ?? { enabled: true, bytesMin: 0 },
  });
  call.info = readRequestInfo(method, call.rawPath, {
    isWatch: () => isWatch ?? false,
    selectedName: () => "",
    selectors: undefined,
  });
  call.target = options.target;
  if (user) call.user = user;
  return { call, exchange, response: exchange.response, readResponse: () => readResponse(exchange) };
}

/** Returns a client without TLS. */
export function testPeer(): Peer {
  return { address: "192.0.2.1", tls: undefined, memo: new Map() };
}

async function readResponse(exchange: MemoryExchange): Promise<TestResponse> {
  const { status, headers, body } = await exchange.response;
  const text = (await wholeBody({ body })).toString("utf8");
  return { status, headers, text, json: () => JSON.parse(text) as unknown };
}

/** Runs a call through one filter, then ends it. */
export async function runFilter(filter: Filter, call: Call, next: Next): Promise<void> {
  try {
    await filter(call, next);
  } finally {
    call.end();
  }
}
