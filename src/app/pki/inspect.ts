/** Parses keys and certificates, and reports which file is damaged. */

import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { reasonOf } from "../../base/reason-of.ts";
import { StartupError } from "../machine/startup-error.ts";
import { canonicalAddress } from "../network/address.ts";
import type { Validity } from "./validity.ts";

/**
 * Parses a certificate.
 * @param path file of the certificate, for the message
 * @throws StartupError if it is not a certificate in PEM
 */
export function readCertificate(path: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw damagedFileError(path, "certificate", error);
  }
}

/**
 * Parses a private key.
 * @param path file of the key, for the message
 * @throws StartupError if it is not a private key in PEM
 */
export function readPrivateKey(path: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw damagedFileError(path, "private key", error);
  }
}

/**
 * Parses a public key.
 * @param path file of the key, for the message
 * @throws StartupError if it is not a public key in PEM
 */
export function readPublicKey(path: string, pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (error) {
    throw damagedFileError(path, "public key", error);
  }
}

function damagedFileError(path: string, type: string, error: unknown): StartupError {
  return new StartupError(
    `${path} is damaged: it cannot be read as a ${type} in PEM (${reasonOf(error)}); restore it from a backup`,
    { cause: error },
  );
}

/** Returns the validity of a certificate, in milliseconds since the epoch. */
export function validityOf(certificate: X509Certificate): Validity {
  return { fromMs: Date.parse(certificate.validFrom), toMs: Date.parse(certificate.validTo) };
}

/** Returns the DNS names and IP addresses in a certificate, in the form of `CertificateSubject.names`. */
export function namesInCertificate(certificate: X509Certificate): string[] {
  const entries = certificate.subjectAltName?.split(", ") ?? [];
  const names = entries.map((entry) => entry.slice(entry.indexOf(":") + 1));
  return names.map((name) => canonicalAddress(name) ?? name).sort();
}

/** Whether the CA has signed the certificate. */
export function isIssuedBy(certificate: X509Certificate, ca: X509Certificate): boolean {
  return certificate.checkIssued(ca) && certificate.verify(ca.publicKey);
}
