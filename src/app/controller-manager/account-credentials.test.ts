import { describe, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { Client, type TransportRequest, type TransportResponse } from "../../client/index.ts";
import { formatTime } from "../../meta/time.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { AccountCredentials } from "./account-credentials.ts";

const { signal } = new AbortController();
const tokenPath = "/api/v1/namespaces/orch-system/serviceaccounts/token-cleaner/token";
const accountsPath = "/api/v1/namespaces/orch-system/serviceaccounts";

/** A server that issues tokens for an hour, and counts them. */
class TokenServer {
  readonly clock = new ManualClock();
  readonly requests: string[] = [];
  readonly bodies: unknown[] = [];
  lifetimeMs = 3_600_000;
  /** Statuses of the next responses. Default: the request succeeds. */
  failures: number[] = [];
  #tokens = 0;

  readonly send = async ({ method, target, body }: TransportRequest): Promise<TransportResponse> => {
    this.requests.push(`${method} ${target}`);
    this.bodies.push(JSON.parse(String(body)));
    const status = this.failures.shift() ?? 201;
    const failure = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: status };
    return {
      status,
      headers: { "content-type": "application/json" },
      body: chunks(status < 400 ? this.#issue() : failure),
    };
  };

  credentials(): AccountCredentials {
    const { clock } = this;
    const transport = { send: this.send, close: async () => undefined };
    const client = new Client({ transport, retry: { clock } });
    const account = { namespace: "orch-system", account: "token-cleaner" };
    return new AccountCredentials({ client, ...account, vocabulary: vocabularies.orch, clock });
  }

  #issue(): object {
    this.#tokens++;
    const expirationTimestamp = formatTime(this.clock.nowMs() + this.lifetimeMs);
    return { metadata: {}, status: { token: `token-${this.#tokens}`, expirationTimestamp } };
  }
}

async function* chunks(value: unknown): AsyncIterable<Uint8Array> {
  yield Buffer.from(JSON.stringify(value));
}

async function authorization(credentials: AccountCredentials): Promise<string | undefined> {
  return (await credentials.current(signal)).headers["authorization"];
}

test("current() requests one token for an hour, also for concurrent requests", async () => {
  const server = new TokenServer();
  const credentials = server.credentials();
  const all = await Promise.all([authorization(credentials), authorization(credentials)]);
  expect(all).toEqual(["Bearer token-1", "Bearer token-1"]);
  expect(await credentials.current(signal)).toBe(await credentials.current(signal));
  expect(server.requests).toEqual([`POST ${tokenPath}`]);
  expect(server.bodies).toEqual([
    { kind: "TokenRequest", apiVersion: "authentication.orch.io/v1", spec: { expirationSeconds: 3600 } },
  ]);
});

test("current() requests another token when four fifths of the lifetime are over", async () => {
  const server = new TokenServer();
  const credentials = server.credentials();
  await credentials.current(signal);
  await server.clock.advance(0.8 * 3_600_000 - 1);
  expect(await authorization(credentials)).toBe("Bearer token-1");
  await server.clock.advance(1);
  expect(await authorization(credentials)).toBe("Bearer token-2");
});

test("current() uses a token for eight minutes if the clock of the server seems to be behind", async () => {
  const server = new TokenServer();
  server.lifetimeMs = -1000;
  const credentials = server.credentials();
  await credentials.current(signal);
  await server.clock.advance(480_000 - 1);
  expect(await authorization(credentials)).toBe("Bearer token-1");
  await server.clock.advance(1);
  expect(await authorization(credentials)).toBe("Bearer token-2");
});

describe("a missing account", () => {
  test("current() creates the account, and then requests the token", async () => {
    const server = new TokenServer();
    server.failures = [404];
    expect(await authorization(server.credentials())).toBe("Bearer token-2");
    expect(server.requests).toEqual([`POST ${tokenPath}`, `POST ${accountsPath}`, `POST ${tokenPath}`]);
    expect(server.bodies[1]).toMatchObject({ kind: "ServiceAccount", metadata: { name: "token-cleaner" } });
  });

  test("current() requests the token if another process creates the account first", async () => {
    const server = new TokenServer();
    server.failures = [404, 409];
    expect(await authorization(server.credentials())).toBe("Bearer token-1");
  });

  test.each([[[403]], [[404, 403]], [[404, 201, 403]]])(
    "current() fails if the server responds with %j, and tries again at the next request",
    async (failures) => {
      const server = new TokenServer();
      server.failures = [...failures];
      const credentials = server.credentials();
      await expect(credentials.current(signal)).rejects.toMatchObject({ code: 403 });
      expect(await authorization(credentials)).toMatch(/^Bearer token-/);
    },
  );
});

describe("a rejected token", () => {
  test("invalidate() makes current() request another token", async () => {
    const server = new TokenServer();
    const credentials = server.credentials();
    credentials.invalidate(await credentials.current(signal));
    expect(await authorization(credentials)).toBe("Bearer token-2");
  });

  test("invalidate() keeps a token that has replaced the rejected one", async () => {
    const server = new TokenServer();
    const credentials = server.credentials();
    const first = await credentials.current(signal);
    credentials.invalidate();
    await credentials.current(signal);
    credentials.invalidate(first);
    expect(await authorization(credentials)).toBe("Bearer token-2");
  });
});
