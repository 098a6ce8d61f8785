/** Connects a client to a server in this process. */
import { onAbort, type Transport } from "../../client/index.ts";
import type { InProcessRequest, InProcessResponse, InProcessUser } from "./in-process-client.ts";
import { RequestRounds } from "./request-rounds.ts";

type SendRequest = (target: string, request: InProcessRequest) => Promise<InProcessResponse>;

/** User and headers of the requests, and a filter for the responses. */
export interface MemoryTransportOptions {
  /** User of all requests. Default: an administrator. */
  readonly user?: InProcessUser;
  /** Headers of every request; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Shortens chunks of response bodies before the client parses them. */
  readonly shorten?: (piece: Buffer) => Buffer;
}

const requestRounds = new RequestRounds();

/** Returns a transport that sends requests through `sendRequest`. */
export function memoryTransport(
  sendRequest: SendRequest,
  { user, headers: defaultHeaders, shorten }: MemoryTransportOptions = {},
): Transport {
  /** Requests in progress. */
  const openRequests = new Set<AbortController>();
  let closeReason: Error | undefined;
  return {
    async send({ method, target, headers, body, signal }) {
      signal?.throwIfAborted();
      if (closeReason) throw closeReason;
      const abortController = new AbortController();
      const signalListener = signal && onAbort(signal, () => abortController.abort(signal.reason));
      const finish = (): void => {
        openRequests.delete(abortController);
        signalListener?.[Symbol.dispose]();
      };
      openRequests.add(abortController);
      const request = {
        method,
        headers: { ...defaultHeaders, ...headers },
        body,
        signal: abortController.signal,
        ...(user ? { user } : {}),
      };
      try {
        await requestRounds.enter();
        const { status, headers: responseHeaders, body: pieces } = await sendRequest(target, request);
        const shortenedBody = shorten ? shortenedPieces(pieces, shorten) : pieces;
        return {
          status,
          headers: plainHeaders(responseHeaders),
          body: untilAborted(shortenedBody, abortController.signal, finish),
        };
      } catch (error) {
        finish();
        throw error;
      }
    },
    async close() {
      closeReason = new Error("the client is closed");
      for (const request of openRequests) request.abort(closeReason);
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
  finish: () => void,
): AsyncIterable<Uint8Array> {
  try {
    yield* pieces;
    signal.throwIfAborted();
  } finally {
    finish();
  }
}

function plainHeaders(headers: InProcessResponse["headers"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
