import { describe, expect, test } from "vitest";
import type { ApiObject } from "../meta/object-meta.ts";
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

describe("what clients applied last", () => {
  test("is what the annotation says", () => {
    expect(lastAppliedOf(annotated(JSON.stringify(applied)), "t/v1", sampleShape)).toEqual(applied);
  });

  test.each([
    ["no annotation", sample()],
    ["an annotation that is empty", annotated("")],
    ["an annotation that is no JSON", annotated("{")],
    ["an annotation that is no object", annotated("[]")],
    ["an object in another version", annotated(JSON.stringify({ ...applied, apiVersion: "t/v2" }))],
    ["an object that has what nobody knows", annotated(JSON.stringify({ ...applied, unheard: 1 }))],
    ["an object that says something twice", annotated('{"apiVersion":"t/v1","kind":"Sample","kind":"Sample"}')],
  ])("is not known with %s", (_, object) => {
    expect(lastAppliedOf(object, "t/v1", sampleShape)).toBeUndefined();
  });
});

describe("the annotation", () => {
  const text = (object: ApiObject): string | undefined => object.metadata.annotations?.[lastAppliedAnnotation];

  test("says what is applied now, as clients write it", () => {
    const spec = { text: "<b> & \u2028", number: 1, labels: { b: "2", a: "1" } };
    const now = sample({ note: "x", [lastAppliedAnnotation]: "old" }, spec);
    expect(text(withLastApplied(annotated("{}"), now))).toBe(
      `${String.raw`{"apiVersion":"t/v1","kind":"Sample","metadata":{"annotations":{"note":"x"},"name":"it"},"spec":{"labels":{"a":"1","b":"2"},"number":1,"text":"\u003cb\u003e \u0026 \u2028"}}`}\n`,
    );
  });

  test("is not added", () => {
    const object = sample({ note: "x" });
    expect(withLastApplied(object, applied)).toBe(object);
    const bare = sample();
    expect(withLastApplied(bare, applied)).toBe(bare);
  });

  test("goes when what is applied is too much for it", () => {
    const object = annotated("{}");
    const result = withLastApplied(object, sample(undefined, { text: "x".repeat(256 * 1024) }));
    expect(result.metadata.annotations).toEqual({});
    expect(text(object)).toBe("{}");
  });

  test("keeps the others", () => {
    const object = sample({ note: "x", [lastAppliedAnnotation]: "{}" });
    expect(withLastApplied(object, applied).metadata.annotations?.["note"]).toBe("x");
  });
});
