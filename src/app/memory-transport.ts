/** A client's requests to a server in this process. */
import type { Transport } from "../client/index.ts";
import type { InProcessRequest, InProcessResponse, InProcessUser } from "./in-process-client.ts";

type Ask = (target: string, request: InProcessRequest) => Promise<InProcessResponse>;

export interface MemoryTransportOptions {
  /** Who asks; absent: an administrator. */
  readonly user?: InProcessUser;
  /** Of every request; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function memoryTransport(ask: Ask, { user, headers: always }: MemoryTransportOptions = {}): Transport {
  const closing = new AbortController();
  return {
    async send({ method, target, headers, body, signal }) {
      // One of its own for each request, which goes when the request does: the transport lives long.
      const until = AbortSignal.any(signal ? [signal, closing.signal] : [closing.signal]);
      const request = { method, headers: { ...always, ...headers }, body, signal: until, ...(user ? { user } : {}) };
      const { status, headers: given, body: pieces } = await ask(target, request);
      return { status, headers: plainHeaders(given), body: untilAborted(pieces, until) };
    },
    async close() {
      closing.abort(new Error("the client is closed"));
    },
  };
}

/** A body that is broken off ends with the reason, and not as if it were whole. */
async function* untilAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncIterable<Uint8Array> {
  yield* pieces;
  signal.throwIfAborted();
}

function plainHeaders(headers: InProcessResponse["headers"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
