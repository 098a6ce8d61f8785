/** Transports for tests that change requests and responses of another transport. */
import type { Transport, TransportRequest, TransportResponse } from "../../src/client/index.ts";

/** Changes that a transport makes. */
export interface TransportChanges {
  /** Returns the request that is sent instead. */
  readonly request?: (request: TransportRequest) => TransportRequest | Promise<TransportRequest>;
  /** Returns the text that replaces a line of a response's body. */
  readonly line?: (line: string) => string;
}

/** Returns a transport that changes its requests and responses. */
export function changedTransport(
  { send }: Pick<Transport, "send">,
  { request: change = (request) => request, line = (text) => text }: TransportChanges,
): Transport {
  return {
    async send(request) {
      const response = await send(await change(request));
      return { ...response, body: changedLines(response, line) };
    },
    close: async () => undefined,
  };
}

async function* changedLines({ body }: TransportResponse, change: (line: string) => string): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield Buffer.from(`${change(line)}\n`);
  }
  if (rest !== "") yield Buffer.from(change(rest));
}

/** Returns the request without a query parameter, so that the server behaves as if it did not support the parameter. */
export function withoutQueryParameter(name: string, request: TransportRequest): TransportRequest {
  const [path = "", text] = request.target.split("?");
  const query = new URLSearchParams(text);
  query.delete(name);
  return { ...request, target: query.size > 0 ? `${path}?${query.toString()}` : path };
}
