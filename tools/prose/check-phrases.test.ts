import { expect, test } from "vitest";
import { findUnclearPhrases } from "./check-phrases.ts";
import { violationLine } from "./docstrings.ts";
import { unclearPhrases } from "./unclear-phrases.ts";

function report(content: string, path = "src/room/file.ts"): string[] {
  return findUnclearPhrases({ path, content }).map(violationLine);
}

/** One example for each pattern, in the order of the patterns. */
const examples: readonly (readonly [text: string, found: string])[] = [
  ["By which clients know it.", "By which"],
  ["It is sent. And it is kept.", "And"],
  ["Who reads, waits.", "Who"],
  ["What a list keeps.", "What"],
  ["Of a list, the limit.", "Of"],
  ["Deletes what is there.", "what is there"],
  ["It lets go of the lock.", "lets go"],
  ["The client is told.", "is told"],
  ["The server tells the client.", "tells"],
  ["The value asked for.", "asked for"],
  ["A folder of its own.", "of its own"],
  ["The watch goes on.", "goes on"],
  ["Then nobody reads.", "nobody"],
  ["It waits for whoever writes.", "whoever"],
  ["It waits for so long.", "for so long"],
  ["One in so many requests.", "so many"],
  ["The name stands in the header.", "stands in"],
  ["The name stands there.", "stands there"],
  ["It is kept as it mostly is.", "as it mostly is"],
  ["Returns the latter.", "the latter"],
  ["The object is gone.", "is gone"],
  ["It is not read any more.", "any more"],
  ["It comes to an end.", "comes to"],
  ["Sorted by what is wrong.", "by what"],
  ["Used in the place of the file.", "in the place of"],
  ["It knows of no file.", "knows of"],
  ["The file is not there.", "is not there"],
];

test("every pattern has an example, and each example is reported with the better form", () => {
  const reports = examples.map(([text]) => report(`// ${text}`));
  expect(reports).toEqual(
    examples.map(([, found], index) => [`src/room/file.ts:1 "${found}": ${unclearPhrases[index]?.better}`]),
  );
  expect(examples).toHaveLength(unclearPhrases.length);
});

test("phrases are found across the lines of a comment, with the line on which they begin", () => {
  expect(report("/**\n * The name stands\n * in the header.\n */")).toEqual([
    expect.stringMatching(/^src\/room\/file\.ts:2 "stands in": /),
  ]);
  expect(report("const a = 1; // The name\n// goes on.\n// The name goes\n// on.\n")).toHaveLength(2);
});

test("titles of tests and texts of flags are read", () => {
  expect(report(`test.each([["a"]])("nobody reads %s", () => {});`, "src/room/file.test.ts")).toHaveLength(1);
  expect(report("test(`nobody reads ${one}`, () => {});", "src/room/file.test.ts")).toHaveLength(1);
  expect(report(`describe("nobody", () => { it("is told", run); });`, "src/room/file.test.ts")).toHaveLength(2);
  expect(report(`const flag = { doc: "The folder of " +\n"its own." };`, "src/app/flags.ts")).toHaveLength(1);
  expect(report(`const field = optional(text, 2, "Names that nobody uses.");`, "src/api/core/v1/pod.ts")).toHaveLength(
    1,
  );
});

test("code, quotations and other strings are not read", () => {
  const code = [
    '// The rule `nobody`, "nobody" and what they mean; and so on. One and the same. As much as that.',
    `const text = "nobody";`,
    "const pattern = /nobody/; pattern.test(`nobody`);",
    `regex.test("nobody");`,
  ];
  expect(report(code.join("\n"))).toEqual([]);
});

test("documents are read without their code", () => {
  const page = ["# What it does", "", "- Nobody reads", "", "```", "nobody", "```", "", "    nobody", "`nobody`"];
  expect(report(page.join("\n"), "docs/page.md")).toEqual([
    expect.stringContaining(`docs/page.md:1 "What": `),
    expect.stringContaining(`docs/page.md:3 "Nobody": `),
  ]);
});
