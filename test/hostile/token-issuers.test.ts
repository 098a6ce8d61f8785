import { afterEach, beforeEach, expect, test } from "vitest";
import { TestKey } from "../../src/authn/jwt/testing/test-tokens.ts";
import { recordingLogger } from "../../src/server/testing/log-lines.ts";
import { type Respond, sendJson, TokenIssuer } from "../support/token-issuer.ts";
import { ConfigurationFile, jwtEntry, TokenServer } from "../support/token-server.ts";
import { eventually, until } from "../support/until.ts";

const discovery = "/.well-known/openid-configuration";

let issuer: TokenIssuer;
let file: ConfigurationFile;

beforeEach(async () => {
  issuer = await TokenIssuer.start();
  file = new ConfigurationFile({ jwt: [jwtEntry(issuer)] });
});
afterEach(async () => {
  file[Symbol.dispose]();
  await issuer[Symbol.asyncDispose]();
});

/** Starts a server that looks for the issuer. */
async function start(): Promise<TokenServer> {
  return await TokenServer.start([file.flag]);
}

/** Starts a server that has found the issuer. */
async function startAccepting(): Promise<TokenServer> {
  const running = await start();
  await running.waitForAcceptance(issuer.sign());
  return running;
}

/** Checks that requests with other credentials succeed. */
async function expectHealthy({ server }: TokenServer): Promise<void> {
  expect((await server.client.request("/readyz")).status).toBe(200);
  expect((await server.client.request("/api/v1/namespaces")).status).toBe(200);
}

/** Sends a body of endless size, until the client closes the connection. */
const sendEndlessly: Respond = (_, response) => {
  response.setHeader("content-type", "application/json");
  const piece = `{"keys":[${" ".repeat(64 * 1024)}`;
  let sentBytes = 0;
  const write = (): void => {
    while (sentBytes < 100 * 1024 * 1024 && !response.destroyed) {
      sentBytes += piece.length;
      if (!response.write(piece)) {
        response.once("drain", write);
        return;
      }
    }
    response.end();
  };
  response.on("error", () => undefined);
  write();
};

test("tokens of an issuer that is down are rejected, and accepted once it is there [OIDC-03]", async () => {
  issuer.responses.set(discovery, (request) => request.socket.destroy());
  await using running = await start();
  await until(() => issuer.requests.length > 0, "the server looks for the issuer");
  expect(await running.userOf(issuer.sign())).toBe(401);
  await expectHealthy(running);
  issuer.responses.clear();
  await running.server.clock.advance(10_000);
  await running.waitForAcceptance(issuer.sign());
});

test("a redirect of the issuer is not followed", async () => {
  issuer.responses.set(discovery, (_, response) => {
    response.writeHead(302, { location: `${issuer.url}/elsewhere` }).end();
  });
  await using running = await start();
  await eventually(async () => {
    expect(await running.userOf(issuer.sign())).toBe(401);
    await running.server.clock.advance(10_000);
    return issuer.requests.length > 2;
  }, "the server looks for the issuer again and again");
  expect(new Set(issuer.requests)).toEqual(new Set([discovery]));
  await expectHealthy(running);
});

test("a slow issuer delays only its own tokens, for at most ten seconds", async () => {
  await using running = await startAccepting();
  issuer.responses.set("/jwks", () => undefined);
  const rejection = running.userOf(issuer.sign({}, {}, new TestKey("second")));
  await until(() => issuer.count("/jwks") === 2, "the server requests the keys");
  await expectHealthy(running);
  expect(await running.userOf(issuer.sign({ jti: "other" }))).toMatchObject({ username: "jane" });
  await running.server.clock.advance(10_000);
  expect(await rejection).toBe(401);
});

test("an issuer that sends its discovery document byte by byte is given up after ten seconds", async () => {
  issuer.responses.set(discovery, (_, response) => {
    response.write("{");
  });
  await using running = await start();
  await until(() => issuer.requests.length > 0, "the server looks for the issuer");
  await running.server.clock.advance(10_000);
  issuer.responses.clear();
  await running.server.clock.advance(10_000);
  await running.waitForAcceptance(issuer.sign());
});

test("a discovery document of 100 MB is not read to its end", async () => {
  let [sentBytes, isClosed] = [0, false];
  issuer.responses.set(discovery, (request, response) => {
    request.socket.once("close", () => {
      sentBytes = request.socket.bytesWritten;
      isClosed = true;
    });
    sendEndlessly(request, response);
  });
  await using running = await start();
  await until(() => issuer.requests.length > 0, "the server looks for the issuer");
  expect(await running.userOf(issuer.sign())).toBe(401);
  await expectHealthy(running);
  await until(() => isClosed, "the server closes the connection");
  expect(sentBytes).toBeLessThan(50 * 1024 * 1024);
});

test("keys of 100 MB, and 10,000 keys, are not accepted, and the keys before them remain", async () => {
  await using running = await startAccepting();
  const second = new TestKey("second");
  issuer.responses.set("/jwks", sendEndlessly);
  expect(await running.errorOf(issuer.sign({}, {}, second))).toContain("fetching keys oidc: get keys failed");
  const keys = Array.from({ length: 10_000 }, () => ({ kty: "EC", crv: "P-256" }));
  issuer.responses.set("/jwks", (_, response) => sendJson(response, { keys }));
  expect(await running.errorOf(issuer.sign({ jti: "other" }, {}, second))).toContain("the issuer has 10000 keys");
  expect(await running.userOf(issuer.sign({ jti: "first" }))).toMatchObject({ username: "jane" });
  await expectHealthy(running);
});

test("an issuer can change its keys at any time", async () => {
  await using running = await startAccepting();
  const [oldKey] = issuer.keys;
  const newKey = new TestKey("second");
  issuer.keys.splice(0, 1, newKey);
  expect(await running.userOf(issuer.sign({ jti: "new" }))).toMatchObject({ username: "jane" });
  expect(await running.userOf(issuer.sign({ jti: "old" }, {}, oldKey))).toBe(401);
});

test("forged tokens cannot flood the issuer with requests", async () => {
  await using running = await startAccepting();
  const forger = new TestKey("first");
  for (let count = 0; count < 30; count++) {
    expect(await running.userOf(issuer.sign({ jti: String(count) }, {}, forger))).toBe(401);
  }
  expect(issuer.count("/jwks")).toBeLessThanOrEqual(5);
  await expectHealthy(running);
});

test.each([
  ["no signature", { alg: "none" }],
  ["the public key as a shared secret", { alg: "HS256" }],
  ["a path as the name of the key", { kid: "../../../dev/null" }],
  ["an unknown critical header", { crit: ["exp"] }],
  ["its own key", { jwk: new TestKey("own").jwk, kid: "own" }],
  ["the address of its keys", { jku: "https://127.0.0.1:1/jwks", kid: "own" }],
])("a token with %s is rejected", async (_, header) => {
  await using running = await startAccepting();
  expect(await running.userOf(issuer.sign({ sub: "eve" }, header, new TestKey("forger")))).toBe(401);
});

test("no token appears in the log, the metrics or the review of a server that rejects it", async () => {
  const { logger, lines } = recordingLogger();
  await using running = await TokenServer.start([file.flag], { logger });
  await running.waitForAcceptance(issuer.sign());
  const token = issuer.sign({ aud: "other" });
  expect(await running.userOf(token)).toBe(401);
  const { text } = await running.server.client.request("/metrics");
  const shown = [text, await running.errorOf(token), JSON.stringify(lines)].join("\n");
  expect(shown).toContain("expected audience");
  for (const part of token.split(".")) expect(shown).not.toContain(part);
});
