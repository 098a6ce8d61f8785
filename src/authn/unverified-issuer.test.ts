import { expect, test } from "vitest";
import { unverifiedIssuer } from "./unverified-issuer.ts";

/** Computed by Go's `json.Unmarshal` into a struct with the field `iss`. */
test.each<[string, readonly (readonly [string, unknown])[], string | undefined]>([
  ["no claims", [], ""],
  ["another case", [["ISS", "a"]], "a"],
  ["a long s", [["i\u017Fs", "a"]], "a"],
  [
    "two spellings",
    [
      ["iss", "a"],
      ["Iss", "b"],
    ],
    "b",
  ],
  [
    "a repeated claim",
    [
      ["iss", "a"],
      ["ISS", "b"],
      ["iss", "c"],
    ],
    "c",
  ],
  [
    "null after a text",
    [
      ["iss", "a"],
      ["iss", null],
    ],
    "a",
  ],
  ["null", [["iss", null]], ""],
  ["a number", [["iss", 1]], undefined],
  [
    "a number before a text",
    [
      ["ISS", 1],
      ["iss", "a"],
    ],
    undefined,
  ],
  ["other claims", [["issuer", "a"]], ""],
])("unverifiedIssuer() reads %s as Go does", (_, claims, issuer) => {
  expect(unverifiedIssuer(claims)).toBe(issuer);
});
