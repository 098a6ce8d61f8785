import { describe, expect, test } from "vitest";
import { lastAppliedAnnotation } from "../meta/vocabulary.ts";
import { SampleWrites } from "./testing/sample-object.ts";

const a = { name: "a" };
const b = { name: "b" };
const stepA = 'k:{"name":"a"}';
const stepB = 'k:{"name":"b"}';
const owned = { ".": {}, "f:name": {} };

describe("recordUpdate()", () => {
  test("a manager that creates an object owns its fields with the operation Update", () => {
    const sample = new SampleWrites().update("one", { text: "a", labels: { x: "1" } });
    expect(sample.entries).toEqual([
      {
        manager: "one",
        operation: "Update",
        apiVersion: "t/v1",
        time: "2024-01-01T00:00:01Z",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:spec": { ".": {}, "f:labels": { ".": {}, "f:x": {} }, "f:text": {} } },
      },
    ]);
  });

  test("a manager that creates an object does not own its identity", () => {
    const metadata = {
      name: "it",
      namespace: "default",
      uid: "1",
      generation: 1,
      creationTimestamp: "2024-01-01T00:00:00Z",
    };
    expect(new SampleWrites().update("one", undefined, { metadata }).entries).toEqual([]);
  });

  test("an update takes the changed fields from their managers, and no others", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true }).update("two", { text: "b", flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} }, two: { "f:text": {} } });
  });

  test("an update does not own unchanged fields, and does not change times", () => {
    const sample = new SampleWrites().update("one", { text: "a" }).update("two", { text: "a" });
    expect(sample.owners).toEqual({ one: { ".": {}, "f:text": {} } });
    expect(sample.entries[0]?.time).toBe("2024-01-01T00:00:01Z");
  });

  test("an update removes managers that no longer own a field", () => {
    const sample = new SampleWrites().update("one", { flag: true }).apply("two", { text: "a" });
    sample.update("three", { flag: true, text: "b" });
    expect(Object.keys(sample.owners)).toEqual(["one", "three"]);
  });

  test("an update removes a deleted field from all managers", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true }).apply("two", { text: "a" });
    sample.update("three", { flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} } });
  });

  test("a manager that updates has an entry for each version and each subresource", () => {
    const sample = new SampleWrites().update("one", { text: "a" });
    sample.update("one", { words: "a", flag: true }, { version: "t/v2" });
    sample.update("one", { text: "a", flag: true, number: 1 }, { subresource: "status" });
    expect(sample.entries.map(({ apiVersion, subresource }) => [apiVersion, subresource])).toEqual([
      ["t/v1", undefined],
      ["t/v2", undefined],
      ["t/v1", "status"],
    ]);
  });

  test("an update takes fields from managers in another version, by their names in that version", () => {
    const sample = new SampleWrites().apply("one", { text: "a" }).update("two", { words: "b" }, { version: "t/v2" });
    expect(sample.owners).toEqual({ two: { "f:words": {} } });
    sample.update("three", { text: "c" });
    expect(sample.owners).toEqual({ three: { "f:text": {} } });
  });

  test('an update without a manager name records the manager "unknown"', () => {
    expect(new SampleWrites().update("", { text: "a" }).entries[0]?.manager).toBe("unknown");
  });
});

describe("managedFields in requests", () => {
  const written = [
    {
      manager: "x",
      operation: "Update",
      apiVersion: "t/v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:flag": {} } },
    },
  ];

  test("an update stores the managedFields that the client sent", () => {
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true }, { metadata: { managedFields: written } });
    expect(sample.entries).toEqual(written);
  });

  test("an update keeps the stored managedFields if the client sent an invalid entry", () => {
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true }, { metadata: { managedFields: [...written, { manager: "y" }] } });
    expect(sample.owners).toEqual({ one: { ".": {}, "f:flag": {} } });
  });

  test.each([[[]], [[{}]]])(
    "an update with managedFields %j removes all managers, and later updates record none",
    (sent) => {
      const sample = new SampleWrites().update("one", { flag: true });
      sample.update("two", { flag: true }, { metadata: { managedFields: sent } });
      expect(sample.owners).toEqual({});
      sample.update("two", { flag: true, text: "b" });
      expect(sample.owners).toEqual({});
    },
  );

  test.each([[[]], [[{}]]])("an update with managedFields %j and another change records the writer alone", (sent) => {
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true, text: "a" }, { metadata: { managedFields: sent } });
    expect(sample.owners).toEqual({ two: { "f:text": {} } });
  });

  test("an update of a subresource ignores managedFields that the client sent", () => {
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true }, { subresource: "status", metadata: { managedFields: [{}] } });
    expect(sample.owners).toEqual({ one: { ".": {}, "f:flag": {} } });
  });

  test("an update replaces parts of atomic maps in sent managedFields by the whole map", () => {
    const fieldsV1 = { "f:spec": { "f:wholeLabels": { "f:x": {} } } };
    const sample = new SampleWrites().update("one", { wholeLabels: { x: "1" } });
    sample.update("two", { wholeLabels: { x: "1" } }, { metadata: { managedFields: [{ ...written[0], fieldsV1 }] } });
    expect(sample.owners).toEqual({ x: { "f:wholeLabels": {} } });
  });

  test("an update removes sent entries of an unknown version", () => {
    const old = { ...written[0], manager: "old", apiVersion: "t/v0" };
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true }, { metadata: { managedFields: [...written, old] } });
    expect(sample.entries).toEqual(written);
  });
});

describe("apply()", () => {
  test("apply() makes the manager own the applied fields, for a new and for an existing object", () => {
    const sample = new SampleWrites().apply("one", { text: "a", labels: { x: "1" }, items: [a] });
    const fields = { "f:items": { [stepA]: owned }, "f:labels": { "f:x": {} }, "f:text": {} };
    expect(sample.owners).toEqual({ one: fields });
    expect(sample.entries[0]?.operation).toBe("Apply");
    expect(sample.apply("one", { text: "b" }).owners).toEqual({ one: { "f:text": {} } });
  });

  test("apply() keeps the time of a manager if nothing changes", () => {
    const sample = new SampleWrites().apply("one", { text: "a" }).apply("one", { text: "a" });
    expect(sample.entries[0]?.time).toBe("2024-01-01T00:00:01Z");
    expect(sample.apply("one", { text: "b" }).entries[0]?.time).toBe("2024-01-01T00:00:03Z");
  });

  test("apply() shares a field with other managers if the values are equal", () => {
    const sample = new SampleWrites().apply("one", { text: "a" }).apply("two", { text: "a" });
    expect(sample.owners).toEqual({ one: { "f:text": {} }, two: { "f:text": {} } });
  });

  test("apply() reports conflicts with other managers and changes nothing", () => {
    const sample = new SampleWrites().apply("one", { text: "a" }).update("two", { text: "a", flag: true });
    expect(() => sample.apply("three", { text: "b", flag: false, number: 1 })).toThrow(
      [
        'Apply failed with 2 conflicts: conflicts with "one":',
        "- .spec.text",
        'conflicts with "two" using t/v1:',
        "- .spec.flag",
      ].join("\n"),
    );
    expect(sample.spec).toEqual({ text: "a", flag: true });
  });

  test("apply() with force takes fields from other managers", () => {
    const sample = new SampleWrites()
      .apply("one", { text: "a", flag: true })
      .apply("two", { text: "b" }, { force: true });
    expect(sample.spec).toEqual({ text: "b", flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} }, two: { "f:text": {} } });
  });

  test("apply() does not own fields that the endpoint does not write", () => {
    const sample = new SampleWrites(["spec.labels"]).apply("one", { text: "a", labels: { x: "1" } });
    expect(sample.owners).toEqual({ one: { "f:text": {} } });
  });

  test("apply() to an object without managers records the manager before-first-apply", () => {
    const sample = new SampleWrites().update("one", { text: "a", flag: true });
    sample.update("one", { text: "a", flag: true }, { metadata: { managedFields: [{}] } });
    expect(sample.entries).toEqual([]);
    expect(sample.update("one", { text: "b", flag: true }).entries).toEqual([]);
    expect(() => sample.apply("two", { text: "a" })).toThrow(
      'conflict with "before-first-apply" using t/v1: .spec.text',
    );
    sample.apply("two", { text: "b" });
    expect(sample.owners).toEqual({
      "before-first-apply": { ".": {}, "f:flag": {}, "f:text": {} },
      two: { "f:text": {} },
    });
  });

  test("apply() keeps one entry for a manager and uses the version of the last apply", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true });
    sample.apply("one", { words: "b" }, { version: "t/v2" });
    expect(sample.spec).toEqual({ text: "b" });
    expect(sample.owners).toEqual({ one: { "f:words": {} } });
    expect(sample.entries[0]?.apiVersion).toBe("t/v2");
  });

  test("apply() finds conflicts with managers in another version, by the field names in that version", () => {
    const sample = new SampleWrites().apply("one", { text: "a" });
    expect(() => sample.apply("two", { words: "b" }, { version: "t/v2" })).toThrow('conflict with "one": .spec.text');
  });
});

describe("fields that a manager no longer applies", () => {
  test("apply() removes fields that the manager no longer applies", () => {
    const sample = new SampleWrites().apply("one", {
      text: "a",
      labels: { x: "1", y: "1" },
      texts: ["p", "q"],
      items: [a, b],
    });
    sample.apply("one", { labels: { y: "1" }, texts: ["q"], items: [b] });
    expect(sample.spec).toEqual({ labels: { y: "1" }, texts: ["q"], items: [b] });
  });

  test("apply() removes a map when its last field is removed", () => {
    const sample = new SampleWrites().apply("one", { text: "a", labels: { x: "1" }, pair: { left: "1" }, items: [a] });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a" });
  });

  test("apply() keeps a field that another manager applies", () => {
    const sample = new SampleWrites()
      .apply("one", { text: "a", items: [a, b] })
      .apply("two", { text: "a", items: [b] });
    sample.apply("one", { items: [a] });
    expect(sample.spec).toEqual({ text: "a", items: [a, b] });
    expect(sample.owners).toEqual({
      one: { "f:items": { [stepA]: owned } },
      two: { "f:text": {}, "f:items": { [stepB]: owned } },
    });
  });

  test("apply() keeps a field that another manager updated", () => {
    const sample = new SampleWrites()
      .update("one", { text: "a" })
      .apply("two", { text: "a" })
      .apply("two", { flag: true });
    expect(sample.spec).toEqual({ text: "a", flag: true });
  });

  test("apply() keeps a field that another manager took by force", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true }).update("two", { text: "b", flag: true });
    expect(sample.apply("one", { flag: true }).spec).toEqual({ text: "b", flag: true });
  });

  test("apply() removes a list item with all its fields, even if another manager added some", () => {
    const sample = new SampleWrites().apply("one", { items: [a, b] });
    sample.update("two", { items: [a, { ...b, value: "1", labels: { x: "1" } }] });
    sample.apply("one", { items: [a] });
    expect(sample.spec).toEqual({ items: [a] });
    expect(Object.keys(sample.owners)).toEqual(["one"]);
  });

  test("apply() keeps a struct that contains fields of other managers, but not a list item", () => {
    const sample = new SampleWrites().apply("one", { labels: { x: "1" }, items: [a] });
    sample.update("two", { labels: { x: "1", y: "1" }, items: [a, b] });
    sample.apply("one", { text: "a" });
    expect(sample.spec).toEqual({ text: "a", labels: { y: "1" }, items: [b] });
  });

  test("apply() removes only its own fields of an item that another manager applies", () => {
    const sample = new SampleWrites().apply("one", { items: [a, { ...b, labels: { p: "1" } }] });
    sample.apply("two", { items: [{ ...b, labels: { q: "1" } }] });
    sample.update("three", { items: [a, { ...b, labels: { p: "1", q: "1", r: "1" } }] });
    sample.apply("one", { items: [a] });
    expect(sample.spec).toEqual({ items: [a, { ...b, labels: { q: "1", r: "1" } }] });
    expect(sample.owners).toEqual({
      one: { "f:items": { [stepA]: owned } },
      two: { "f:items": { [stepB]: { ...owned, "f:labels": { "f:q": {} } } } },
      three: { "f:items": { [stepB]: { "f:labels": { "f:r": {} } } } },
    });
  });

  test("apply() removes an owned map with entries that have no manager", () => {
    const sample = new SampleWrites(["spec.node.below.x.name"]).apply("one", { node: { below: { x: {} } } });
    sample.update("two", { node: { below: { x: { name: "1" } } } });
    sample.apply("one", { text: "a" });
    expect(sample.spec).toEqual({ text: "a" });
  });

  test("apply() keeps fields that had no manager", () => {
    const sample = new SampleWrites(["spec.flag"]).apply("one", { text: "a", flag: true });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a", flag: true });
  });

  test("apply() removes fields by their names in the version of the last apply", () => {
    const sample = new SampleWrites().apply("one", { text: "a", items: [a, b] });
    sample.apply("two", { items: [b] });
    sample.apply("one", { items: [a] }, { version: "t/v2" });
    expect(sample.spec).toEqual({ items: [a, b] });
  });

  test("apply() keeps a field that another manager owns in another version", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true });
    sample.apply("two", { words: "a" }, { version: "t/v2" });
    sample.apply("one", { flag: true });
    expect(sample.spec).toEqual({ text: "a", flag: true });
  });

  test("apply() keeps fields that were applied in a version that is no longer served", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true });
    const entries = sample.entries.map((entry) => ({ ...entry, apiVersion: "t/v0" }));
    sample.object.metadata.managedFields = entries;
    sample.apply("one", { flag: true });
    expect(sample.spec).toEqual({ text: "a", flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} } });
  });

  test("apply() removes an atomic value as a whole", () => {
    const sample = new SampleWrites().apply("one", {
      wholeLabels: { x: "1" },
      wholeList: ["a"],
      opaque: { x: 1 },
      text: "a",
    });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a" });
  });

  test("apply() removes null and empty values", () => {
    const sample = new SampleWrites().apply("one", { text: "a", labels: {}, pair: null });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a" });
  });
});

describe("managers that used the last-applied annotation", () => {
  const applied = (spec: object): string =>
    JSON.stringify({ apiVersion: "t/v1", kind: "Sample", metadata: { name: "it" }, spec });
  const annotated = (spec: object): object => ({ annotations: { [lastAppliedAnnotation]: applied(spec) } });
  const begun = (spec: object): SampleWrites =>
    new SampleWrites().update("kubectl-client-side-apply", { text: "a", flag: true }, { metadata: annotated(spec) });

  test("apply() by kubectl reports no conflict for unchanged fields of its last-applied annotation", () => {
    const sample = begun({ text: "a" }).apply("kubectl", { text: "b" });
    expect(sample.spec).toEqual({ text: "b", flag: true });
    expect(JSON.parse(sample.object.metadata.annotations?.[lastAppliedAnnotation] ?? "")).toEqual(
      JSON.parse(applied({ text: "b" })),
    );
  });

  test("apply() by another manager ignores the last-applied annotation", () => {
    expect(() => begun({ text: "a" }).apply("other", { text: "b" })).toThrow("conflict");
  });

  test("apply() by kubectl reports conflicts for fields that are not in its annotation", () => {
    expect(() => begun({ flag: true }).apply("kubectl", { text: "b", flag: false })).toThrow(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using t/v1: .spec.text',
    );
  });

  test("apply() by kubectl reports conflicts for fields that have changed since", () => {
    expect(() => begun({ text: "z" }).apply("kubectl", { text: "b" })).toThrow(".spec.text");
  });
});
