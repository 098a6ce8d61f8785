/** The ways into a server in this process: through memory, and over TLS with both versions of HTTP. */
import type { TestServer } from "./test-server.ts";
import type { WireRequest } from "./wire-client.ts";

export const doorNames = ["memory", "h1", "h2"] as const;
export type DoorName = (typeof doorNames)[number];

export interface DoorAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  /** The pieces of the body as they come; fails when the answer is broken off. */
  readonly body: AsyncIterable<Buffer>;
  // oxlint-disable-next-line typescript/no-explicit-any
  json(): Promise<any>;
}

export interface Door extends AsyncDisposable {
  /** Resolves with the head of the answer. */
  open(target: string, request?: WireRequest): Promise<DoorAnswer>;
}

/** An administrator's client. */
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
