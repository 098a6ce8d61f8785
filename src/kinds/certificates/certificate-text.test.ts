import { expect, test } from "vitest";
import { issuedFault, rootsFault, trustFaults } from "./certificate-text.ts";
import { authority, authorityWithBadBoolean, ecRequest, leaf } from "./testing/certificates.ts";

function block(label: string, body: string): string {
  return `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
}

test.each<[string, string | undefined]>([
  [leaf, undefined],
  [`# leaf\n${leaf}\n${authority}`, undefined],
  ["", "must contain at least one CERTIFICATE PEM block"],
  [ecRequest, 'only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"'],
  [leaf.replace("\n", "\nA: b\n\n"), "no PEM block headers are permitted"],
  [block("CERTIFICATE", ""), "found CERTIFICATE PEM block containing 0 certificates"],
  [block("CERTIFICATE", "MAA="), "x509: malformed certificate"],
  [leaf + block("CERTIFICATE", "MAA="), "x509: malformed certificate"],
])("issuedFault() returns the expected error for certificate text %#", (text, fault) => {
  expect(issuedFault(text)).toBe(fault);
});

test("trustFaults() reports each error with the index of its entry", () => {
  const texts = [authority, ecRequest, leaf, authority.replace("\n", "\nA: b\n\n"), block("CERTIFICATE", "MAA=")];
  expect(trustFaults(texts.join("\n"))).toEqual([
    "entry 1 has bad block type: CERTIFICATE REQUEST",
    "entry 2 does not have the CA bit set",
    "entry 3 has PEM block headers",
    "entry 4 does not parse as X.509",
  ]);
});

test("trustFaults() reports a certificate whose constraints cannot be parsed", () => {
  expect(trustFaults(authorityWithBadBoolean)).toEqual(["entry 0 does not parse as X.509"]);
});

test("trustFaults() reports an empty bundle and a repeated certificate", () => {
  expect(trustFaults("")).toEqual(["at least one trust anchor must be provided"]);
  expect(trustFaults(authority)).toEqual([]);
  expect(trustFaults(authority + authority)).toEqual(["duplicate trust anchor (indices [0 1])"]);
});

test("trustFaults() reads a text with 40,000 unfinished blocks in linear time", () => {
  expect(trustFaults("-----BEGIN CERTIFICATE-----\n".repeat(40_000))).toEqual([
    "at least one trust anchor must be provided",
  ]);
});

/** The expected texts are those of the reference v1.32.13. */
test.each<[string, string | undefined]>([
  [authority, undefined],
  [leaf, undefined],
  [block("CERTIFICATE", "YWJj") + authority, undefined],
  ["abc", "unable to parse bytes as PEM block"],
  [ecRequest, "no valid certificate authority data seen"],
  [block("CERTIFICATE", "YWJj"), "failed to parse certificate: x509: malformed certificate"],
])("rootsFault() accepts text %# if it contains at least one certificate", (text, fault) => {
  expect(rootsFault(text)).toBe(fault && `unable to load root certificates: ${fault}`);
});
