/** A call that a test makes and looks at, without a server around it. */
import type { User } from "../../authn/index.ts";
import { type Logger, silentLogger } from "../../base/logger.ts";
import type { Filter, Next } from "../chain.ts";
import { Call, type CallTarget, type Compression } from "../requests/call.ts";
import type { HeaderValue, Peer } from "../requests/exchange.ts";
import { MemoryExchange, type MemoryResponse, wholeBody } from "../requests/memory-exchange.ts";
import { readRequestInfo } from "../requests/request-info.ts";

export interface TestCallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly peer?: Peer;
  readonly user?: User;
  readonly logger?: Logger;
  /** What serves the request. */
  readonly target?: CallTarget;
  readonly isWatch?: boolean;
  /** Default: every response may be compressed. */
  readonly compression?: Compression;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, HeaderValue>>;
  readonly text: string;
  /** The body, parsed. */
  json(): unknown;
}

export interface TestCall {
  readonly call: Call;
  readonly exchange: MemoryExchange;
  /** The answer once its head is known. Its body may break off. */
  readonly response: Promise<MemoryResponse>;
  /** The whole answer, once there is one. */
  answer(): Promise<TestAnswer>;
}

/** @param path and query; the call knows what it is about, as behind the filter `info` */
export function testCall(path = "/", options: TestCallOptions = {}): TestCall {
  const { method = "GET", headers = {}, body = "", peer = testPeer(), logger = silentLogger, user, isWatch } = options;
  const exchange = new MemoryExchange({ method, target: path, headers, body: Buffer.from(body), peer });
  const call = new Call(exchange, {
    id: "the-id",
    startedMs: 0,
    logger,
    compression: options.compression ?? { enabled: true, bytesMin: 0 },
  });
  call.info = readRequestInfo(method, call.rawPath, { isWatch: () => isWatch ?? false, selectedName: () => "" });
  call.target = options.target;
  if (user) call.user = user;
  return { call, exchange, response: exchange.response, answer: () => readAnswer(exchange) };
}

export function testPeer(): Peer {
  return { address: "192.0.2.1", tls: undefined, memo: new Map() };
}

async function readAnswer(exchange: MemoryExchange): Promise<TestAnswer> {
  const { status, headers, body } = await exchange.response;
  const text = (await wholeBody({ body })).toString("utf8");
  return { status, headers, text, json: () => JSON.parse(text) as unknown };
}

/** A call's way through one filter, to its end. */
export async function passing(filter: Filter, call: Call, next: Next): Promise<void> {
  try {
    await filter(call, next);
  } finally {
    call.end();
  }
}
