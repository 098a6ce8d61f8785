import { expect, test } from "vitest";
import { checkSigningRequest, requestedCommonName } from "./signing-request.ts";
import { authority, ecRequest, ed25519Request, pssRequest, rsaRequest } from "./testing/certificates.ts";

const requests = { ecRequest, rsaRequest, pssRequest, ed25519Request };

function faultOf(text: string): string {
  try {
    checkSigningRequest(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the request with its bytes changed by `change`. */
function withChangedBytes(text: string, change: (bytes: Buffer) => Buffer): string {
  const [begin = "", ...rest] = text.trim().split("\n");
  const bytes = change(Buffer.from(rest.slice(0, -1).join(""), "base64"));
  return [begin, bytes.toString("base64"), rest.at(-1)].join("\n");
}

function withLastByte(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy;
}

test.each(Object.entries(requests))("checkSigningRequest() accepts %s, which its key has signed", (_, text) => {
  expect(faultOf(text)).toBe("");
  expect(faultOf(`before\n${text}after\n`)).toBe("");
});

test.each([
  [ecRequest, "x509: ECDSA verification failure"],
  [rsaRequest, "crypto/rsa: verification error"],
  [pssRequest, "crypto/rsa: verification error"],
  [ed25519Request, "x509: Ed25519 verification failure"],
])("checkSigningRequest() rejects a changed signature: %#", (text, fault) => {
  expect(faultOf(withChangedBytes(text, withLastByte))).toBe(fault);
});

test("checkSigningRequest() rejects text that is no certificate request", () => {
  const label = "PEM block type must be CERTIFICATE REQUEST";
  expect(faultOf("")).toBe(label);
  expect(faultOf(authority)).toBe(label);
  expect(faultOf(ecRequest.replace("END CERTIFICATE REQUEST", "END CERTIFICATE"))).toBe(label);
});

test("checkSigningRequest() rejects truncated requests and trailing data", () => {
  for (const count of [0, 1, 2, 3, 40, 100, 200]) {
    expect(faultOf(withChangedBytes(ecRequest, (bytes) => bytes.subarray(0, count))), `${count} bytes`).toMatch(
      /^asn1: /,
    );
  }
  const longer = withChangedBytes(ecRequest, (bytes) => Buffer.concat([bytes, Buffer.from([5, 0])]));
  expect(faultOf(longer)).toBe("asn1: syntax error: trailing data");
});

test("checkSigningRequest() reports a change of any byte with an error of the parser or verifier", () => {
  const { length } = Buffer.from(ecRequest.split("\n").slice(1, -2).join(""), "base64");
  for (let index = 0; index < length; index++) {
    const other = withChangedBytes(ecRequest, (bytes) => {
      bytes[index] = (bytes[index] ?? 0) ^ 0xff;
      return bytes;
    });
    expect(faultOf(other), `byte ${index}`).toMatch(/^(asn1|x509|crypto\/rsa): /);
  }
});

test("requestedCommonName() returns the name in the subject, without a check of the signature", () => {
  expect(requestedCommonName(ecRequest)).toBe("it");
  expect(requestedCommonName(rsaRequest)).toBe("it");
  expect(() => requestedCommonName("x")).toThrow("PEM block type must be CERTIFICATE REQUEST");
});
