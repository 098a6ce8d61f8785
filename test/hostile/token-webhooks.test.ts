import { expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { createLogger } from "../../src/base/logger.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Decide, type ReviewResponse, reviewOf, startTokenWebhook } from "../support/token-webhook.ts";
import { until } from "../support/until.ts";

const secret = "s3cret-token";

interface Verdict {
  /** Status of a request with the token. */
  readonly status: number;
  /** Status of a request without credentials, sent afterwards. */
  readonly statusOfOthers: number;
  /** Error of a TokenReview. */
  readonly error: string;
  readonly log: string;
}

/** Sends a token to a server whose webhook behaves badly. */
async function verdictOf(
  decide: Decide,
  whileWaiting: (server: TestServer, calls: () => number) => Promise<void> = async () => undefined,
): Promise<Verdict> {
  await using webhook = await startTokenWebhook(decide);
  const flags = [
    `--authentication-token-webhook-config-file=${webhook.writeConfig()}`,
    "--authentication-token-webhook-cache-ttl=0s",
  ];
  const lines: string[] = [];
  const logger = createLogger({ format: "text", clock: systemClock, write: (line) => lines.push(line) });
  await using server = await startTestServer({ vocabulary: "kubernetes", flags, logger });
  const response = server.anonymous.request("/api", { headers: { authorization: `Bearer ${secret}` } });
  await whileWaiting(server, () => webhook.received.length);
  const { status } = await response;
  const review = server.client.request("/apis/authentication.k8s.io/v1/tokenreviews", {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: secret } },
  });
  const callsBefore = webhook.received.length;
  await whileWaiting(server, () => webhook.received.length - callsBefore);
  const { error } = (await review).json.status;
  const { status: statusOfOthers } = await server.anonymous.request("/healthz");
  return { status, statusOfOthers, error, log: lines.join("") };
}

const json = { "content-type": "application/json" };
const deep = `{"status":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;

test.each<[string, ReviewResponse | undefined, RegExp]>([
  ["closes the connection", undefined, /EOF|connection reset/],
  [
    "redirects to another address",
    { status: 307, headers: { location: "https://192.0.2.1/" }, body: "" },
    /status code 307/,
  ],
  ["sends 2 MB", { body: `{"status":{"error":"${"x".repeat(2_000_000)}"}}` }, /larger than 1048576 bytes/],
  ["sends 100,000 nested lists", { body: deep }, /exceeded max depth/],
  ["sends a body that is not UTF-8", { body: "{\u0000" }, /couldn't get version\/kind/],
  ["announces 100 MB", { headers: { ...json, "content-length": "100000000" }, body: "{" }, /larger than 1048576 bytes/],
  ["sends 70 KB of headers", { headers: { ...json, "x-a": "x".repeat(70_000) }, body: "" }, /headers exceeded/],
  ["repeats the token in its error", { body: JSON.stringify({ status: { error: `no ${secret}` } }) }, /no <token>/],
])("a token is rejected with 401 if the webhook %s", async (_, response, reason) => {
  const verdict = await verdictOf(() => response);
  expect(verdict).toMatchObject({ status: 401, statusOfOthers: 200, error: expect.stringMatching(reason) });
  expect(verdict.log).not.toContain(secret);
});

test("a token is rejected after 30 seconds if the webhook never responds", async () => {
  const pending: Decide = () => ({ headers: { ...json, "content-length": "10" }, body: "{" });
  const verdict = await verdictOf(pending, async (server, calls) => {
    await until(() => calls() === 1, "the call");
    await server.clock.advance(30_000);
  });
  expect(verdict).toMatchObject({
    status: 401,
    statusOfOthers: 200,
    error: "[invalid bearer token, context deadline exceeded]",
  });
});

test("the webhook is called five times if it always fails for a moment", async () => {
  let calls = 0;
  const decide: Decide = () => {
    calls++;
    return { status: 500, headers: { "content-type": "text/plain" }, body: " overloaded \n" };
  };
  const verdict = await verdictOf(decide, async (server, callsOfToken) => {
    await until(() => callsOfToken() === 1, "the first call");
    while (callsOfToken() < 5) await server.clock.advance(100);
  });
  expect(calls).toBe(10);
  expect(verdict).toMatchObject({
    status: 401,
    error: '[invalid bearer token, an error on the server ("overloaded") has prevented the request from succeeding]',
  });
});

test("a user whom the webhook puts into the group of unauthenticated users has no more rights than these", async () => {
  const user = { username: "eve", groups: ["system:unauthenticated"] };
  await using webhook = await startTokenWebhook(reviewOf({ authenticated: true, user }));
  const flags = [`--authentication-token-webhook-config-file=${webhook.writeConfig()}`];
  await using server = await startTestServer({ vocabulary: "kubernetes", flags });
  const { status } = await server.anonymous.request("/api/v1/secrets", { headers: { authorization: "Bearer t" } });
  expect(status).toBe(403);
});
