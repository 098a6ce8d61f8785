import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const known = ["secure-port", "data-dir", "request-timeout", "etcd-prefix"];

test.each([
  ["secure-prot", "secure-port"],
  ["secureport", "secure-port"],
  ["data_dir", "data-dir"],
  ["datadir", "data-dir"],
  ["reqest-timeuot", "request-timeout"],
  ["port", "secure-port"],
  ["prefix", "etcd-prefix"],
])("%s is taken for %s", (name, candidate) => {
  expect(nearest(name, known)).toBe(candidate);
});

test.each(["x", "authorization-mode", "etcd-servers", ""])("%j is near to nothing", (name) => {
  expect(nearest(name, known)).toBeUndefined();
});

test("of several near names the nearest is taken", () => {
  expect(nearest("aab", ["bbb", "abb", "aabb"])).toBe("abb");
  expect(nearest("ba", ["cc", "ab"])).toBe("ab");
});
