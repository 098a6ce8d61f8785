import { expect, test } from "vitest";
import { CachedObject } from "../../cache/index.ts";
import { type ApplyIdentity, NoOpApply } from "./no-op-applies.ts";

const identity: ApplyIdentity = { apiVersion: "v1", subresource: "", manager: "one", force: false, language: "yaml" };
const body = Buffer.from("kind: ConfigMap");

function objectAt(revision = 1): CachedObject {
  return new CachedObject("default/a", revision, { bytes: Buffer.from("{}"), needsExactJson: false });
}

test("NoOpApply.changesNothingIn() is true only for the version of the object in which an equal apply was remembered", () => {
  const [before, after] = [objectAt(1), objectAt(2)];
  new NoOpApply(identity, body).remember(before);
  expect(new NoOpApply(identity, Buffer.from(body)).changesNothingIn(before)).toBe(true);
  expect(new NoOpApply(identity, body).changesNothingIn(after)).toBe(false);
});

test.each<[string, Partial<ApplyIdentity>, Buffer?]>([
  ["version", { apiVersion: "v2" }],
  ["subresource", { subresource: "status" }],
  ["manager", { manager: "two" }],
  ["value of `force`", { force: true }],
  ["body", {}, Buffer.from("kind: Secret")],
])("NoOpApply.changesNothingIn() is false for an apply with another %s", (_, other, otherBody = body) => {
  const object = objectAt();
  new NoOpApply(identity, body).remember(object);
  expect(new NoOpApply({ ...identity, ...other }, otherBody).changesNothingIn(object)).toBe(false);
});

test("NoOpApply.remember() keeps only the latest eight applies of an object", () => {
  const object = objectAt();
  const applies = Array.from({ length: 100 }, (_, index) => new NoOpApply({ ...identity, manager: `m${index}` }, body));
  for (const apply of applies) apply.remember(object);
  const areRemembered = applies.map((apply) => apply.changesNothingIn(object));
  expect(areRemembered.slice(-8)).toEqual(Array(8).fill(true));
  expect(areRemembered.slice(0, -8)).toEqual(Array(92).fill(false));
});
