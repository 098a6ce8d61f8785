import { expect, test } from "vitest";
import { newSeed, seededRandom } from "../../base/random.ts";
import { type KeptRules, RulesCache } from "./rules-cache.ts";
import { UserRules } from "./user-rules.ts";

const entry = (key: string, ...dependencies: readonly string[]) => ({ key, rules: new UserRules([]), dependencies });

test("rules are kept until one of their dependencies changes", () => {
  const cache = new RulesCache();
  const [a, b] = [entry("a", "group", "role"), entry("b", "group")];
  cache.add(a);
  cache.add(b);
  expect([cache.get("a")?.rules, cache.get("b")?.rules]).toEqual([a.rules, b.rules]);
  cache.invalidate("role");
  expect([cache.get("a")?.rules, cache.get("b")?.rules]).toEqual([undefined, b.rules]);
  cache.invalidate("group");
  expect(cache.get("b")).toBeUndefined();
});

test("rules that were added again depend on the later state only", () => {
  const cache = new RulesCache();
  cache.add(entry("a", "group", "role"));
  cache.invalidate("group");
  const later = entry("a", "group");
  cache.add(later);
  cache.invalidate("role");
  expect(cache.get("a")?.rules).toBe(later.rules);
  cache.invalidate("group");
  expect(cache.get("a")).toBeUndefined();
});

const seed = newSeed();

test(`a bounded cache never returns rules whose dependency has changed (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const cache = new RulesCache(60);
  const expected = new Map<string, { rules: UserRules; dependencies: readonly string[] }>();
  const dependencies = Array.from({ length: 8 }, (_, index) => `d${index}`);
  const places: [string, KeptRules][] = [];
  let found = 0;
  for (let step = 0; step < 1000; step++) {
    const key = `k${random.below(30)}`;
    const some = dependencies.filter(() => random.below(3) === 0);
    if (random.below(3) > 0) {
      const added = entry(key, ...some);
      cache.add(added);
      expected.set(key, added);
    } else {
      const [changed = "d0"] = some;
      cache.invalidate(changed);
      for (const [one, { dependencies: needed }] of expected) if (needed.includes(changed)) expected.delete(one);
    }
    for (const [one, place] of places)
      if (place.rules && place.rules !== expected.get(one)?.rules) throw new Error(`a place of ${one} has old rules`);
    const place = cache.get(key);
    if (place) places.push([key, place]);
    const kept = [...Array(30).keys()].map((index) => [`k${index}`, cache.get(`k${index}`)?.rules] as const);
    for (const [one, rules] of kept)
      if (rules && rules !== expected.get(one)?.rules) throw new Error(`${one} has rules that have changed`);
    const size = kept.reduce((sum, [one, rules]) => {
      return rules ? sum + rules.size + (expected.get(one)?.dependencies.length ?? 0) : sum;
    }, 0);
    if (size > 60) throw new Error(`the rules have the size ${size}`);
    found += kept.filter(([, rules]) => rules).length;
  }
  expect(found).toBeGreaterThan(1000);
});
