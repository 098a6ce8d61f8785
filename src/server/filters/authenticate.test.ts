import { describe, expect, test } from "vitest";
import {
  AuthenticationError,
  AuthenticationMetrics,
  type AuthenticationOutcome,
  type Authenticator,
  authenticateBy,
  type User,
} from "../../authn/index.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import type { Filter } from "../chain.ts";
import { recordingLogger } from "../testing/log-lines.ts";
import { type TestCallOptions, testCall, testPeer } from "../testing/test-call.ts";
import { authenticate, memoWithUser, type RequestAuthentication } from "./authenticate.ts";

const alice: User = { name: "alice", groups: ["team"] };
const nobody: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
const path = "/api/v1/nodes";
const clock = new ManualClock(Date.UTC(2030, 0, 1));

interface TestedFilter {
  readonly filter: Filter;
  readonly registry: MetricRegistry;
}

function filterOf(identify: Authenticator, options: Partial<RequestAuthentication> = {}): TestedFilter {
  const registry = new MetricRegistry();
  const authentication = { identify, ownAudiences: [], proxyHeaders: undefined, ...options };
  return { filter: authenticate(authentication, new AuthenticationMetrics(registry), clock), registry };
}

/** Runs a request through a filter that identifies it with this outcome. */
async function run(
  outcome: AuthenticationOutcome | Promise<AuthenticationOutcome>,
  call: TestCallOptions = {},
  options: Partial<RequestAuthentication> = {},
): Promise<{ readonly user: User; readonly headers: readonly string[]; readonly metrics: string }> {
  const { filter, registry } = filterOf(() => outcome, options);
  const tested = testCall(path, call);
  let headers: readonly string[] = [];
  await filter(tested.call, async () => {
    headers = tested.exchange.headerNames();
  });
  return { user: tested.call.user, headers, metrics: registry.render() };
}

test.each([
  ["at once", { user: alice }],
  ["after a wait", Promise.resolve({ user: alice })],
])("authenticate() sets the user whom the methods recognize %s", async (_when, outcome) => {
  expect((await run(outcome)).user).toBe(alice);
});

test("authenticate() calls the next step at once if the methods need not wait", () => {
  let isCalled = false;
  const { filter } = filterOf(() => ({ user: alice }));
  void filter(testCall(path).call, async () => {
    isCalled = true;
  });
  expect(isCalled).toBe(true);
});

describe("requests that are rejected", () => {
  test.each([
    ["without credentials", undefined],
    ["with invalid credentials", new AuthenticationError("expired")],
    ["with credentials that are found invalid after a wait", Promise.resolve(new AuthenticationError("expired"))],
  ])("authenticate() stops a request %s with 401, and ends its HTTP/2 connection", async (_case, outcome) => {
    let ends = 0;
    const peer = { ...testPeer(), endConnection: () => ends++ };
    const { filter } = filterOf(() => outcome);
    let isReached = false;
    const next = async (): Promise<void> => {
      isReached = true;
    };
    await expect(async () => await filter(testCall(path, { peer }).call, next)).rejects.toMatchObject({ code: 401 });
    expect([isReached, ends]).toEqual([false, 1]);
  });

  test("authenticate() logs the reason, and counts it as an error", async () => {
    const { logger, lines } = recordingLogger();
    const { filter, registry } = filterOf(() => new AuthenticationError("expired"));
    await expect(async () => await filter(testCall(path, { logger }).call, async () => undefined)).rejects.toThrow();
    expect(lines).toMatchObject([{ level: "info", fields: { reason: "expired" } }]);
    expect(registry.render()).toContain('authentication_attempts{result="error"} 1\n');
  });

  test("authenticate() adds the annotations of all errors to the audit event of the rejected request", async () => {
    const errors = ["a", "b"].map((key) => new AuthenticationError("expired", { annotations: [[key, "value"]] }));
    const identify = authenticateBy({ methods: errors.map((error) => () => error), anonymous: undefined });
    const { call } = testCall(path);
    await expect(async () => await filterOf(identify).filter(call, async () => undefined)).rejects.toThrow();
    expect(Object.fromEntries(call.annotations)).toEqual({ a: "value", b: "value" });
  });

  test("authenticate() counts a request without credentials as a failure", async () => {
    const { filter, registry } = filterOf(() => undefined);
    await expect(async () => await filter(testCall(path).call, async () => undefined)).rejects.toThrow();
    expect(registry.render()).toContain('authentication_attempts{result="failure"} 1\n');
  });

  test("authenticate() rejects credentials that are valid for other audiences only", async () => {
    const rejected = run({ user: alice, audiences: ["other"] }, {}, { ownAudiences: ["api"] });
    await expect(rejected).rejects.toMatchObject({ code: 401 });
    for (const audiences of [["other", "api"], []]) {
      expect((await run({ user: alice, audiences }, {}, { ownAudiences: ["api"] })).user).toBe(alice);
    }
    expect((await run({ user: alice }, {}, { ownAudiences: ["api"] })).user).toBe(alice);
  });
});

test("authenticate() removes the credentials from the headers of an accepted request", async () => {
  const headers = {
    accept: "a",
    authorization: "Bearer b",
    "x-remote-user": "u",
    "x-remote-uid": "1",
    "x-remote-group": "g",
    "x-remote-extra-scopes": "s",
    "x-person": "p",
    "x-more-a": "1",
  };
  const proxyHeaders = {
    usernameHeaders: ["X-Person"],
    uidHeaders: [],
    groupHeaders: [],
    extraHeaderPrefixes: ["X-More-"],
  };
  expect((await run({ user: alice }, { headers })).headers).toEqual(["accept", "x-person", "x-more-a"]);
  expect((await run({ user: alice }, { headers }, { proxyHeaders })).headers).toEqual(["accept"]);
});

test("authenticate() uses the user of an in-process client, and ignores its headers", async () => {
  const peer = { ...testPeer(), memo: memoWithUser(alice) };
  const { user } = await run(new AuthenticationError("no"), { peer, headers: { authorization: "Bearer b" } });
  expect(user).toEqual(alice);
});

test.each([
  ["system:anonymous", nobody, 1],
  ["in the group of anonymous users", { name: "x", groups: ["system:unauthenticated"] }, 1],
  ["alice", alice, 0],
])("authenticate() ends the HTTP/2 connection of anonymous users only: %s", async (_who, user, expected) => {
  let ends = 0;
  await run({ user }, { peer: { ...testPeer(), endConnection: () => ends++ } });
  expect(ends).toBe(expected);
});

test.each([
  ["admin", "admin"],
  ["kubelet", "kubelet"],
  ["ann@example.com", "email_id"],
  ["ann", "other"],
])("authenticate() counts a request of %s for the user label %s", async (name, label) => {
  const { metrics } = await run({ user: { name, groups: [] } });
  expect(metrics).toContain(`authenticated_user_requests{username="${label}"} 1\n`);
  expect(metrics).toContain('authentication_attempts{result="success"} 1\n');
  expect(metrics).toContain('authentication_duration_seconds_count{result="success"} 1\n');
});
