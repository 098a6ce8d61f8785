/** Transports of tests: a real server's, changed on the way. */
import type { Transport, TransportRequest, TransportResponse } from "../../src/client/index.ts";

export interface Changes {
  /** Of each request, before it is sent. */
  readonly request?: (request: TransportRequest) => TransportRequest | Promise<TransportRequest>;
  /** Of the text of each answer, line by line. */
  readonly line?: (line: string) => string;
}

export function changedTransport(
  { send }: Pick<Transport, "send">,
  { request: change = (request) => request, line = (text) => text }: Changes,
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

/** Takes a parameter out of the query of requests, as if the server did not know it. */
export function without(name: string, request: TransportRequest): TransportRequest {
  const [path = "", text] = request.target.split("?");
  const query = new URLSearchParams(text);
  query.delete(name);
  return { ...request, target: query.size > 0 ? `${path}?${query.toString()}` : path };
}
