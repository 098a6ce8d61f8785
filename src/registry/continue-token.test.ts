import { expect, test } from "vitest";
import { vocabularies } from "../meta/vocabulary.ts";
import { decodeContinue, encodeContinue, newestRevision } from "./continue-token.ts";

const base64 = (token: unknown): string => Buffer.from(JSON.stringify(token)).toString("base64url");

test.each([
  ["orch", "meta.orch.io/v1"],
  ["kubernetes", "meta.k8s.io/v1"],
] as const)("encodeContinue() writes the API version of the %s vocabulary into the token", (vocabulary, version) => {
  const text = encodeContinue({ revision: 12, after: "default/web" }, vocabularies[vocabulary]);
  expect(JSON.parse(Buffer.from(text, "base64url").toString())).toEqual({
    v: version,
    rv: 12,
    start: "/default/web\0",
  });
  expect(text).toMatch(/^[\w-]+$/);
});

test.each([
  { revision: 12, after: "web" },
  { revision: newestRevision, after: "default/web" },
  { revision: Number.MAX_SAFE_INTEGER, after: "ü" },
])("decodeContinue() returns the content of an encoded token, in every vocabulary: %o", (token) => {
  for (const vocabulary of Object.values(vocabularies)) {
    expect(decodeContinue(encodeContinue(token, vocabulary))).toEqual(token);
  }
});

const sound = { v: "meta.k8s.io/v1", rv: 12, start: "default/web\0" };

test.each<[what: string, text: string, message: string]>([
  ["padding", "e30=", "illegal base64 data at input byte 3"],
  ["the other alphabet of base64", "a+b/", "illegal base64 data at input byte 1"],
  ["a character too many", "abcde", "illegal base64 data at input byte 4"],
  ["more than anybody writes", "a".repeat(8193), "illegal base64 data at input byte 8192"],
  ["a text", base64("text"), "json: cannot unmarshal string into Go value of type storage.continueToken"],
  ["an array", base64([]), "json: cannot unmarshal array into Go value of type storage.continueToken"],
  ["half a document", Buffer.from('{"v":"a"').toString("base64url"), "unexpected end of JSON input"],
  ["no JSON", Buffer.from("xyz").toString("base64url"), "invalid character 'x' looking for beginning of value"],
  ["bytes that are not UTF-8", "abc", "invalid character 'i' looking for beginning of value"],
  ["a first byte that is not UTF-8", "9223", "invalid character '÷' looking for beginning of value"],
  ["null", base64(null), "server does not recognize this encoded version "],
  [
    "another version",
    base64({ ...sound, v: "meta.k8s.io/v2" }),
    "server does not recognize this encoded version meta.k8s.io/v2",
  ],
  ["no version", base64({ rv: 12, start: "a\0" }), "server does not recognize this encoded version "],
  [
    "a number for the version",
    base64({ ...sound, v: 1 }),
    "json: cannot unmarshal number into Go struct field continueToken.v of type string",
  ],
  ["revision 0", base64({ ...sound, rv: 0 }), "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
  [
    "half a revision",
    base64({ ...sound, rv: 1.5 }),
    "json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64",
  ],
  [
    "a revision in quotes",
    base64({ ...sound, rv: "12" }),
    "json: cannot unmarshal string into Go struct field continueToken.rv of type int64",
  ],
  ["no start", base64({ v: sound.v, rv: 12 }), "encoded start key empty (version meta.k8s.io/v1)"],
  [
    "a number for the start",
    base64({ ...sound, start: 1 }),
    "json: cannot unmarshal number into Go struct field continueToken.start of type string",
  ],
  ["a start outside the listed scope", base64({ ...sound, start: "../other/web\0" }), "../other/web\0"],
  ["a start with an empty name", base64({ ...sound, start: "a//web\0" }), "a//web\0"],
])("decodeContinue() rejects a token with %s", (_what, text, message) => {
  expect(() => decodeContinue(text)).toThrow(
    expect.objectContaining({ code: 400, message: `invalid continue token: continue key is not valid: ${message}` }),
  );
});

test.each([
  ["a start with a slash in front", { ...sound, start: "/web\0" }, { revision: 12, after: "web" }],
  ["a negative revision", { ...sound, rv: -2 }, { revision: newestRevision, after: "default/web" }],
  ["upper-case and unknown names", { V: sound.v, RV: 3, START: "a\0", x: 1 }, { revision: 3, after: "a" }],
  ["a start without a NUL at its end", { ...sound, start: "b" }, { revision: 12, after: "a\uFFFF" }],
])("decodeContinue() accepts a token with %s", (_what, token, expected) => {
  expect(decodeContinue(base64(token))).toEqual(expected);
});

test("decodeContinue() ignores line breaks in a token", () => {
  const text = base64(sound);
  expect(decodeContinue(`${text.slice(0, 5)}\n${text.slice(5)}\r\n`)).toEqual({ revision: 12, after: "default/web" });
});
