import { expect, test } from "vitest";
import { vocabularies } from "../meta/vocabulary.ts";
import { decodeContinue, encodeContinue, newestRevision } from "./continue-token.ts";

const base64 = (token: unknown): string => Buffer.from(JSON.stringify(token)).toString("base64url");

test.each([
  ["orch", "meta.orch.io/v1"],
  ["kubernetes", "meta.k8s.io/v1"],
] as const)("a token of the %s vocabulary names the version of its form", (vocabulary, version) => {
  const text = encodeContinue({ revision: 12, after: "default/web" }, vocabularies[vocabulary]);
  expect(JSON.parse(Buffer.from(text, "base64url").toString())).toEqual({ v: version, rv: 12, start: "default/web\0" });
  expect(text).toMatch(/^[\w-]+$/);
});

test.each([
  { revision: 12, after: "web" },
  { revision: newestRevision, after: "default/web" },
  { revision: Number.MAX_SAFE_INTEGER, after: "ü" },
])("a token reads as it was written, in every vocabulary: %o", (token) => {
  for (const vocabulary of Object.values(vocabularies)) {
    expect(decodeContinue(encodeContinue(token, vocabulary))).toEqual(token);
  }
});

const sound = { v: "meta.k8s.io/v1", rv: 12, start: "default/web\0" };

test.each<[what: string, text: string, message: string]>([
  ["padding", `${base64(sound)}=`, "illegal base64 data"],
  ["the other alphabet of base64", "a+b/", "illegal base64 data"],
  ["more than anybody writes", "a".repeat(8193), "illegal base64 data"],
  ["a text", base64("text"), "not an object"],
  ["null", base64(null), "not an object"],
  [
    "another version",
    base64({ ...sound, v: "meta.k8s.io/v2" }),
    "server does not recognize this encoded version meta.k8s.io/v2",
  ],
  ["no version", base64({ rv: 12, start: "a\0" }), "server does not recognize this encoded version undefined"],
  ["revision 0", base64({ ...sound, rv: 0 }), "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
  ["revision -2", base64({ ...sound, rv: -2 }), "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
  [
    "half a revision",
    base64({ ...sound, rv: 1.5 }),
    "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
  ],
  [
    "a revision in quotes",
    base64({ ...sound, rv: "12" }),
    "incorrect encoded start resourceVersion (version meta.k8s.io/v1)",
  ],
  ["no start", base64({ v: sound.v, rv: 12 }), "encoded start key empty (version meta.k8s.io/v1)"],
  ["a number for the start", base64({ ...sound, start: 1 }), "encoded start key empty (version meta.k8s.io/v1)"],
  ["a start without its end", base64({ ...sound, start: "web" }), "web"],
  ["a start elsewhere", base64({ ...sound, start: "../other/web\0" }), "../other/web\0"],
  ["a start from the root", base64({ ...sound, start: "/web\0" }), "/web\0"],
  ["an end alone", base64({ ...sound, start: "\0" }), "\0"],
])("a token is refused that holds %s", (_what, text, message) => {
  expect(() => decodeContinue(text)).toThrow(`invalid continue token: continue key is not valid: ${message}`);
});

test("a token that is no JSON is refused with the parser's words", () => {
  const text = Buffer.from("{").toString("base64url");
  expect(() => decodeContinue(text)).toThrow(/^invalid continue token: continue key is not valid: ./);
});
