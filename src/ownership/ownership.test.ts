import { describe, expect, test } from "vitest";
import { lastAppliedAnnotation } from "../meta/vocabulary.ts";
import { SampleWrites } from "./testing/sample-object.ts";

const a = { name: "a" };
const b = { name: "b" };
const stepA = 'k:{"name":"a"}';
const stepB = 'k:{"name":"b"}';
const owned = { ".": {}, "f:name": {} };

describe("who updates", () => {
  test("owns what it creates, as one who updates", () => {
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

  test("owns nothing of what names the object", () => {
    const metadata = {
      name: "it",
      namespace: "default",
      uid: "1",
      generation: 1,
      creationTimestamp: "2024-01-01T00:00:00Z",
    };
    expect(new SampleWrites().update("one", undefined, { metadata }).entries).toEqual([]);
  });

  test("takes what it changes from its owners, and nothing else", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true }).update("two", { text: "b", flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} }, two: { "f:text": {} } });
  });

  test("does not own what it leaves as it is, and has no other time for it", () => {
    const sample = new SampleWrites().update("one", { text: "a" }).update("two", { text: "a" });
    expect(sample.owners).toEqual({ one: { ".": {}, "f:text": {} } });
    expect(sample.entries[0]?.time).toBe("2024-01-01T00:00:01Z");
  });

  test("ends who owns nothing any more", () => {
    const sample = new SampleWrites().update("one", { flag: true }).apply("two", { text: "a" });
    sample.update("three", { flag: true, text: "b" });
    expect(Object.keys(sample.owners)).toEqual(["one", "three"]);
  });

  test("takes from all what it removes, and owns nothing of it", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true }).apply("two", { text: "a" });
    sample.update("three", { flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} } });
  });

  test("is another in each version and each subresource", () => {
    const sample = new SampleWrites().update("one", { text: "a" });
    sample.update("one", { words: "a", flag: true }, { version: "t/v2" });
    sample.update("one", { text: "a", flag: true, number: 1 }, { subresource: "status" });
    expect(sample.entries.map(({ apiVersion, subresource }) => [apiVersion, subresource])).toEqual([
      ["t/v1", undefined],
      ["t/v2", undefined],
      ["t/v1", "status"],
    ]);
  });

  test("takes fields from owners in another version by their names there", () => {
    const sample = new SampleWrites().apply("one", { text: "a" }).update("two", { words: "b" }, { version: "t/v2" });
    expect(sample.owners).toEqual({ two: { "f:words": {} } });
    sample.update("three", { text: "c" });
    expect(sample.owners).toEqual({ three: { "f:text": {} } });
  });

  test("is called unknown where it has no name", () => {
    expect(new SampleWrites().update("", { text: "a" }).entries[0]?.manager).toBe("unknown");
  });
});

describe("entries that clients write", () => {
  const written = [
    {
      manager: "x",
      operation: "Update",
      apiVersion: "t/v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:spec": { "f:flag": {} } },
    },
  ];

  test("are taken", () => {
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true }, { metadata: { managedFields: written } });
    expect(sample.entries).toEqual(written);
  });

  test("are left as they are where one of them is none", () => {
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

  test("are not taken through a subresource", () => {
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true }, { subresource: "status", metadata: { managedFields: [{}] } });
    expect(sample.owners).toEqual({ one: { ".": {}, "f:flag": {} } });
  });

  test("that name parts of what has one owner are those of the whole", () => {
    const fieldsV1 = { "f:spec": { "f:wholeLabels": { "f:x": {} } } };
    const sample = new SampleWrites().update("one", { wholeLabels: { x: "1" } });
    sample.update("two", { wholeLabels: { x: "1" } }, { metadata: { managedFields: [{ ...written[0], fieldsV1 }] } });
    expect(sample.owners).toEqual({ x: { "f:wholeLabels": {} } });
  });

  test("of a version that nobody knows go with the next write", () => {
    const old = { ...written[0], manager: "old", apiVersion: "t/v0" };
    const sample = new SampleWrites().update("one", { flag: true });
    sample.update("two", { flag: true }, { metadata: { managedFields: [...written, old] } });
    expect(sample.entries).toEqual(written);
  });
});

describe("who applies", () => {
  test("owns what it names, once the object is there and before", () => {
    const sample = new SampleWrites().apply("one", { text: "a", labels: { x: "1" }, items: [a] });
    const fields = { "f:items": { [stepA]: owned }, "f:labels": { "f:x": {} }, "f:text": {} };
    expect(sample.owners).toEqual({ one: fields });
    expect(sample.entries[0]?.operation).toBe("Apply");
    expect(sample.apply("one", { text: "b" }).owners).toEqual({ one: { "f:text": {} } });
  });

  test("has the time of its last change", () => {
    const sample = new SampleWrites().apply("one", { text: "a" }).apply("one", { text: "a" });
    expect(sample.entries[0]?.time).toBe("2024-01-01T00:00:01Z");
    expect(sample.apply("one", { text: "b" }).entries[0]?.time).toBe("2024-01-01T00:00:03Z");
  });

  test("shares what others have with the same value", () => {
    const sample = new SampleWrites().apply("one", { text: "a" }).apply("two", { text: "a" });
    expect(sample.owners).toEqual({ one: { "f:text": {} }, two: { "f:text": {} } });
  });

  test("is told of what others own with another value, and changes nothing", () => {
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

  test("takes it from them by force", () => {
    const sample = new SampleWrites()
      .apply("one", { text: "a", flag: true })
      .apply("two", { text: "b" }, { force: true });
    expect(sample.spec).toEqual({ text: "b", flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} }, two: { "f:text": {} } });
  });

  test("keeps out of what nobody owns there", () => {
    const sample = new SampleWrites(["spec.labels"]).apply("one", { text: "a", labels: { x: "1" } });
    expect(sample.owners).toEqual({ one: { "f:text": {} } });
  });

  test("to an object that nobody tracks meets one who wrote all of it before", () => {
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

  test("is one in all versions, and names fields as the last of them does", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true });
    sample.apply("one", { words: "b" }, { version: "t/v2" });
    expect(sample.spec).toEqual({ text: "b" });
    expect(sample.owners).toEqual({ one: { "f:words": {} } });
    expect(sample.entries[0]?.apiVersion).toBe("t/v2");
  });

  test("meets owners in another version by the names of fields there", () => {
    const sample = new SampleWrites().apply("one", { text: "a" });
    expect(() => sample.apply("two", { words: "b" }, { version: "t/v2" })).toThrow('conflict with "one": .spec.text');
  });
});

describe("what is not applied any more", () => {
  test("goes", () => {
    const sample = new SampleWrites().apply("one", {
      text: "a",
      labels: { x: "1", y: "1" },
      texts: ["p", "q"],
      items: [a, b],
    });
    sample.apply("one", { labels: { y: "1" }, texts: ["q"], items: [b] });
    expect(sample.spec).toEqual({ labels: { y: "1" }, texts: ["q"], items: [b] });
  });

  test("goes with what holds it, where that held nothing else", () => {
    const sample = new SampleWrites().apply("one", { text: "a", labels: { x: "1" }, pair: { left: "1" }, items: [a] });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a" });
  });

  test("stays where another applies it", () => {
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

  test("stays where another set it", () => {
    const sample = new SampleWrites()
      .update("one", { text: "a" })
      .apply("two", { text: "a" })
      .apply("two", { flag: true });
    expect(sample.spec).toEqual({ text: "a", flag: true });
  });

  test("stays where it was taken", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true }).update("two", { text: "b", flag: true });
    expect(sample.apply("one", { flag: true }).spec).toEqual({ text: "b", flag: true });
  });

  test("goes though another put something below that it does not own: an item with all it holds", () => {
    const sample = new SampleWrites().apply("one", { items: [a, b] });
    sample.update("two", { items: [a, { ...b, value: "1", labels: { x: "1" } }] });
    sample.apply("one", { items: [a] });
    expect(sample.spec).toEqual({ items: [a] });
    expect(Object.keys(sample.owners)).toEqual(["one"]);
  });

  test("stays as the holder of what others own: a field, not an item", () => {
    const sample = new SampleWrites().apply("one", { labels: { x: "1" }, items: [a] });
    sample.update("two", { labels: { x: "1", y: "1" }, items: [a, b] });
    sample.apply("one", { text: "a" });
    expect(sample.spec).toEqual({ text: "a", labels: { y: "1" }, items: [b] });
  });

  test("stays below an item that another applies, but for what only its owner applied", () => {
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

  test("goes with members that nobody owns, where it held them in an entry of its own", () => {
    const sample = new SampleWrites(["spec.node.below.x.name"]).apply("one", { node: { below: { x: {} } } });
    sample.update("two", { node: { below: { x: { name: "1" } } } });
    sample.apply("one", { text: "a" });
    expect(sample.spec).toEqual({ text: "a" });
  });

  test("stays where nobody owned it", () => {
    const sample = new SampleWrites(["spec.flag"]).apply("one", { text: "a", flag: true });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a", flag: true });
  });

  test("goes in the version in which it was applied", () => {
    const sample = new SampleWrites().apply("one", { text: "a", items: [a, b] });
    sample.apply("two", { items: [b] });
    sample.apply("one", { items: [a] }, { version: "t/v2" });
    expect(sample.spec).toEqual({ items: [a, b] });
  });

  test("stays where another owns it in another version", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true });
    sample.apply("two", { words: "a" }, { version: "t/v2" });
    sample.apply("one", { flag: true });
    expect(sample.spec).toEqual({ text: "a", flag: true });
  });

  test("stays where it was applied in a version that is gone", () => {
    const sample = new SampleWrites().apply("one", { text: "a", flag: true });
    const entries = sample.entries.map((entry) => ({ ...entry, apiVersion: "t/v0" }));
    sample.object.metadata.managedFields = entries;
    sample.apply("one", { flag: true });
    expect(sample.spec).toEqual({ text: "a", flag: true });
    expect(sample.owners).toEqual({ one: { "f:flag": {} } });
  });

  test("goes as a whole where it had one owner", () => {
    const sample = new SampleWrites().apply("one", {
      wholeLabels: { x: "1" },
      wholeList: ["a"],
      opaque: { x: 1 },
      text: "a",
    });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a" });
  });

  test("goes where it was null or empty", () => {
    const sample = new SampleWrites().apply("one", { text: "a", labels: {}, pair: null });
    expect(sample.apply("one", { text: "a" }).spec).toEqual({ text: "a" });
  });
});

describe("who applied by annotation before", () => {
  const applied = (spec: object): string =>
    JSON.stringify({ apiVersion: "t/v1", kind: "Sample", metadata: { name: "it" }, spec });
  const annotated = (spec: object): object => ({ annotations: { [lastAppliedAnnotation]: applied(spec) } });
  const begun = (spec: object): SampleWrites =>
    new SampleWrites().update("kubectl-client-side-apply", { text: "a", flag: true }, { metadata: annotated(spec) });

  test("owns what it applied and nobody changed, when it goes on as kubectl", () => {
    const sample = begun({ text: "a" }).apply("kubectl", { text: "b" });
    expect(sample.spec).toEqual({ text: "b", flag: true });
    expect(JSON.parse(sample.object.metadata.annotations?.[lastAppliedAnnotation] ?? "")).toEqual(
      JSON.parse(applied({ text: "b" })),
    );
  });

  test("does not under another name", () => {
    expect(() => begun({ text: "a" }).apply("other", { text: "b" })).toThrow("conflict");
  });

  test("does not own what it did not apply", () => {
    expect(() => begun({ flag: true }).apply("kubectl", { text: "b", flag: false })).toThrow(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using t/v1: .spec.text',
    );
  });

  test("does not own what is another now", () => {
    expect(() => begun({ text: "z" }).apply("kubectl", { text: "b" })).toThrow(".spec.text");
  });
});
