import { expect, test } from "vitest";
import { sampleDocument } from "./sample.ts";

const content = `/** First. */
const a = 1;

/**
 * Second, which has
 * two lines.
 */
function b(): void {
  c(); // Third.
}
`;
const files = [{ path: "src/room/file.ts", content }];

test("a sample shows the code with the comment hidden, then the comment", () => {
  const document = sampleDocument(files, 1, 3);
  expect(document).toContain("# 3 of 3 comments (--seed=1 --count=3)");
  expect(document).toContain(
    "const a = 1;\n\n⟨comment⟩\nfunction b(): void {\n  c(); // Third.\n}\n\n```\n\nComment: Second, which has\n  two lines.",
  );
  expect(document).toContain("function b(): void {\n  c(); ⟨comment⟩\n}\n\n```\n\nComment: Third.");
});

test("the same seed draws the same comments, another seed draws others", () => {
  const many = [{ path: "src/room/file.ts", content: content.repeat(50) }];
  expect(sampleDocument(many, 7, 20)).toBe(sampleDocument(many, 7, 20));
  expect(sampleDocument(many, 7, 20)).not.toBe(sampleDocument(many, 8, 20));
});
