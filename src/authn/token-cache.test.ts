import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { MetricRegistry } from "../base/metrics.ts";
import { TokenCacheMetrics } from "./authentication-metrics.ts";
import { AuthenticationError, type TokenAuthenticator, type TokenIdentity } from "./token-authenticator.ts";
import { TokenCache } from "./token-cache.ts";

const ann: TokenIdentity = { user: { name: "ann", groups: [] } };

interface Cached {
  readonly cache: TokenCache;
  readonly clock: ManualClock;
  readonly registry: MetricRegistry;
  /** Tokens that were checked. */
  readonly checked: string[];
}

function cacheOf(method: TokenAuthenticator): Cached {
  const clock = new ManualClock(Date.UTC(2030, 0, 1));
  const registry = new MetricRegistry();
  const checked: string[] = [];
  const authenticate: TokenAuthenticator = (token, audiences) => {
    checked.push(token);
    return method(token, audiences);
  };
  return {
    cache: new TokenCache({ authenticate, clock, metrics: new TokenCacheMetrics(registry) }),
    clock,
    registry,
    checked,
  };
}

test("a valid token is checked again after ten seconds, and returned at once before", async () => {
  const { cache, clock, checked } = cacheOf(async () => ann);
  const user = { name: "ann", groups: ["system:authenticated"] };
  expect(await cache.check("t", [])).toEqual({ user });
  await clock.advance(9_999);
  expect(cache.check("t", [])).toEqual({ user });
  await clock.advance(1);
  expect(await cache.check("t", [])).toEqual({ user });
  expect(checked).toEqual(["t", "t"]);
});

test("a token is checked again once it has expired", async () => {
  const { cache, clock, checked } = cacheOf(async () => ({ ...ann, expiresMs: Date.UTC(2030, 0, 1) + 5000 }));
  await cache.check("t", []);
  await clock.advance(4999);
  await cache.check("t", []);
  expect(checked).toHaveLength(1);
  await clock.advance(1);
  await cache.check("t", []);
  expect(checked).toHaveLength(2);
});

test("an invalid or unknown token is checked each time", async () => {
  const error = new AuthenticationError("expired");
  const invalid = cacheOf(() => Promise.reject(error));
  expect(await invalid.cache.check("t", [])).toBe(error);
  expect(await invalid.cache.check("t", [])).toBe(error);
  expect(invalid.checked).toHaveLength(2);
  const unknown = cacheOf(async () => undefined);
  expect(await unknown.cache.check("t", [])).toBeUndefined();
  expect(await unknown.cache.check("t", [])).toBeUndefined();
  expect(unknown.checked).toHaveLength(2);
});

test("the results of a token for different audiences are separate", async () => {
  const { cache } = cacheOf(async (_token, audiences) => (audiences.includes("a") ? { ...ann, audiences } : undefined));
  expect(await cache.check("t", ["a"])).toMatchObject({ audiences: ["a"] });
  expect(await cache.check("t", ["b"])).toBeUndefined();
  expect(await cache.check("t", ["a", "b"])).toMatchObject({ audiences: ["a", "b"] });
  expect(await cache.check("t1 a", [])).toBeUndefined();
});

test("concurrent requests with the same token share one check", async () => {
  let answer: (identity: TokenIdentity) => void = () => undefined;
  const { cache, registry, checked } = cacheOf(() => new Promise((resolve) => (answer = resolve)));
  const outcomes = Promise.all([cache.check("t", []), cache.check("t", []), cache.check("t", [])]);
  const active = 'authentication_token_cache_active_fetch_count{status="';
  expect(registry.render()).toContain(`${active}in_flight"} 1\n`);
  expect(registry.render()).toContain(`${active}blocked"} 3\n`);
  answer(ann);
  expect(new Set(await outcomes).size).toBe(1);
  expect(checked).toEqual(["t"]);
  await cache.check("t", []);
  const text = registry.render();
  expect(text).toContain(`${active}in_flight"} 0\n`);
  expect(text).toContain(`${active}blocked"} 0\n`);
  expect(text).toContain('authentication_token_cache_fetch_total{status="ok"} 1\n');
  expect(text).toContain('authentication_token_cache_request_total{status="miss"} 3\n');
  expect(text).toContain('authentication_token_cache_request_total{status="hit"} 1\n');
  expect(text).toContain('authentication_token_cache_request_duration_seconds_count{status="hit"} 1\n');
});

test("an unexpected error of a check rejects, and the next request checks the token again", async () => {
  const failure = new TypeError("a defect");
  const { cache, checked, registry } = cacheOf(() => Promise.reject(failure));
  await expect(cache.check("t", [])).rejects.toBe(failure);
  await expect(cache.check("t", [])).rejects.toBe(failure);
  expect(checked).toHaveLength(2);
  expect(registry.render()).toContain('authentication_token_cache_fetch_total{status="error"} 2\n');
});

test("the cache keeps 10,000 tokens and removes the oldest ones first", async () => {
  const { cache, checked } = cacheOf(async () => ann);
  for (let index = 0; index <= 10_000; index++) await cache.check(`t${index}`, []);
  checked.length = 0;
  await cache.check("t10000", []);
  await cache.check("t1", []);
  expect(checked).toEqual([]);
  await cache.check("t0", []);
  expect(checked).toEqual(["t0"]);
});

test("connections with equal and with different tokens share the cached results, and get those of their last token", async () => {
  const { cache, checked } = cacheOf(async (token, audiences) => ({ user: { name: token, groups: [] }, audiences }));
  const [one, other] = [{}, {}];
  const nameOf = async (token: string, audiences: readonly string[], connection: object): Promise<unknown> => {
    const outcome = await cache.check(token, audiences, connection);
    return outcome && "user" in outcome ? [outcome.user.name, outcome.audiences] : outcome;
  };
  const [a, b] = [["a"], ["b"]];
  expect(await nameOf("t", a, one)).toEqual(["t", ["a"]]);
  expect(await nameOf("t", a, one)).toEqual(["t", ["a"]]);
  expect(await nameOf("u", a, one)).toEqual(["u", ["a"]]);
  expect(await nameOf("t", b, one)).toEqual(["t", ["b"]]);
  expect(await nameOf("t", a, other)).toEqual(["t", ["a"]]);
  expect(checked).toEqual(["t", "u", "t"]);
});

test("cached tokens of one user share the groups, until all of them must be checked again", async () => {
  const { cache, clock } = cacheOf(async (token) => ({
    user: { name: "bot", groups: ["bots"], extra: { id: [token] } },
  }));
  const groupsOf = async (token: string): Promise<readonly string[] | undefined> => {
    const outcome = await cache.check(token, []);
    return outcome && "user" in outcome ? outcome.user.groups : undefined;
  };
  const groups = await groupsOf("a");
  expect(groups).toEqual(["bots", "system:authenticated"]);
  expect(await groupsOf("b")).toBe(groups);
  await clock.advance(10_000);
  expect(await groupsOf("c")).toEqual(groups);
  expect(await groupsOf("c")).not.toBe(groups);
});
