import { expect, test } from "vitest";
import { CachedObject } from "../../cache/index.ts";
import { type ApplyTerms, NoOpApply } from "./no-op-applies.ts";

const terms: ApplyTerms = { apiVersion: "v1", subresource: "", manager: "one", force: false };
const body = Buffer.from("kind: ConfigMap");

function state(revision = 1): CachedObject {
  return new CachedObject("default/a", revision, { bytes: Buffer.from("{}"), exact: false });
}

test("an apply is known for the state in which it was remembered, and no other", () => {
  const [before, after] = [state(1), state(2)];
  new NoOpApply(terms, body).remember(before);
  expect(new NoOpApply(terms, Buffer.from(body)).changesNothingIn(before)).toBe(true);
  expect(new NoOpApply(terms, body).changesNothingIn(after)).toBe(false);
});

test.each<[string, Partial<ApplyTerms>, Buffer?]>([
  ["version", { apiVersion: "v2" }],
  ["subresource", { subresource: "status" }],
  ["manager", { manager: "two" }],
  ["way of meeting conflicts", { force: true }],
  ["body", {}, Buffer.from("kind: Secret")],
])("with another %s it is another apply", (_, other, otherBody = body) => {
  const object = state();
  new NoOpApply(terms, body).remember(object);
  expect(new NoOpApply({ ...terms, ...other }, otherBody).changesNothingIn(object)).toBe(false);
});

test("of very many who apply, the latest are known", () => {
  const object = state();
  const all = Array.from({ length: 100 }, (_, index) => new NoOpApply({ ...terms, manager: `m${index}` }, body));
  for (const one of all) one.remember(object);
  const known = all.map((one) => one.changesNothingIn(object));
  expect(known.slice(-8)).toEqual(Array(8).fill(true));
  expect(known.slice(0, -8)).toEqual(Array(92).fill(false));
});
