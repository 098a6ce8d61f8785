/** Reads keys and certificates, and tells in a sentence what is wrong with them. */

import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { reasonOf } from "../../base/reason-of.ts";
import { StartupError } from "../machine/startup-error.ts";
import { canonicalAddress } from "../network/address.ts";
import type { Validity } from "./validity.ts";

/** @param path for the message */
export function readCertificate(path: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (error) {
    throw damaged(path, "certificate", error);
  }
}

/** @param path for the message */
export function readPrivateKey(path: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw damaged(path, "private key", error);
  }
}

/** @param path for the message */
export function readPublicKey(path: string, pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (error) {
    throw damaged(path, "public key", error);
  }
}

function damaged(path: string, what: string, error: unknown): StartupError {
  return new StartupError(
    `${path} is damaged: it cannot be read as a ${what} in PEM (${reasonOf(error)}); restore it from a backup`,
    { cause: error },
  );
}

export function validityOf(certificate: X509Certificate): Validity {
  return { fromMs: Date.parse(certificate.validFrom), toMs: Date.parse(certificate.validTo) };
}

/** DNS names and addresses in the form of `CertificateSubject.names`. Empty for a certificate without any. */
export function namesOf(certificate: X509Certificate): string[] {
  const entries = certificate.subjectAltName?.split(", ") ?? [];
  const names = entries.map((entry) => entry.slice(entry.indexOf(":") + 1));
  return names.map((name) => canonicalAddress(name) ?? name).sort();
}

export function isIssuedBy(certificate: X509Certificate, ca: X509Certificate): boolean {
  return certificate.checkIssued(ca) && certificate.verify(ca.publicKey);
}
