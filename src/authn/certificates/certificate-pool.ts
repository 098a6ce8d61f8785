/** CA certificates that sign client certificates. */
import { X509Certificate } from "node:crypto";

/** CA certificates. A pool never changes; when the certificates change, another pool replaces it. */
export interface CertificatePool {
  readonly certificates: readonly X509Certificate[];
}

/** The pool without certificates, which verifies nothing. */
export const emptyPool: CertificatePool = { certificates: [] };

const beginning = "-----BEGIN CERTIFICATE-----";
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Returns the PEM texts of the certificates in a text. */
export function certificateBlocks(pem: string): readonly string[] {
  return pem.match(pemCertificate) ?? [];
}

/**
 * Returns the pool of the certificates in a text. Anything between them is ignored.
 * @throws Error if the text contains no certificate, one that cannot be read, or one that ends too early
 */
export function parsePool(pem: string): CertificatePool {
  const blocks = certificateBlocks(pem);
  if (blocks.length === 0) throw new Error("contains no certificate in PEM");
  if (blocks.length !== pem.split(beginning).length - 1) throw new Error("contains an incomplete certificate");
  return { certificates: blocks.map((block) => new X509Certificate(block)) };
}
