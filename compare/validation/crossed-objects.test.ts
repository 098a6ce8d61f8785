import { expect, test } from "vitest";
import { deployment } from "../../src/api/index.ts";
import { seededRandom } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { structInVocabulary } from "../../src/schema/index.ts";
import { crossedObject } from "./crossed-objects.ts";

const container = { name: "c", image: "i", ports: [{ containerPort: 80 }] };
const object = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "it", labels: { a: "b" } },
  spec: { replicas: 1, selector: { matchLabels: { a: "b" } }, template: { spec: { containers: [container] } } },
};

function crossed(seed: number, count: number): object {
  const schema = structInVocabulary(deployment.schema, vocabularies.kubernetes);
  return crossedObject({ schema, object, random: seededRandom(seed) }, count);
}

test("crossedObject() makes the same object from the same seed", () => {
  expect(crossed(7, 4)).toEqual(crossed(7, 4));
  expect(crossed(7, 4)).not.toEqual(crossed(8, 4));
});

test("crossedObject() changes the object in each way, and never its name or type", () => {
  const all = Array.from({ length: 300 }, (_, seed) => crossed(seed, 1));
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBeGreaterThan(50);
  for (const one of all) {
    expect(one).toMatchObject({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "it" } });
  }
  expect(all).toContainEqual({ ...object, metadata: { name: "it", labels: { a: "i" } } });
  const twice = { ...container, ports: [{ containerPort: 80 }, { containerPort: 80 }] };
  const spec = { ...object.spec, template: { spec: { containers: [twice] } } };
  expect(all).toContainEqual({ ...object, spec });
});
