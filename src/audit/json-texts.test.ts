import { expect, test } from "vitest";
import { repeatedJson } from "./json-texts.ts";

test("repeatedJson() returns the JSON of each text, also after it has dropped its texts", () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `a "quoted" ${index}\n`);
  for (let round = 0; round < 2; round++) {
    for (const text of texts) expect(JSON.parse(repeatedJson(text))).toBe(text);
  }
  const long = "é".repeat(1000);
  expect([repeatedJson(long), repeatedJson(long)]).toEqual([`"${long}"`, `"${long}"`]);
});
