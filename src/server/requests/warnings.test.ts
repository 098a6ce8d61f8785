import { describe, expect, test } from "vitest";
import { Warnings } from "./warnings.ts";

function headersOf(...texts: string[]): string[] {
  const warnings = new Warnings();
  for (const text of texts) warnings.add(text);
  return warnings.headers();
}

test("a warning is a code, no agent and a quoted text", () => {
  expect(headersOf("spec.a is deprecated")).toEqual(['299 - "spec.a is deprecated"']);
});

test.each([
  ["quotes", 'say "hi"', '299 - "say \\"hi\\""'],
  ["backslashes", "a\\b", '299 - "a\\\\b"'],
  ["an escaped quote", '\\"', '299 - "\\\\\\""'],
  ["other letters", "naïve ☃", `299 - "${Buffer.from("naïve ☃").toString("latin1")}"`],
  ["half a character", "a\ud83d", `299 - "${Buffer.from("a\ufffd").toString("latin1")}"`],
])("a text may hold %s", (_, text, header) => {
  expect(headersOf(text)).toEqual([header]);
});

/** As in the reference, no header is made of it. */
test.each(["a\r\nSet-Cookie: b", "a\u0085b", "a\0b", "a\tb", "a\u001bb", "a\u007fb"])(
  "a text with a control character is dropped: %j",
  (text) => {
    expect(headersOf(text)).toEqual([]);
  },
);

test("a text is sent once, and an empty one never", () => {
  expect(headersOf("a", "b", "", "a")).toEqual(['299 - "a"', '299 - "b"']);
});

describe("warnings that are long together", () => {
  const long = (letter: string, length: number): string => letter.repeat(length);

  test("stay as they are up to 4096 characters", () => {
    expect(headersOf(long("a", 4000), long("b", 96))).toEqual([
      `299 - "${long("a", 4000)}"`,
      `299 - "${long("b", 96)}"`,
    ]);
  });

  test("are cut to 256 characters each beyond, those before as well", () => {
    expect(headersOf(long("a", 4000), long("b", 97), long("c", 300))).toEqual([
      `299 - "${long("a", 256)}"`,
      `299 - "${long("b", 97)}"`,
      `299 - "${long("c", 256)}"`,
    ]);
  });

  test("are dropped once even so there are 4096 of them", () => {
    const texts = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(1000, "x"));
    expect(headersOf(...texts)).toEqual(texts.slice(0, 16).map((text) => `299 - "${text.slice(0, 256)}"`));
  });

  test("are cut between characters", () => {
    const [header = ""] = headersOf("😀".repeat(5000));
    expect(header).toBe(`299 - "${Buffer.from("😀".repeat(256)).toString("latin1")}"`);
  });

  test("are no more headers than clients take", () => {
    expect(headersOf(...Array.from({ length: 200 }, (_, index) => `w${index}`))).toHaveLength(100);
  });
});
