import type { PeerCertificate } from "node:tls";
import { expect, test } from "vitest";
import { handshakeFault, hostMismatch, verificationFault } from "./certificate-fault.ts";

test.each([
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "remote error: tls: certificate required"],
  ["ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE", "remote error: tls: bad certificate"],
  ["ERR_SSL_TLSV1_ALERT_UNKNOWN_CA", "remote error: tls: unknown certificate authority"],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "remote error: tls: protocol version not supported"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "tls: first record does not look like a TLS handshake"],
  ["ECONNRESET", undefined],
])("handshakeFault() describes the code %s", (code, reason) => {
  expect(handshakeFault(code)).toBe(reason);
});

test.each([
  ["SELF_SIGNED_CERT_IN_CHAIN", "tls: failed to verify certificate: x509: certificate signed by unknown authority"],
  ["CERT_HAS_EXPIRED", "tls: failed to verify certificate: x509: certificate has expired or is not yet valid"],
  ["ECONNRESET", undefined],
])("verificationFault() describes the code %s", (code, reason) => {
  expect(verificationFault(code)).toBe(reason);
});

test("hostMismatch() ignores the common name of a certificate without alternative names", () => {
  const certificate = { subject: { CN: "name.test" } } as PeerCertificate;
  expect(hostMismatch("name.test", certificate)?.message).toBe(
    "tls: failed to verify certificate: x509: certificate relies on legacy Common Name field, use SANs instead",
  );
});

test("hostMismatch() accepts a wildcard for one label only", () => {
  const certificate = { subject: {}, subjectaltname: "DNS:*.name.test" } as PeerCertificate;
  expect(hostMismatch("a.name.test", certificate)).toBeUndefined();
  expect(hostMismatch("a.b.name.test", certificate)?.message).toBe(
    "tls: failed to verify certificate: x509: certificate is valid for *.name.test, not a.b.name.test",
  );
});
