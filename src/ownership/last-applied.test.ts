import { describe, expect, test } from "vitest";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import { lastAppliedAnnotation } from "../meta/vocabulary.ts";
import { lastAppliedOf, withLastApplied } from "./last-applied.ts";
import { sampleShape } from "./testing/sample.ts";

function sample(annotations?: Record<string, string>, spec: object = { text: "a" }): ApiObject {
  const object = {
    apiVersion: "t/v1",
    kind: "Sample",
    metadata: { name: "it", ...(annotations ? { annotations } : {}) },
    spec,
  };
  return object;
}

const applied = sample();
const annotated = (text: string): ApiObject => sample({ [lastAppliedAnnotation]: text });

describe("lastAppliedOf()", () => {
  test("lastAppliedOf() returns the object in the annotation", () => {
    expect(lastAppliedOf(annotated(JSON.stringify(applied)), "t/v1", sampleShape)).toEqual(applied);
  });

  test.each([
    ["no annotation", sample()],
    ["an empty annotation", annotated("")],
    ["an annotation that is not JSON", annotated("{")],
    ["an annotation that is not an object", annotated("[]")],
    ["an object in another version", annotated(JSON.stringify({ ...applied, apiVersion: "t/v2" }))],
    ["an object with an undeclared field", annotated(JSON.stringify({ ...applied, unheard: 1 }))],
    ["an object with a repeated field", annotated('{"apiVersion":"t/v1","kind":"Sample","kind":"Sample"}')],
  ])("lastAppliedOf() returns undefined for %s", (_, object) => {
    expect(lastAppliedOf(object, "t/v1", sampleShape)).toBeUndefined();
  });
});

describe("withLastApplied()", () => {
  const text = (object: SharedObject): string | undefined => object.metadata.annotations?.[lastAppliedAnnotation];

  test("withLastApplied() writes the applied object like kubectl", () => {
    const spec = { text: "<b> & \u2028", number: 1, labels: { b: "2", a: "1" } };
    const now = sample({ note: "x", [lastAppliedAnnotation]: "old" }, spec);
    expect(text(withLastApplied(annotated("{}"), now))).toBe(
      `${String.raw`{"apiVersion":"t/v1","kind":"Sample","metadata":{"annotations":{"note":"x"},"name":"it"},"spec":{"labels":{"a":"1","b":"2"},"number":1,"text":"\u003cb\u003e \u0026 \u2028"}}`}\n`,
    );
  });

  test("withLastApplied() does not add the annotation", () => {
    const object = sample({ note: "x" });
    expect(withLastApplied(object, applied)).toBe(object);
    const bare = sample();
    expect(withLastApplied(bare, applied)).toBe(bare);
  });

  test("withLastApplied() removes the annotation if the applied object is too large", () => {
    const object = annotated("{}");
    const result = withLastApplied(object, sample(undefined, { text: "x".repeat(256 * 1024) }));
    expect(result.metadata.annotations).toEqual({});
    expect(text(object)).toBe("{}");
  });

  test("withLastApplied() keeps other annotations", () => {
    const object = sample({ note: "x", [lastAppliedAnnotation]: "{}" });
    expect(withLastApplied(object, applied).metadata.annotations?.["note"]).toBe("x");
  });
});
