import { expect, test } from "vitest";
import { Fields } from "../../../test/support/protobuf-message.ts";
import type { CachedObject } from "../../cache/index.ts";
import { openResource } from "../../registry/testing/fixture.ts";
import { storedType } from "../served/document-type.ts";
import type { Output } from "./output.ts";
import { ProtobufContents } from "./protobuf-contents.ts";
import { cachedMap } from "./testing/cached-map.ts";

const whole: Output = { mediaType: "application/vnd.orch.protobuf", pretty: false };
const metadata: Output = { ...whole, as: { kind: "PartialObjectMetadata", apiVersion: "meta.orch.io/v1" } };

/** Returns two forms of ConfigMaps, and contents with room for this many objects of `cachedMap()`. */
async function openContents(objects: number) {
  const fixture = await openResource();
  const documentType = storedType(fixture.resource);
  const form = { documentType, output: whole };
  const one = cachedMap("a");
  const bytes = new ProtobufContents(Number.MAX_SAFE_INTEGER).get(form, one).length;
  return {
    form,
    metadataForm: { documentType, output: metadata },
    contents: new ProtobufContents(bytes * objects),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

function nameIn(content: Buffer): string {
  return new Fields(content).message(1).text(1);
}

test("the content of an object is made once for each form, and kept with the object", async () => {
  await using opened = await openContents(10);
  const { contents, form, metadataForm } = opened;
  const object = cachedMap("a", { data: { x: "y" } });
  expect(contents.peek(form, object)).toBeUndefined();
  const content = contents.get(form, object);
  expect(nameIn(content)).toBe("a");
  expect(contents.get(form, object)).toBe(content);
  expect(contents.peek(metadataForm, object)).toBeUndefined();
  expect(contents.get(metadataForm, object).length).toBeLessThan(content.length);
});

test("contents that were not used since make room for new ones", async () => {
  await using opened = await openContents(2);
  const { contents, form } = opened;
  const objects = ["a", "b", "c"].map((name) => cachedMap(name)) as [CachedObject, CachedObject, CachedObject];
  contents.get(form, objects[0]);
  contents.get(form, objects[1]);
  contents.get(form, objects[0]);
  contents.get(form, objects[2]);
  expect(objects.map((object) => contents.peek(form, object) !== undefined)).toEqual([true, false, true]);
});

test("an object without room is sent, but not kept", async () => {
  await using opened = await openContents(0);
  const { contents, form } = opened;
  const object = cachedMap("a");
  expect(nameIn(contents.get(form, object))).toBe("a");
  expect(contents.peek(form, object)).toBeUndefined();
});
