import { describe, expect, test } from "vitest";
import { Warnings } from "./warnings.ts";

function headersOf(...texts: string[]): string[] {
  const warnings = new Warnings();
  for (const text of texts) warnings.add(text);
  return warnings.headers();
}

test("Warnings.headers() returns warnings with a code, no agent and a quoted text", () => {
  expect(headersOf("spec.a is deprecated")).toEqual(['299 - "spec.a is deprecated"']);
});

test.each([
  ["quotes", 'say "hi"', '299 - "say \\"hi\\""'],
  ["backslashes", "a\\b", '299 - "a\\\\b"'],
  ["an escaped quote", '\\"', '299 - "\\\\\\""'],
  ["other letters", "naïve ☃", `299 - "${Buffer.from("naïve ☃").toString("latin1")}"`],
  ["half a character", "a\ud83d", `299 - "${Buffer.from("a\ufffd").toString("latin1")}"`],
])("a warning may contain %s", (_, text, header) => {
  expect(headersOf(text)).toEqual([header]);
});

/** The reference does not send such warnings either. */
test.each(["a\r\nSet-Cookie: b", "a\u0085b", "a\0b", "a\tb", "a\u001bb", "a\u007fb"])(
  "a warning with a control character is dropped: %j",
  (text) => {
    expect(headersOf(text)).toEqual([]);
  },
);

test("a repeated warning is sent once, and an empty one never", () => {
  expect(headersOf("a", "b", "", "a")).toEqual(['299 - "a"', '299 - "b"']);
});

describe("long warnings", () => {
  const long = (letter: string, length: number): string => letter.repeat(length);

  test("warnings with up to 4096 characters in total are not cut", () => {
    expect(headersOf(long("a", 4000), long("b", 96))).toEqual([
      `299 - "${long("a", 4000)}"`,
      `299 - "${long("b", 96)}"`,
    ]);
  });

  test("warnings with more than 4096 characters in total are cut to 256 characters each", () => {
    expect(headersOf(long("a", 4000), long("b", 97), long("c", 300))).toEqual([
      `299 - "${long("a", 256)}"`,
      `299 - "${long("b", 97)}"`,
      `299 - "${long("c", 256)}"`,
    ]);
  });

  test("warnings are dropped when the cut ones reach 4096 characters", () => {
    const texts = Array.from({ length: 40 }, (_, index) => `${index}`.padEnd(1000, "x"));
    expect(headersOf(...texts)).toEqual(texts.slice(0, 16).map((text) => `299 - "${text.slice(0, 256)}"`));
  });

  test("warnings are cut between characters, not inside one", () => {
    const [header = ""] = headersOf("😀".repeat(5000));
    expect(header).toBe(`299 - "${Buffer.from("😀".repeat(256)).toString("latin1")}"`);
  });

  test("Warnings.headers() returns at most 100 warnings", () => {
    expect(headersOf(...Array.from({ length: 200 }, (_, index) => `w${index}`))).toHaveLength(100);
  });
});
