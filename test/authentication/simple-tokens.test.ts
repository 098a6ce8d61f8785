/** Static tokens, bootstrap tokens, and how requests carry tokens. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../../src/base/logger.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { mapsPath } from "../support/config-maps.ts";
import { recognizedUser } from "../support/own-review.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WebSocketClient } from "../support/web-socket.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";
import { createObject } from "../support/writes.ts";

const folder = new TemporaryDirectory();
const file = join(folder.path, "tokens.csv");
const flags = [`--token-auth-file=${file}`, "--enable-bootstrap-token-auth", "--api-audiences=api,other"];
const masters = "system:masters";
const lines: string[] = [];
let running: TestServer;

beforeAll(async () => {
  writeFileSync(file, `admin-token,ann,u-1,"painters,${masters}"\nplain-token,bert,u-2\ntökén,émile,u-3,"grüppe"\n`);
  const logger = createLogger({ format: "text", clock: new ManualClock(), write: (line) => lines.push(line) });
  running = await startTestServer({ flags, logger });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function review(token: string, audiences?: readonly string[], server = running): Promise<WireResponse["json"]> {
  const spec = { token, ...(audiences ? { audiences } : {}) };
  const path = "/apis/authentication.orch.io/v1/tokenreviews";
  const { status, json, text } = await server.client.request(path, { body: { spec } });
  expect(status, text).toBe(201);
  return json.status;
}

/** Returns the status of a list, and the user whom the message of a 403 names. */
async function listAs(authorization: string, protocol: "h1" | "h2" = "h1"): Promise<readonly [number, string]> {
  const { url, caCertificate: ca } = running.server;
  await using client = new WireClient({ url, ca, protocol });
  const { status, json } = await client.request(mapsPath, { headers: { authorization } });
  return [status, /User "([^"]*)"/.exec(String(json.message))?.[1] ?? ""];
}

const invalid = { user: {}, error: "invalid bearer token" };

describe("static tokens", () => {
  test.each(["h1", "h2"] as const)(
    "[TOK-01][AUTHN-06] a listed token identifies its user over %s",
    async (protocol) => {
      const { url, caCertificate: ca } = running.server;
      await using client = new WireClient({ url, ca, protocol });
      expect(await recognizedUser(client, { authorization: "Bearer admin-token" })).toEqual({
        username: "ann",
        uid: "u-1",
        groups: ["painters", masters, "system:authenticated"],
      });
      expect(await listAs("Bearer plain-token", protocol)).toEqual([403, "bert"]);
    },
  );

  test("[TOK-03] further columns of a line are the groups", async () => {
    expect(await review("admin-token")).toEqual({
      authenticated: true,
      user: { username: "ann", uid: "u-1", groups: ["painters", masters, "system:authenticated"] },
      audiences: ["api", "other"],
    });
    expect(await review("plain-token")).toMatchObject({ user: { username: "bert", groups: ["system:authenticated"] } });
  });

  test("[AUTHN-10] tokens and users may contain any characters", async () => {
    expect(await review("tökén")).toMatchObject({
      user: { username: "émile", groups: ["grüppe", "system:authenticated"] },
    });
    const sent = Buffer.from("Bearer tökén").toString("latin1");
    expect(await listAs(sent)).toEqual([403, "émile"]);
  });

  test("[TOK-02] a line with two columns stops the server", async () => {
    const bad = join(folder.path, "bad.csv");
    writeFileSync(bad, "a,b,c\nsecret-token,bert\n");
    const started = startTestServer({ flags: [`--token-auth-file=${bad}`] });
    const message = "line 2: must have at least 3 columns (token, user name, user uid), found 2";
    await expect(started).rejects.toThrow(`--token-auth-file: ${bad}: ${message}`);
  });

  test("[TOK-04] a changed file takes effect when the server starts again", async () => {
    const changing = join(folder.path, "changing.csv");
    const changingFlags = [`--token-auth-file=${changing}`];
    writeFileSync(changing, "old-token,ann,1\n");
    await using before = await startTestServer({ flags: changingFlags });
    writeFileSync(changing, "new-token,ann,1\n");
    expect(await review("old-token", undefined, before)).toMatchObject({ authenticated: true });
    expect(await review("new-token", undefined, before)).toEqual(invalid);
    await using after = await startTestServer({ flags: changingFlags });
    expect(await review("old-token", undefined, after)).toEqual(invalid);
    expect(await review("new-token", undefined, after)).toMatchObject({ authenticated: true });
  });
});

describe("the Authorization header", () => {
  test.each([
    ["bEaReR plain-token", [403, "bert"]],
    ["Bearer plain-token more", [403, "bert"]],
    ["Bearer  plain-token", [403, "system:anonymous"]],
    ["Bearer\tplain-token", [403, "system:anonymous"]],
    ["Bearer", [403, "system:anonymous"]],
    ["Basic plain-token", [403, "system:anonymous"]],
    ["Bearer plain", [401, ""]],
    [`Bearer ${"x".repeat(64_000)}`, [401, ""]],
  ])("the header is parsed as in the reference: %j", async (authorization, expected) => {
    expect(await listAs(authorization)).toEqual(expected);
  });

  test("[AUTHN-12][ANON-02] an invalid token gets 401, and the next valid one on the connection is accepted", async () => {
    const { url, caCertificate: ca } = running.server;
    await using client = new WireClient({ url, ca });
    const { status, json } = await client.request(mapsPath, { headers: { authorization: "Bearer wrong" } });
    expect([status, json.reason, json.message]).toEqual([401, "Unauthorized", "Unauthorized"]);
    expect(await recognizedUser(client, { authorization: "Bearer admin-token" })).toMatchObject({ username: "ann" });
    expect(await recognizedUser(client)).toBe(403);
  });

  test("[AUTHN-03] a valid certificate decides before a token, and a valid token counts despite a bad certificate", async () => {
    const own = await recognizedUser(running.client, { authorization: "Bearer admin-token" });
    expect(own).toMatchObject({ username: "orch-admin" });
    expect(await recognizedUser(running.client, { authorization: "Bearer wrong" })).toMatchObject({
      username: "orch-admin",
    });
  });
});

describe("bootstrap tokens", () => {
  const secrets = "/api/v1/namespaces/orch-system/secrets";
  const secretPart = "0123456789abcdef";

  /** Stores a token. @param data replaces data of a valid token; undefined removes a key */
  async function store(
    id: string,
    data: Readonly<Record<string, string | undefined>> = {},
    more: object = {},
  ): Promise<void> {
    const whole = {
      "token-id": id,
      "token-secret": secretPart,
      "usage-bootstrap-authentication": "true",
      ...data,
    };
    const stringData = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
    const metadata = { name: `bootstrap-token-${id}` };
    await createObject(running.client, secrets, { metadata, type: "bootstrap.orch.io/token", stringData, ...more });
  }

  test("[BOOT-01][BOOT-02][BOOT-10] a token identifies a user by its id, if the flag is set", async () => {
    await store("aaaaaa", { "auth-extra-groups": "system:bootstrappers:b,system:bootstrappers:a" });
    const token = `aaaaaa.${secretPart}`;
    expect(await review(token)).toEqual({
      authenticated: true,
      user: {
        username: "system:bootstrap:aaaaaa",
        groups: ["system:bootstrappers", "system:bootstrappers:a", "system:bootstrappers:b", "system:authenticated"],
      },
      audiences: ["api", "other"],
    });
    expect(await listAs(`Bearer ${token}`)).toEqual([403, "system:bootstrap:aaaaaa"]);
    await using without = await startTestServer();
    expect(await review(token, undefined, without)).toEqual(invalid);
  });

  test.each([
    ["[BOOT-03] has another type", "bbbbbb", {}, { type: "Opaque" }],
    ["[BOOT-03] has another name", "cccccc", {}, { metadata: { name: "token-cccccc" } }],
    ["[BOOT-04] has no id", "dddddd", { "token-id": undefined }, {}],
    ["[BOOT-04] has no secret", "eeeeee", { "token-secret": undefined }, {}],
    ["[BOOT-05][BOOT-13] has expired", "ffffff", { expiration: "2024-12-31T23:59:59Z" }, {}],
    ["[BOOT-06] is not for authentication", "gggggg", { "usage-bootstrap-authentication": "yes" }, {}],
    ["[BOOT-06] does not name its use", "hhhhhh", { "usage-bootstrap-authentication": undefined }, {}],
    ["[BOOT-07] has a group without the prefix", "iiiiii", { "auth-extra-groups": "admins" }, {}],
  ])("a token is rejected if its Secret %s", async (_why, id, data, more) => {
    await store(id, data, more);
    expect(await review(`${id}.${secretPart}`)).toEqual(invalid);
    expect(await listAs(`Bearer ${id}.${secretPart}`)).toEqual([401, ""]);
  });

  test("[BOOT-04][BOOT-05] a token without description and expiration is valid for any time", async () => {
    await store("jjjjjj");
    await store("kkkkkk", { description: "for a rack", expiration: "2099-01-01T00:00:00Z" });
    for (const id of ["jjjjjj", "kkkkkk"]) {
      expect(await review(`${id}.${secretPart}`)).toMatchObject({ authenticated: true });
    }
  });

  test("[BOOT-13] a token is rejected once it expires, even if it was accepted just before", async () => {
    const expiresMs = running.clock.nowMs() + 5000;
    const expiration = `${new Date(expiresMs).toISOString().slice(0, 19)}Z`;
    await store("llllll", { expiration });
    const token = `Bearer llllll.${secretPart}`;
    expect(await listAs(token)).toEqual([403, "system:bootstrap:llllll"]);
    await running.clock.advance(5000);
    expect(await listAs(token)).toEqual([401, ""]);
  });

  test.each([
    "mmmmmm.0123456789abcde",
    "MMMMMM.0123456789abcdef",
    "mmmmmm0123456789abcdef",
    "mmmmmm.0123456789abcdef0",
  ])("[BOOT-08] the text %j is no token", async (token) => {
    expect(await review(token)).toEqual(invalid);
  });
});

describe("audiences of a TokenReview", () => {
  test.each([
    [undefined, ["api", "other"]],
    [["api"], ["api"]],
    [
      ["x", "other", "api"],
      ["other", "api"],
    ],
  ])("a token of this server is valid for its own audiences among the requested ones: %j", async (asked, audiences) => {
    expect(await review("plain-token", asked)).toMatchObject({ authenticated: true, audiences });
  });

  test("a token of this server is not valid for other audiences", async () => {
    expect(await review("plain-token", ["x"])).toEqual(invalid);
  });
});

describe("tokens in subprotocols of WebSockets", () => {
  const protocol = (token: string): string =>
    `base64url.bearer.authorization.orch.io.${Buffer.from(token).toString("base64url")}`;

  async function headOf(protocols: string): Promise<string> {
    const anonymous = { ...running, credentials: { ca: running.credentials.ca } } as unknown as TestServer;
    await using socket = await WebSocketClient.open(anonymous, `${mapsPath}?watch=1`, {
      headers: { "sec-websocket-protocol": protocols },
    });
    return await socket.responseHead();
  }

  test("a token among the subprotocols identifies the user, and the response does not repeat it", async () => {
    const head = await headOf(`${protocol("admin-token")}, v4.channel`);
    expect(head).toMatch(/^HTTP\/1.1 101 /);
    expect(head.toLowerCase()).toContain("sec-websocket-protocol: v4.channel");
    expect(head).not.toContain("base64url");
  });

  test.each([protocol("admin-token"), `${protocol("wrong")}, v4.channel`])(
    "the subprotocols %j are rejected with 401",
    async (protocols) => {
      expect(await headOf(protocols)).toMatch(/^HTTP\/1.1 401 /);
    },
  );
});

test("[AUTHN-01][AUTHN-04][AUTHN-05][AUTHN-11] the user of each request has a name, and the group of its kind", async () => {
  expect(await recognizedUser(running.client)).toMatchObject({
    username: "orch-admin",
    groups: expect.arrayContaining(["system:authenticated"]),
  });
  expect(await listAs("")).toEqual([403, "system:anonymous"]);
});

test("metrics count attempts and the cache of tokens with the reference's names", async () => {
  const text = (await running.client.request("/metrics")).text;
  for (const series of [
    'authentication_attempts{result="success"}',
    'authentication_attempts{result="error"}',
    'authentication_duration_seconds_count{result="success"}',
    'authenticated_user_requests{username="other"}',
    'authentication_token_cache_request_total{status="hit"}',
    'authentication_token_cache_request_total{status="miss"}',
    'authentication_token_cache_fetch_total{status="ok"}',
    'authentication_token_cache_request_duration_seconds_count{status="hit"}',
    'authentication_token_cache_active_fetch_count{status="in_flight"}',
  ]) {
    expect(text).toContain(series);
  }
  for (const token of ["admin-token", "plain-token", "0123456789abcdef"]) {
    expect(text).not.toContain(token);
    expect(lines.join(""), token).not.toContain(token);
  }
});
