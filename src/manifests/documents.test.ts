import { expect, test } from "vitest";
import { DocumentError, readDocument, splitDocuments } from "./documents.ts";

test("splitDocuments() splits at lines of three dashes and returns the first line of each document", () => {
  const text = "a: 1\n---\nb: 2\n--- # the third\nc: 3\n...\n--- {d: 4}\n";
  expect(splitDocuments(text).map(({ line, text: own }) => [line, own.trim()])).toEqual([
    [1, "a: 1"],
    [3, "b: 2"],
    [5, "c: 3"],
    [7, "{d: 4}"],
  ]);
});

test("splitDocuments() does not split at dashes that are indented or part of a longer text", () => {
  const text = "text: |\n  one\n  ---\n  two\n----: x\n";
  expect(splitDocuments(text)).toHaveLength(1);
});

test("splitDocuments() returns the comments above a document, including those of empty documents before it", () => {
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

test.each(["", "\n\n", "---\n---\n", "# nothing\n", "\uFEFF"])(
  "splitDocuments() returns no document for %j",
  (text) => {
    expect(splitDocuments(text)).toEqual([]);
  },
);

test("splitDocuments() accepts CRLF line ends and a byte order mark", () => {
  expect(splitDocuments("\uFEFFa: 1\r\n---\r\nb: 2\r\n").map(({ text }) => text.trim())).toEqual(["a: 1", "b: 2"]);
});

test("readDocument() parses JSON", async () => {
  const [document] = splitDocuments('{\n  "kind": "List",\n  "items": []\n}\n');
  expect(document && (await readDocument(document)).object).toEqual({ kind: "List", items: [] });
});

test("readDocument() reports duplicate keys with line numbers of the file", async () => {
  const [, document] = splitDocuments("a: 1\n---\na: 1\na: 2\n");
  expect(document && (await readDocument(document)).duplicates).toEqual(['line 4: key "a" already set in map']);
});

test.each([
  ["- a\n", "is no object: it must begin with apiVersion and kind"],
  ["text\n", "is no object: it must begin with apiVersion and kind"],
  ["a: [1\n", "line 1: did not find expected ',' or ']'"],
])("readDocument() rejects %j", async (text, message) => {
  const [document] = splitDocuments(text);
  if (!document) throw new Error("there is a document");
  await expect(readDocument(document)).rejects.toThrow(DocumentError);
  await expect(readDocument(document)).rejects.toThrow(message);
});
