/**
 * The three ways to send a request to a server of this process: in memory, over HTTP/1.1 with TLS, and over HTTP/2 with
 * TLS.
 */
import type { TestServer } from "./test-server.ts";
import type { WireRequest } from "./wire-client.ts";

/** Names of the ways. */
export const doorNames = ["memory", "h1", "h2"] as const;
/** One of `doorNames`. */
export type DoorName = (typeof doorNames)[number];

/** A response, in the form that all three ways share. */
export interface DoorAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  /** Chunks of the body as they arrive. The iteration throws if the response is aborted. */
  readonly body: AsyncIterable<Buffer>;
  // oxlint-disable-next-line typescript/no-explicit-any
  json(): Promise<any>;
}

/** A client that sends requests in one of the three ways. */
export interface Door extends AsyncDisposable {
  /** Sends a request. Resolves when the headers of the response have arrived. */
  open(target: string, request?: WireRequest): Promise<DoorAnswer>;
}

/** Returns an administrator's client that uses the given way. */
export function doorOf({ server, connect }: TestServer, name: DoorName): Door {
  if (name === "memory") {
    return {
      async open(target, request) {
        const { status, headers, body } = await server.request(target, request);
        return answerOf(status, headers, body);
      },
      [Symbol.asyncDispose]: async () => undefined,
    };
  }
  const client = connect({ protocol: name });
  return {
    async open(target, request) {
      const { status, headers, body } = await client.open(target, request);
      return answerOf(status, headers, body);
    },
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

function answerOf(
  status: number,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: AsyncIterable<Buffer>,
): DoorAnswer {
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
