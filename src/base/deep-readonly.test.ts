import { expect, test } from "vitest";
import type { DeepReadonly, DeepWritable } from "./deep-readonly.ts";
import { writableCopy } from "./json-tree.ts";

interface Box {
  name?: string;
  lists: { items: string[] }[];
}

const sealed: DeepReadonly<Box> = { name: "a", lists: [{ items: ["x"] }] };

test("the compiler rejects a change of a DeepReadonly value at any depth, and its use as a writable value", () => {
  const changes = [
    // @ts-expect-error: a member
    (box: DeepReadonly<Box>) => (box.name = "b"),
    // @ts-expect-error: an item
    (box: DeepReadonly<Box>) => (box.lists[0] = { items: [] }),
    // @ts-expect-error: a list in a list
    (box: DeepReadonly<Box>) => box.lists[0]?.items.push("y"),
    // @ts-expect-error: the whole value
    (box: DeepReadonly<Box>): Box => box,
  ];
  expect(changes).toHaveLength(4);
});

test("writableCopy returns a copy that may be changed, and shares nothing with the original", () => {
  const copy: DeepWritable<typeof sealed> = writableCopy(sealed);
  copy.name = "b";
  copy.lists[0]?.items.push("y");
  expect(copy).toEqual({ name: "b", lists: [{ items: ["x", "y"] }] });
  expect(sealed).toEqual({ name: "a", lists: [{ items: ["x"] }] });
});
