/** Finds the chain from a client certificate to a CA certificate of a pool. */
import { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import type { CertificatePool } from "./certificate-pool.ts";

/** A time span. Both ends are included. */
export interface CertificateValidity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Maximum number of sent certificates that are used. */
const intermediatesMax = 16;
/** Maximum number of certificates in a chain. */
const chainLengthMax = 8;
/** Maximum number of signatures that are verified for one client certificate, as in the reference. */
const signaturesMax = 100;

/** A client certificate, and the certificates that may be between it and a CA certificate. */
export interface PresentedCertificates {
  readonly certificate: X509Certificate;
  /** When the client certificate expires. */
  readonly expiresMs: number;
  readonly intermediates: readonly X509Certificate[];
}

/** The certificates of each connection. Node 20 returns all of them only once. Those of a connection never change. */
const presentedByConnection = new WeakMap<TLSSocket, PresentedCertificates>();

/** Returns the certificates that a client has sent. Undefined if it has sent none. */
export function presentedCertificates(tls: TLSSocket): PresentedCertificates | undefined {
  let presented = presentedByConnection.get(tls);
  if (!presented) {
    const certificate = tls.getPeerX509Certificate();
    if (!certificate) return undefined;
    const { toMs } = validityOf(certificate);
    presented = { certificate, expiresMs: toMs, intermediates: intermediatesAfter(certificate) };
    presentedByConnection.set(tls, presented);
  }
  return presented;
}

function intermediatesAfter(peer: X509Certificate): readonly X509Certificate[] {
  const intermediates: X509Certificate[] = [];
  let issuer = peer.issuerCertificate;
  while (issuer && intermediates.length < intermediatesMax) {
    // In Node 20, most properties of this object are undefined.
    intermediates.push(new X509Certificate(issuer.toLegacyObject().raw));
    issuer = issuer.issuerCertificate;
  }
  return intermediates;
}

/**
 * Returns when a chain to a CA of the pool is valid. Undefined if there is no such chain that is valid at `nowMs`, or at any
 * time by default. Several chains exist if a CA has renewed its certificate. The TLS library checks the constraints and purposes
 * of certificates.
 */
export function validityOfChain(
  { certificate, intermediates }: PresentedCertificates,
  pool: CertificatePool,
  nowMs?: number,
): CertificateValidity | undefined {
  let signaturesLeft = signaturesMax;
  const isIssuer = (issuer: X509Certificate, subject: X509Certificate): boolean => {
    return subject.checkIssued(issuer) && signaturesLeft-- > 0 && hasSigned(issuer, subject);
  };
  const isValid = (validity: CertificateValidity): boolean => nowMs === undefined || isWithin(validity, nowMs);
  const validUntilPool = (
    subject: X509Certificate,
    sofar: CertificateValidity,
    length: number,
  ): CertificateValidity | undefined => {
    const validity = common(sofar, validityOf(subject));
    if (!isValid(validity) || length >= chainLengthMax) return undefined;
    if (pool.certificates.some((trusted) => trusted.fingerprint256 === subject.fingerprint256)) return validity;
    for (const trusted of pool.certificates) {
      const withTrusted = common(validity, validityOf(trusted));
      if (isValid(withTrusted) && isIssuer(trusted, subject)) return withTrusted;
    }
    for (const issuer of intermediates) {
      if (!issuer.ca || !isIssuer(issuer, subject)) continue;
      const found = validUntilPool(issuer, validity, length + 1);
      if (found) return found;
    }
    return undefined;
  };
  return validUntilPool(certificate, unlimited, 1);
}

function hasSigned(issuer: X509Certificate, subject: X509Certificate): boolean {
  try {
    return subject.verify(issuer.publicKey);
  } catch {
    // The client has sent an issuer with a key that the TLS library does not support.
    return false;
  }
}

/** Every moment. */
export const unlimited: CertificateValidity = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/** Whether a moment is within a time span. */
export function isWithin({ fromMs, toMs }: CertificateValidity, nowMs: number): boolean {
  return nowMs >= fromMs && nowMs <= toMs;
}

function validityOf({ validFrom, validTo }: X509Certificate): CertificateValidity {
  return { fromMs: Date.parse(validFrom), toMs: Date.parse(validTo) };
}

function common(one: CertificateValidity, other: CertificateValidity): CertificateValidity {
  return { fromMs: Math.max(one.fromMs, other.fromMs), toMs: Math.min(one.toMs, other.toMs) };
}
