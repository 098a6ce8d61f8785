/** Calls without a server, and objects without a store, for tests of what answers look like. */
import { silentLogger } from "../../../base/logger.ts";
import { CachedObject } from "../../../cache/index.ts";
import { Call, type Compression } from "../../call.ts";
import { MemoryExchange, type MemoryResponse, wholeBody } from "../../memory-exchange.ts";

export interface CallOptions {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly compression?: Compression;
}

export interface TestCall {
  readonly call: Call;
  readonly exchange: MemoryExchange;
  readonly response: Promise<MemoryResponse>;
}

export function testCall({ method = "GET", target = "/", headers = {}, compression }: CallOptions = {}): TestCall {
  const exchange = new MemoryExchange({
    method,
    target,
    headers,
    body: Buffer.alloc(0),
    peer: { address: "", tls: undefined, memo: new Map() },
  });
  const call = new Call(exchange, {
    id: "call",
    startedMs: 0,
    logger: silentLogger,
    compression: compression ?? { enabled: true, bytesMin: 0 },
  });
  return { call, exchange, response: exchange.response };
}

export async function bodyOf(response: Promise<MemoryResponse>): Promise<Buffer> {
  return await wholeBody(await response);
}

/** A ConfigMap as the cache holds it. @param rest what follows its metadata */
export function cachedMap(name: string, rest: object = {}, metadata: object = {}): CachedObject {
  const object = {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name, namespace: "default", uid: `uid-of-${name}`, resourceVersion: "7", ...metadata },
    ...rest,
  };
  return new CachedObject(`default/${name}`, 7, { bytes: Buffer.from(JSON.stringify(object)), exact: false });
}
