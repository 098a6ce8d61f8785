import { expect, test } from "vitest";
import { DocumentError, readDocument, splitDocuments } from "./documents.ts";

test("documents are told apart by lines of three dashes, and know where they begin", () => {
  const text = "a: 1\n---\nb: 2\n--- # the third\nc: 3\n...\n--- {d: 4}\n";
  expect(splitDocuments(text).map(({ line, text: own }) => [line, own.trim()])).toEqual([
    [1, "a: 1"],
    [3, "b: 2"],
    [5, "c: 3"],
    [7, "{d: 4}"],
  ]);
});

test("three dashes that are indented, or go on, are content", () => {
  const text = "text: |\n  one\n  ---\n  two\n----: x\n";
  expect(splitDocuments(text)).toHaveLength(1);
});

test("comments above a document belong to it, and those of an empty one go on to the next", () => {
  const text =
    "# of the file\n\n---\n# of nothing\n---\n\n# of a\n  # deeper\n\na: 1 # inside\n# below\n---\n# last words\n";
  expect(splitDocuments(text)).toEqual([
    {
      comments: ["# of the file", "", "# of nothing", "", "# of a", "  # deeper"],
      line: 10,
      text: "a: 1 # inside\n# below",
    },
  ]);
});

test.each(["", "\n\n", "---\n---\n", "# nothing\n", "\uFEFF"])("%j holds no document", (text) => {
  expect(splitDocuments(text)).toEqual([]);
});

test("files of other systems end their lines in two characters, and may begin with a mark", () => {
  expect(splitDocuments("\uFEFFa: 1\r\n---\r\nb: 2\r\n").map(({ text }) => text.trim())).toEqual(["a: 1", "b: 2"]);
});

test("JSON is a document", async () => {
  const [document] = splitDocuments('{\n  "kind": "List",\n  "items": []\n}\n');
  expect(document && (await readDocument(document)).object).toEqual({ kind: "List", items: [] });
});

test("repeated keys are told, by lines of the file", async () => {
  const [, document] = splitDocuments("a: 1\n---\na: 1\na: 2\n");
  expect(document && (await readDocument(document)).duplicates).toEqual(['line 4: key "a" already set in map']);
});

test.each([
  ["- a\n", "is no object: it must begin with apiVersion and kind"],
  ["text\n", "is no object: it must begin with apiVersion and kind"],
  ["a: [1\n", "line 1: did not find expected ',' or ']'"],
])("%j is no manifest", async (text, message) => {
  const [document] = splitDocuments(text);
  if (!document) throw new Error("there is a document");
  await expect(readDocument(document)).rejects.toThrow(DocumentError);
  await expect(readDocument(document)).rejects.toThrow(message);
});
