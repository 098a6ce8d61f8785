import { expect, test } from "vitest";
import { ParseError } from "./parse-error.ts";

test("a ParseError has no stack trace, and later errors have one", () => {
  const cause = new Error("outer");
  const error = new ParseError("bad text", { cause });
  expect(error).toMatchObject({ name: "ParseError", message: "bad text", cause });
  expect(error.stack).not.toContain("\n");
  expect(new Error("later").stack).toContain("parse-error.test.ts");
});
