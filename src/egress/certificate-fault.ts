/** Describes rejected certificates and failed TLS handshakes in the words of Go's TLS client. */
import { isIP } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";

/** Rules of X.509 that a server's certificate breaks, by the code of the error. */
const verificationFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "certificate has expired or is not yet valid",
  CERT_NOT_YET_VALID: "certificate has expired or is not yet valid",
  INVALID_PURPOSE: "certificate specifies an incompatible key usage",
  CERT_REVOKED: "certificate has been revoked",
};

/** Codes of OpenSSL for chains that do not end in a trusted certificate. */
const unknownAuthority: ReadonlySet<string> = new Set([
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "INVALID_CA",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** A server's certificate is valid, but not for the host. */
export class HostMismatchError extends Error {
  override readonly name = "HostMismatchError";
}

/** Returns the reason for which a certificate was rejected. Undefined if the code is another one. */
export function verificationFault(code: string): string | undefined {
  const fault = unknownAuthority.has(code) ? "certificate signed by unknown authority" : verificationFaults[code];
  return fault === undefined ? undefined : certificateReason(fault);
}

/** Returns the full reason of a rejected certificate. */
export function certificateReason(fault: string): string {
  return `tls: failed to verify certificate: x509: ${fault}`;
}

/** Alerts that a server sends, in the words of Go's TLS client. Others are spelled with spaces. */
const alertTexts: Readonly<Record<string, string>> = {
  CERTIFICATE_REQUIRED: "certificate required",
  HANDSHAKE_FAILURE: "handshake failure",
  INTERNAL_ERROR: "internal error",
  PROTOCOL_VERSION: "protocol version not supported",
  UNKNOWN_CA: "unknown certificate authority",
  UNRECOGNIZED_NAME: "unrecognized name",
};

/** Returns the reason of an error of OpenSSL, such as an alert of the server. Undefined if the code is another one. */
export function handshakeFault(code: string): string | undefined {
  if (!code.startsWith("ERR_SSL_")) return undefined;
  const alert = code.split("_ALERT_")[1];
  if (alert !== undefined) return `remote error: tls: ${alertTexts[alert] ?? alert.toLowerCase().replaceAll("_", " ")}`;
  return "tls: first record does not look like a TLS handshake";
}

/** Alternative names beyond this number are not shown. */
const shownNamesMax = 20;

/**
 * Verifies that a certificate is valid for a host. Names are compared with alternative names only, as in Go. The common
 * name does not count.
 */
export function hostMismatch(host: string, certificate: PeerCertificate): HostMismatchError | undefined {
  const alternatives = certificate.subjectaltname ?? "";
  if (alternatives !== "" && checkServerIdentity(host, certificate) === undefined) return undefined;
  return new HostMismatchError(certificateReason(mismatchReason(host, alternatives)));
}

function mismatchReason(host: string, alternatives: string): string {
  const namesOf = (prefix: string): readonly string[] =>
    alternatives
      .split(", ")
      .filter((entry) => entry.startsWith(prefix))
      .map((entry) => entry.slice(prefix.length));
  if (isIP(host) !== 0) {
    const addresses = namesOf("IP Address:");
    if (addresses.length > 0) return `certificate is valid for ${shownNames(addresses)}, not ${host}`;
    return `cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
  }
  const names = namesOf("DNS:");
  if (names.length > 0) return `certificate is valid for ${shownNames(names)}, not ${host}`;
  if (alternatives === "") return "certificate relies on legacy Common Name field, use SANs instead";
  return `certificate is not valid for any names, but wanted to match ${host}`;
}

function shownNames(names: readonly string[]): string {
  return names.slice(0, shownNamesMax).join(", ");
}
