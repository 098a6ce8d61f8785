import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const known = ["secure-port", "data-dir", "request-timeout", "etcd-prefix"];

test.each([
  ["secure-prot", "secure-port"],
  ["secureport", "secure-port"],
  ["data_dir", "data-dir"],
  ["datadir", "data-dir"],
  ["reqest-timeuot", "request-timeout"],
  ["port", "secure-port"],
  ["prefix", "etcd-prefix"],
])("nearestName(%s) returns %s", (name, candidate) => {
  expect(nearestName(name, known)).toBe(candidate);
});

test.each(["x", "authorization-mode", "etcd-servers", ""])("nearestName() finds nothing for %j", (name) => {
  expect(nearestName(name, known)).toBeUndefined();
});

test("nearestName() returns the name with the fewest errors", () => {
  expect(nearestName("aab", ["bbb", "abb", "aabb"])).toBe("abb");
  expect(nearestName("ba", ["cc", "ab"])).toBe("ab");
});

test.each([
  ["foo", ["no", "job", "po"]],
  ["foob", ["job"]],
  ["widgets", ["events"]],
])("nearestName() does not return another word: %s is none of %j", (name, candidates) => {
  expect(nearestName(name, candidates)).toBeUndefined();
});
