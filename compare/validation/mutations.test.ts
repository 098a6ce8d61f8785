import { expect, test } from "vitest";
import { deployment } from "../../src/api/index.ts";
import { seededRandom } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { structInVocabulary } from "../../src/schema/index.ts";
import { JsonText, writeJsonText } from "./json-text.ts";
import { mutationsOf } from "./mutations.ts";
import { creatableKinds, validObjects } from "./valid-objects.ts";

const object = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "it" },
  spec: { replicas: 1, selector: { matchLabels: { a: "b" } } },
};

function bodies(seed: number, changesPerPlace: number, fillsAbsentFields = false): readonly string[] {
  const schema = structInVocabulary(deployment.schema, vocabularies.kubernetes);
  return mutationsOf(schema, object, seededRandom(seed), { changesPerPlace, fillsAbsentFields }).map(
    ({ body }) => body,
  );
}

test("mutationsOf() makes the same bodies from the same seed", () => {
  expect(bodies(7, 3, true)).toEqual(bodies(7, 3, true));
  expect(bodies(7, 3, true)).not.toEqual(bodies(8, 3, true));
});

test("mutationsOf() removes, empties and misspells a field, with its number in several spellings", () => {
  const specs = bodies(1, 1000).map((body) => /"spec":(.*)}$/.exec(body)?.[1]);
  for (const replicas of ["null", "1.0", "1e3", "-1", "2147483648", '"5"', "[]"]) {
    expect(specs).toContain(`{"replicas":${replicas},"selector":{"matchLabels":{"a":"b"}}}`);
  }
  expect(specs).toContain('{"selector":{"matchLabels":{"a":"b"}}}');
  expect(specs).toContain('{"replicas":1,"selector":{"matchLabels":{"a":"b"}},"unknownField":1}');
  expect(specs).toContain('{"replicas":1,"selector":{"matchLabels":{"a":"b"}},"replicas":1}');
});

test("every kind that clients create has a valid object", () => {
  const missing = creatableKinds().filter((kind) => validObjects(kind).length === 0);
  expect(missing.map(({ kind, version }) => `${version} ${kind}`)).toEqual([]);
});

test("writeJsonText() writes JsonText as it is and leaves out undefined members", () => {
  expect(writeJsonText({ a: [new JsonText("1.0"), "x"], b: undefined, c: null })).toBe('{"a":[1.0,"x"],"c":null}');
});

test("mutationsOf() changes up to six places at once, none of which holds another", () => {
  const schema = structInVocabulary(deployment.schema, vocabularies.kubernetes);
  const found = mutationsOf(schema, object, seededRandom(3), { changesPerPlace: 3, combinations: 300 });
  const combined = found.map(({ title }) => title.split(" and ")).filter(({ length }) => length > 1);
  expect(new Set(combined.map(({ length }) => length)).size).toBeGreaterThan(1);
  for (const changes of combined) {
    const places = changes.map((change) => `${change.split(" ")[0]}.`);
    const holding = places.filter((one) => places.some((other) => other !== one && other.startsWith(one)));
    expect([holding, new Set(places).size]).toEqual([[], changes.length]);
  }
});
