/** Connects a client to a server in this process. */
import { onAbort, type Transport } from "../../client/index.ts";
import type { InProcessRequest, InProcessResponse, InProcessUser } from "./in-process-client.ts";

type Ask = (target: string, request: InProcessRequest) => Promise<InProcessResponse>;

/** User and headers of the requests, and a filter for the responses. */
export interface MemoryTransportOptions {
  /** User of all requests. Default: an administrator. */
  readonly user?: InProcessUser;
  /** Headers of every request; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Shortens chunks of response bodies before the client parses them. */
  readonly shorten?: (piece: Buffer) => Buffer;
}

/** Returns a transport that sends requests through `ask`. */
export function memoryTransport(ask: Ask, { user, headers: always, shorten }: MemoryTransportOptions = {}): Transport {
  /** Requests in progress. */
  const open = new Set<AbortController>();
  let closed: Error | undefined;
  return {
    async send({ method, target, headers, body, signal }) {
      signal?.throwIfAborted();
      if (closed) throw closed;
      const own = new AbortController();
      const following = signal && onAbort(signal, () => own.abort(signal.reason));
      const end = (): void => {
        open.delete(own);
        following?.[Symbol.dispose]();
      };
      open.add(own);
      const request = {
        method,
        headers: { ...always, ...headers },
        body,
        signal: own.signal,
        ...(user ? { user } : {}),
      };
      try {
        const { status, headers: given, body: pieces } = await ask(target, request);
        const shortened = shorten ? shortenedPieces(pieces, shorten) : pieces;
        return { status, headers: plainHeaders(given), body: untilAborted(shortened, own.signal, end) };
      } catch (error) {
        end();
        throw error;
      }
    },
    async close() {
      closed = new Error("the client is closed");
      for (const one of open) one.abort(closed);
    },
  };
}

async function* shortenedPieces(
  pieces: AsyncIterable<Buffer>,
  shorten: (piece: Buffer) => Buffer,
): AsyncIterable<Buffer> {
  for await (const piece of pieces) yield shorten(piece);
}

/**
 * Passes on a body. If the request was aborted, it throws the reason at the end, so that the body does not look
 * complete.
 */
async function* untilAborted(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  end: () => void,
): AsyncIterable<Uint8Array> {
  try {
    yield* pieces;
    signal.throwIfAborted();
  } finally {
    end();
  }
}

function plainHeaders(headers: InProcessResponse["headers"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
