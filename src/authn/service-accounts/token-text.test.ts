import { expect, test } from "vitest";
import { parseToken } from "./token-text.ts";

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const header = encode({ alg: "RS256", kid: "k" });
const claims = encode({ iss: "i", sub: "s" });

test("parseToken() returns the header, the claims and the signed bytes", () => {
  expect(parseToken(`${header}.${claims}.AAEC`)).toEqual({
    issuer: "i",
    claims: { iss: "i", sub: "s" },
    algorithm: "RS256",
    keyId: "k",
    critical: [],
    signedBytes: Buffer.from(`${header}.${claims}`),
    signature: Buffer.from([0, 1, 2]),
  });
});

test("parseToken() reports the extensions that the receiver must implement, and signs plain claims as they are", () => {
  const token = parseToken(`${encode({ alg: "RS256", crit: ["b64"], b64: false })}.${claims}.AAEC`);
  expect(token?.critical).toEqual(["b64"]);
  expect(token?.signedBytes.toString().endsWith('.{"iss":"i","sub":"s"}')).toBe(true);
});

test("parseToken() counts absent and null parameters as empty", () => {
  expect(parseToken(`${encode({ kid: null })}.${encode({})}.`)).toMatchObject({
    issuer: "",
    algorithm: "",
    keyId: "",
    signature: Buffer.alloc(0),
  });
});

test("parseToken() encodes the parts again, because several texts have the same bytes", () => {
  // The last characters differ only in bits that the bytes do not contain.
  const token = parseToken(`${header}.eyJpc3MiOiJpIn1.AAEC`);
  expect(token?.claims).toEqual({ iss: "i" });
  expect(token?.signedBytes.toString()).toBe(`${header}.eyJpc3MiOiJpIn0`);
});

test.each([
  ["", "empty"],
  [`${header}.${claims}`, "without a signature"],
  [`${header}.${claims}.AAEC.AAEC`, "with a fourth part"],
  [`${header}.${claims}.AAE=`, "with padding"],
  [`${header}.${claims}.A+/B`, "in plain base64"],
  [`${header}.${claims}.AAAAA`, "with an impossible length"],
  [`${header}. ${claims}.AAEC`, "with a space in the claims"],
  [`${encode([])}.${claims}.AAEC`, "with a list as the header"],
  [`${header}.${encode(null)}.AAEC`, "with null as the claims"],
  [`${encode({ alg: 1 })}.${claims}.AAEC`, "with a number as the algorithm"],
  [`${encode({ alg: "RS256", kid: {} })}.${claims}.AAEC`, "with an object as the key id"],
  [`${header}.${encode({ iss: 1 })}.AAEC`, "with a number as the issuer"],
  [`${header}.${Buffer.from("{").toString("base64url")}.AAEC`, "with malformed JSON"],
  [`${header}.${encode({ iss: "x".repeat(65_536) })}.AAEC`, "with more than 64 KB"],
])("parseToken() returns undefined for the text %#, which is %s", (text) => {
  expect(parseToken(text)).toBeUndefined();
});

test("parseToken() reads deeply nested claims", () => {
  const nested = Buffer.from(`{"iss":"i","a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`).toString("base64url");
  expect(parseToken(`${header}.${nested}.AAEC`)?.issuer).toBe("i");
});
