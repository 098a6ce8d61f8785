import { expect, test } from "vitest";
import facts from "../facts/token-webhook.json" with { type: "json" };
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Decide, reviewOf, startTokenWebhook, type TokenWebhook } from "../support/token-webhook.ts";
import { until } from "../support/until.ts";
import type { WireResponse } from "../support/wire-client.ts";

interface Running extends AsyncDisposable {
  readonly webhook: TokenWebhook;
  readonly server: TestServer;
  /** Sends a SelfSubjectReview with a token. */
  whoAmI(token: string): Promise<WireResponse>;
  /** Sends a TokenReview as the administrator, and returns its status. */
  review(token: string, audiences?: readonly string[]): Promise<unknown>;
}

const audience = "https://kubernetes.default.svc";

/** Starts a webhook and a server that asks it. */
async function start(decide: Decide, ...flags: readonly string[]): Promise<Running> {
  const webhook = await startTokenWebhook(decide);
  const configFlag = `--authentication-token-webhook-config-file=${webhook.writeConfig()}`;
  const allFlags = [configFlag, `--api-audiences=${audience}`, ...flags];
  const server = await startTestServer({ vocabulary: "kubernetes", flags: allFlags });
  const path = "/apis/authentication.k8s.io/v1";
  return {
    webhook,
    server,
    whoAmI: (token) =>
      server.anonymous.request(`${path}/selfsubjectreviews`, {
        headers: { authorization: `Bearer ${token}` },
        body: { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" },
      }),
    review: async (token, audiences) => {
      const spec = { token, ...(audiences ? { audiences } : {}) };
      const { json } = await server.client.request(`${path}/tokenreviews`, {
        body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec },
      });
      return json.status;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await webhook[Symbol.asyncDispose]();
    },
  };
}

const uncached = "--authentication-token-webhook-cache-ttl=0s";
const alice = {
  username: "alice",
  uid: "7",
  groups: ["painters", "system:masters"],
  extra: { "Example.com/Scope": ["x"] },
};
const acceptsAll = reviewOf({ authenticated: true, user: alice });

test("the server sends unknown tokens to the webhook, with its client certificate [WHN-01] [WHN-02]", async () => {
  await using running = await start(acceptsAll);
  const { status, json } = await running.whoAmI("opaque");
  expect(status).toBe(201);
  expect(json.status.userInfo).toMatchObject({
    username: "alice",
    uid: "7",
    groups: ["painters", "system:masters", "system:authenticated"],
  });
  const [received] = running.webhook.received;
  expect(received).toMatchObject({ method: "POST", url: "/review?timeout=30s", clientName: "api-server" });
});

test("the webhook gets a TokenReview in JSON with the token and the audiences of the server [WHN-05]", async () => {
  await using running = await start(acceptsAll);
  await running.whoAmI("op<aque");
  const [received] = running.webhook.received;
  expect(received?.headers).toMatchObject({ "content-type": "application/json", accept: "application/json, */*" });
  expect(received?.body).toEqual({
    kind: "TokenReview",
    apiVersion: "authentication.k8s.io/v1beta1",
    metadata: { creationTimestamp: null },
    spec: { token: "op<aque", audiences: [audience] },
    status: { user: {} },
  });
});

test.each([
  [[], "authentication.k8s.io/v1beta1"],
  [["--authentication-token-webhook-version=v1beta1"], "authentication.k8s.io/v1beta1"],
  [["--authentication-token-webhook-version=v1"], "authentication.k8s.io/v1"],
])("with the flags %j, the webhook gets reviews of %s [WHN-04]", async (flags, apiVersion) => {
  await using running = await start(acceptsAll, ...flags);
  expect((await running.whoAmI("opaque")).status).toBe(201);
  expect(running.webhook.received[0]?.body.apiVersion).toBe(apiVersion);
});

test.each([
  ["v1", "authentication.k8s.io/v1beta1"],
  ["v1beta1", "authentication.k8s.io/v1"],
])("a server of version %s rejects tokens that the webhook accepts in %s [WHN-06]", async (version, apiVersion) => {
  const status = { authenticated: true, user: alice };
  const decide = (): { body: string } => ({ body: JSON.stringify({ apiVersion, kind: "TokenReview", status }) });
  await using running = await start(decide, `--authentication-token-webhook-version=${version}`);
  expect((await running.whoAmI("opaque")).status).toBe(401);
  expect(await running.review("opaque")).toMatchObject({ error: expect.stringContaining("unknown conversion") });
});

test("decisions are cached for two minutes, the negative ones too [WHN-03]", async () => {
  const decide: Decide = (review) => reviewOf({ authenticated: review.spec.token === "good", user: alice })(review);
  await using running = await start(decide);
  const statuses = async (): Promise<readonly number[]> => [
    (await running.whoAmI("good")).status,
    (await running.whoAmI("bad")).status,
  ];
  expect(await statuses()).toEqual([201, 401]);
  await running.server.clock.advance(119_000);
  expect(await statuses()).toEqual([201, 401]);
  expect(running.webhook.received).toHaveLength(2);
  await running.server.clock.advance(1_000);
  await statuses();
  expect(running.webhook.received.length).toBeGreaterThanOrEqual(3);
});

test("without a cache, the webhook decides about each request, at the latest after ten seconds [WHN-03]", async () => {
  await using running = await start(acceptsAll, uncached);
  await running.whoAmI("opaque");
  await running.server.clock.advance(10_000);
  await running.whoAmI("opaque");
  expect(running.webhook.received).toHaveLength(2);
});

test("requests with the same token at the same time share one call of the webhook", async () => {
  await using running = await start(acceptsAll);
  const responses = await Promise.all(Array.from({ length: 20 }, () => running.whoAmI("opaque")));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(running.webhook.received).toHaveLength(1);
});

test("a rejected token gets 401 without the webhook's reason [WHN-07] [WHN-12]", async () => {
  await using running = await start(reviewOf({ authenticated: false, error: "stolen last week" }));
  const { status, json, text } = await running.whoAmI("opaque");
  expect([status, json.message]).toEqual([401, "Unauthorized"]);
  expect(text).not.toContain("stolen");
  expect(await running.review("opaque")).toMatchObject({ error: expect.stringContaining("stolen last week") });
});

test("the extra of the webhook's user is visible in a SelfSubjectReview [WHN-10]", async () => {
  await using running = await start(acceptsAll);
  const { json } = await running.whoAmI("opaque");
  expect(json.status.userInfo.extra).toEqual({ "Example.com/Scope": ["x"] });
});

test("a TokenReview returns the user and the audiences that the webhook decided [WHN-13] [WHN-11]", async () => {
  const status = { authenticated: true, user: { username: "bob" }, audiences: ["b", "a", "other"] };
  await using running = await start(reviewOf(status));
  expect(await running.review("opaque", ["a", "b", "c"])).toEqual({
    authenticated: true,
    user: { username: "bob", groups: ["system:authenticated"] },
    audiences: ["b", "a"],
  });
  expect(running.webhook.received[0]?.body.spec.audiences).toEqual(["a", "b", "c"]);
  expect(await running.review("other", ["d"])).toEqual({ user: {}, error: "invalid bearer token" });
});

test("the webhook is called again after it failed for a moment", async () => {
  const decide: Decide = (review, count) => (count < 3 ? { status: 500, body: "" } : acceptsAll(review));
  await using running = await start(decide);
  const response = running.whoAmI("opaque");
  for (const count of [1, 2]) {
    await until(() => running.webhook.received.length === count, `call ${count}`);
    await until(() => running.server.clock.pendingCount > 0, "a wait");
    while (running.webhook.received.length === count) await running.server.clock.advance(100);
  }
  expect((await response).status).toBe(201);
});

test("a failure of the webhook is not cached [WHN-03]", async () => {
  const decide: Decide = (review, count) => (count === 1 ? { status: 400, body: "" } : acceptsAll(review));
  await using running = await start(decide);
  expect((await running.whoAmI("opaque")).status).toBe(401);
  expect((await running.whoAmI("opaque")).status).toBe(201);
});

/** Verdicts that differ on purpose: a message without the reference's source file, and a list instead of null. */
const differences: Readonly<Record<string, unknown>> = {
  "an unknown version": {
    user: {},
    error: "[invalid bearer token, converting (v2.TokenReview) to (v1beta1.TokenReview): unknown conversion]",
  },
  "null as values of extra": {
    authenticated: true,
    user: { username: "b", groups: ["system:authenticated"], extra: { a: [] } },
    audiences: [audience],
  },
};

interface Fact {
  readonly name: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly audiences?: readonly string[];
  /** Status of the TokenReview that the reference returned. */
  readonly reviewed: unknown;
}

test("reviews have the recorded status of the reference for each reply of a webhook [WHN-06] [WHN-07] [WHN-08] [WHN-09] [WHN-11] [WHN-12]", async () => {
  const rows: readonly Fact[] = facts;
  const decide: Decide = ({ apiVersion, spec: { token } }) => {
    const row = rows[Number(token.slice("token-".length))];
    return row && { ...row, body: row.body.replaceAll("$VERSION", apiVersion) };
  };
  await using running = await start(decide, uncached);
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [index, { name, audiences, reviewed }] of rows.entries()) {
    found[name] = await running.review(`token-${index}`, audiences);
    expected[name] = differences[name] ?? reviewed;
  }
  expect(found).toEqual(expected);
});
