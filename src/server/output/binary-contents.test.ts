import { describe, expect, test } from "vitest";
import { readCbor } from "../../../test/support/cbor-items.ts";
import { Fields } from "../../../test/support/protobuf-message.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import type { CachedObject } from "../../cache/index.ts";
import { openResource } from "../../registry/testing/fixture.ts";
import { type DocumentType, storedType } from "../served/document-type.ts";
import { BinaryContents } from "./binary-contents.ts";
import { type BinaryFormat, binaryFormat, type ContentForm } from "./binary-format.ts";
import { cborListText } from "./cbor-list-text.ts";
import { ChunkCollector } from "./chunk-collector.ts";
import { eventEncoder } from "./event-encoder.ts";
import { listFormOfItems } from "./list-form.ts";
import type { Output } from "./output.ts";
import { cachedMap } from "./testing/cached-map.ts";

const mediaTypes = ["application/vnd.orch.protobuf", "application/cbor"] as const;

function outputIn(mediaType: (typeof mediaTypes)[number]): Output {
  return { mediaType, pretty: false };
}

/** Returns the document type of ConfigMaps, and the number of documents that were made. */
function counted(type: DocumentType): { readonly documentType: DocumentType; readonly made: () => number } {
  let made = 0;
  const toDocument = (object: CachedObject): CachedObject => {
    made++;
    return type.toDocument(object);
  };
  return { documentType: { ...type, toDocument }, made: () => made };
}

/** Returns the name in a content, and reads all of the content. */
function nameIn(format: BinaryFormat, content: Buffer): string {
  if (format.name === "protobuf") return new Fields(content).message(1).text(1);
  return readCbor(format.document({ kind: "ConfigMap", apiVersion: "v1" }, content)).metadata.name;
}

describe.each(mediaTypes)("contents in %s", (mediaType) => {
  const output = outputIn(mediaType);
  const format = binaryFormat(output) as BinaryFormat;
  const metadataOutput: Output = { ...output, as: { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1" } };

  /** Returns two forms of ConfigMaps, and contents with room for this many objects of `cachedMap()`. */
  async function openContents(objects: number) {
    const fixture = await openResource();
    const { documentType, made } = counted(storedType(fixture.resource));
    const form: ContentForm = { documentType, output };
    const bytes = format.content({ ...form, documentType: storedType(fixture.resource) }, cachedMap("a")).length;
    return {
      form,
      made,
      metadataForm: { documentType, output: metadataOutput },
      contents: new BinaryContents(bytes * objects),
      [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
    };
  }

  test("the content of an object is made once for each form, and kept with the object", async () => {
    await using opened = await openContents(10);
    const { contents, form, metadataForm, made } = opened;
    const object = cachedMap("a", { data: { x: "y" } });
    expect(contents.peek(format, form, object)).toBeUndefined();
    const content = contents.get(format, form, object);
    expect(nameIn(format, content)).toBe("a");
    expect(contents.get(format, form, object)).toBe(content);
    expect(made()).toBe(1);
    expect(contents.peek(format, metadataForm, object)).toBeUndefined();
    expect(contents.get(format, metadataForm, object).length).toBeLessThan(content.length);
  });

  test("another version of an object, and the same object in another document type, have their own contents", async () => {
    await using opened = await openContents(10);
    const { contents, form } = opened;
    const object = cachedMap("a");
    contents.get(format, form, object);
    expect(contents.peek(format, form, cachedMap("a", { data: { x: "new" } }))).toBeUndefined();
    // A definition that changes has a new document type, even if kind and apiVersion stay.
    const changed: ContentForm = { ...form, documentType: { ...form.documentType, toDocument: () => cachedMap("b") } };
    expect(nameIn(format, contents.get(format, changed, object))).toBe("b");
    expect(nameIn(format, contents.get(format, form, object))).toBe("a");
  });

  test("contents that were not used since make room for new ones", async () => {
    await using opened = await openContents(2);
    const { contents, form } = opened;
    const objects = ["a", "b", "c"].map((name) => cachedMap(name)) as [CachedObject, CachedObject, CachedObject];
    contents.get(format, form, objects[0]);
    contents.get(format, form, objects[1]);
    contents.get(format, form, objects[0]);
    contents.get(format, form, objects[2]);
    expect(objects.map((object) => contents.peek(format, form, object) !== undefined)).toEqual([true, false, true]);
  });

  test("an object without room is sent, but not kept", async () => {
    await using opened = await openContents(0);
    const { contents, form } = opened;
    const object = cachedMap("a");
    expect(nameIn(format, contents.get(format, form, object))).toBe("a");
    expect(contents.peek(format, form, object)).toBeUndefined();
    expect(contents.keptBytes).toBe(0);
  });

  test("a content that two requests make at the same time is kept and counted once", async () => {
    await using opened = await openContents(10);
    const { contents, form } = opened;
    const object = cachedMap("a");
    const [first, second] = [format.content(form, object), format.content(form, object)];
    expect(contents.keep(format, form, object, first)).toBe(first);
    expect(contents.keep(format, form, object, second)).toBe(first);
    expect(contents.keptBytes).toBe(first.length);
  });

  test("kept contents are those of their objects and never exceed the limit, whatever is read", async () => {
    await using opened = await openContents(5);
    const { contents, form, metadataForm } = opened;
    const limit = format.content(form, cachedMap("a")).length * 5;
    const seed = newSeed();
    const random = seededRandom(seed);
    const names = Array.from({ length: 12 }, (_, index) => `map-${index}`);
    const objects = new Map(names.map((name) => [name, cachedMap(name)]));
    for (let round = 0; round < 2000; round++) {
      const name = names[random.below(names.length)] as string;
      // An update replaces the object. A deletion, and a later creation, do the same.
      if (random.below(4) === 0) objects.set(name, cachedMap(name, { data: { round: "x".repeat(random.below(200)) } }));
      const object = objects.get(name) as CachedObject;
      const read = random.below(3) === 0 ? metadataForm : form;
      const content = contents.get(format, read, object);
      expect(content.equals(format.content(read, object)), `seed ${seed}, round ${round}`).toBe(true);
      expect(contents.keptBytes, `seed ${seed}, round ${round}`).toBeLessThanOrEqual(limit);
    }
  });

  test("watches keep the contents of new objects, but not those of deleted ones", async () => {
    await using opened = await openContents(10);
    const { contents, form, made } = opened;
    const encoder = eventEncoder(form.documentType, output, undefined, undefined, contents);
    const [created, deleted] = [cachedMap("a"), cachedMap("b")];
    encoder.encode({ type: "ADDED", revision: 7, object: created } as never);
    expect(nameIn(format, contents.get(format, form, created))).toBe("a");
    expect(made()).toBe(1);
    const { keptBytes } = contents;
    encoder.encode({ type: "DELETED", revision: 8, object: deleted } as never);
    expect(contents.peek(format, form, deleted)).toBeUndefined();
    expect(contents.keptBytes).toBe(keptBytes);
  });
});

test("a list in CBOR uses the contents that gets have kept, and keeps those that another thread has made", async () => {
  const output = outputIn("application/cbor");
  const format = binaryFormat(output) as BinaryFormat;
  await using fixture = await openResource();
  const { documentType, made } = counted(storedType(fixture.resource));
  const form: ContentForm = { documentType, output };
  const contents = new BinaryContents(1_000_000);
  const [kept, remote] = [cachedMap("a", { data: { x: "ü" } }), cachedMap("b")];
  contents.get(format, form, kept);
  const remoteContent = format.content(form, remote);
  const list = listFormOfItems(documentType, { output, table: undefined, metadata: { resourceVersion: "9" } });
  const text = cborListText(list, { format, form, contents });
  const chunks = new ChunkCollector();
  text.begin(chunks, 2);
  text.item(chunks, kept, true);
  chunks.addBytes(text.remoteItem?.(remote, remoteContent) as Buffer);
  text.end(chunks, false);
  expect(readCbor(Buffer.concat([...chunks.takeAll()]))).toMatchObject({
    kind: "ConfigMapList",
    metadata: { resourceVersion: "9" },
    items: [{ data: { x: "ü" } }, { metadata: { name: "b" } }],
  });
  expect(contents.peek(format, form, remote)).toBe(remoteContent);
  expect(made()).toBe(2);
});
