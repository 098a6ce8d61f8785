import { expect, test } from "vitest";
import type { AuthenticationOutcome } from "./authenticator.ts";
import { bearerTokenAuthenticator, type TokenCheck, warnOfIgnoredToken } from "./bearer-token.ts";
import { TestCredentials } from "./testing/test-credentials.ts";
import { webSocketTokenAuthenticator } from "./web-socket-token.ts";

/** Recognizes every token except `wrong`. The user has the token as the name. */
const check: TokenCheck = (token) => (token === "wrong" ? undefined : { user: { name: token, groups: [] } });

function bearer(authorization: string): AuthenticationOutcome | Promise<AuthenticationOutcome> {
  return bearerTokenAuthenticator(check)(new TestCredentials({ headers: { authorization } }), []);
}

test.each([
  ["Bearer abc", "abc"],
  ["bEARER abc", "abc"],
  ["Bearer abc def", "abc"],
  ["\tBearer abc\n", "abc"],
  [Buffer.from("Bearer tökén").toString("latin1"), "tökén"],
])("the authorization %j contains the token %j", (authorization, token) => {
  expect(bearer(authorization)).toMatchObject({ user: { name: token } });
});

test.each(["Basic YTpi", "", "nonsense", "Bearer", "Bearer  abc", "Bearer\tabc", "Bearerabc"])(
  "the authorization %j contains no token",
  (authorization) => {
    expect(bearer(authorization)).toBeUndefined();
  },
);

test("a token that no method recognizes is invalid", async () => {
  expect(bearer("Bearer wrong")).toMatchObject({ message: "invalid bearer token" });
  const credentials = new TestCredentials({ headers: { authorization: "Bearer abc" } });
  const waiting = bearerTokenAuthenticator(async () => undefined);
  expect(await waiting(credentials, [])).toMatchObject({ message: "invalid bearer token" });
});

test.each([
  ["Bearer  abc", 1],
  ["bearer   abc", 1],
  ["Bearer abc", 0],
  ["Basic  abc", 0],
])("the authorization %j causes %i warnings about a space before the token", (authorization, count) => {
  const credentials = new TestCredentials({ headers: { authorization } });
  expect(warnOfIgnoredToken(credentials, [])).toBeUndefined();
  expect(credentials.warnings).toHaveLength(count);
});

const protocol = (token: string, domain = "orch.io"): string =>
  `base64url.bearer.authorization.${domain}.${Buffer.from(token).toString("base64url")}`;

function webSocket(protocols: string, isUpgrade = true): { outcome: unknown; credentials: TestCredentials } {
  const credentials = new TestCredentials({ headers: { "sec-websocket-protocol": protocols } });
  return { outcome: webSocketTokenAuthenticator(check, () => isUpgrade)(credentials, []), credentials };
}

test.each([
  [`${protocol("abc")}, v4`, "abc", "v4"],
  [`v4,${protocol("abc", "k8s.io")} ,v5`, "abc", "v4,v5"],
  [`${protocol("tökén")},v4`, "tökén", "v4"],
])("the subprotocols %j contain the token %j, which is removed from them", (protocols, token, others) => {
  const { outcome, credentials } = webSocket(protocols);
  expect(outcome).toMatchObject({ user: { name: token } });
  expect(credentials.header("sec-websocket-protocol")).toBe(others);
});

test.each([
  [`${protocol("wrong")},v4`, "invalid bearer token"],
  [protocol("abc"), "missing additional subprotocol"],
  [`${protocol("abc")},${protocol("abc")},v4`, "multiple base64.bearer.authorization tokens specified"],
  ["base64url.bearer.authorization.orch.io.a+b,v4", "invalid base64.bearer.authorization token encoding"],
  ["base64url.bearer.authorization.orch.io.abcde,v4", "invalid base64.bearer.authorization token encoding"],
  ["base64url.bearer.authorization.orch.io._w,v4", "invalid base64.bearer.authorization token"],
])("the subprotocols %j are rejected: %s", (protocols, message) => {
  const { outcome, credentials } = webSocket(protocols);
  expect(outcome).toMatchObject({ message });
  expect(credentials.header("sec-websocket-protocol")).toBe(protocols);
});

test("subprotocols contain no credentials if none is a token, or if the request asks for no WebSocket", () => {
  expect(webSocket("v4, v5").outcome).toBeUndefined();
  expect(webSocket("base64url.bearer.authorization.orch.io.,v4").outcome).toBeUndefined();
  expect(webSocket(`${protocol("abc")},v4`, false).outcome).toBeUndefined();
});
