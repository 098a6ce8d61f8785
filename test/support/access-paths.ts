/**
 * The three ways to send a request to a server of this process: in memory, over HTTP/1.1 with TLS, and over HTTP/2 with
 * TLS.
 */
import type { TestServer } from "./test-server.ts";
import type { WireRequest } from "./wire-client.ts";

/** Names of the three ways. */
export const accessPaths = ["memory", "h1", "h2"] as const;
/** One of `accessPaths`. */
export type AccessPath = (typeof accessPaths)[number];

/** A response, in the form that all three ways share. */
export interface StreamedResponse {
  readonly status: number;
  header(name: string): string | undefined;
  /** Chunks of the body as they arrive. The iteration throws if the response is aborted. */
  readonly body: AsyncIterable<Buffer>;
  // oxlint-disable-next-line typescript/no-explicit-any
  json(): Promise<any>;
}

/** A client that sends requests in one of the three ways. */
export interface AccessClient extends AsyncDisposable {
  /** Sends a request. Resolves when the headers of the response have arrived. */
  open(target: string, request?: WireRequest): Promise<StreamedResponse>;
}

/** Returns an administrator's client that uses the given way. */
export function connectThrough({ server, connect }: TestServer, name: AccessPath): AccessClient {
  if (name === "memory") {
    return {
      async open(target, request) {
        const { status, headers, body } = await server.request(target, request);
        return streamedResponse(status, headers, body);
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
  const client = connect({ protocol: name });
  return {
    async open(target, request) {
      const { status, headers, body } = await client.open(target, request);
      return streamedResponse(status, headers, body);
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

function streamedResponse(
  status: number,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: AsyncIterable<Buffer>,
): StreamedResponse {
  return {
    status,
    header: (name) => headers[name]?.toString(),
    body,
    async json() {
      const pieces: Buffer[] = [];
      for await (const piece of body) pieces.push(piece);
      return JSON.parse(Buffer.concat(pieces).toString("utf8"));
    },
  };
}
