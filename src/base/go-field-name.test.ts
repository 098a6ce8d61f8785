import { expect, test } from "vitest";
import { goFields, isFieldName } from "./go-field-name.ts";

test.each(["iss", "ISS", "iSs", "i\u017Fs"])("isFieldName() counts %j as iss", (key) => {
  expect(isFieldName(key, "iss")).toBe(true);
});

test.each(["", "is", "isss", "\u0131ss", "\u0130ss", "i\u00DF"])("isFieldName() does not count %j as iss", (key) => {
  expect(isFieldName(key, "iss")).toBe(false);
});

test("isFieldName() counts the Kelvin sign as k", () => {
  expect(isFieldName("\u212Aind", "kind")).toBe(true);
});

test("goFields() returns the last of several spellings, and no other members", () => {
  expect(goFields({ ISS: 1, sub: 2, iss: 3, other: 4, Aud: 5 }, ["iss", "sub", "aud", "exp"])).toEqual({
    iss: 3,
    sub: 2,
    aud: 5,
  });
});
