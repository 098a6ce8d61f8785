/** Validation of a certificate and its private key, as a TLS server would load them. */
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { type PemBlock, readPem } from "../../certificates/pem.ts";

/**
 * Returns the problem with the pair, in the words of Go's TLS library. Undefined if the pair is valid. Both texts are
 * PEM.
 */
export function keyPairFault(certificateText: string, keyText: string): string | undefined {
  const certificates = readPem(certificateText);
  const first = certificates.find(isCertificate);
  if (!first) return missingCertificate(certificates);
  const keys = readPem(keyText);
  const key = keys.find(isKey);
  if (!key) return missingKey(keys);
  return certificateFault(first.bytes) ?? mismatch(new X509Certificate(first.bytes), key.bytes);
}

function isCertificate({ label }: PemBlock): boolean {
  return label === "CERTIFICATE";
}

function isKey({ label }: PemBlock): boolean {
  return label === "PRIVATE KEY" || label.endsWith(" PRIVATE KEY");
}

function missingCertificate(found: readonly PemBlock[]): string {
  const [only, ...others] = found;
  if (!only) return "tls: failed to find any PEM data in certificate input";
  if (others.length === 0 && only.label.endsWith("PRIVATE KEY")) {
    return "tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched";
  }
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${labels(found)}`;
}

function missingKey(found: readonly PemBlock[]): string {
  const [only, ...others] = found;
  if (!only) return "tls: failed to find any PEM data in key input";
  if (others.length === 0 && isCertificate(only)) {
    return "tls: found a certificate rather than a key in the PEM for the private key";
  }
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${labels(found)}`;
}

function labels(blocks: readonly PemBlock[]): string {
  return `[${blocks.map(({ label }) => label).join(" ")}]`;
}

function certificateFault(bytes: Buffer): string | undefined {
  const certificate = read(() => new X509Certificate(bytes));
  if (!certificate) return "x509: malformed certificate";
  return certificate.raw.length < bytes.length ? "x509: trailing data" : undefined;
}

/** Encodings of private keys, in the order in which they are tried. */
const keyForms = ["pkcs1", "pkcs8", "sec1"] as const;

/** Key types that TLS certificates can have. */
const keyTypes: readonly (string | undefined)[] = ["rsa", "ec", "ed25519"];

function mismatch(certificate: X509Certificate, keyBytes: Buffer): string | undefined {
  const keys = keyForms.map((type) => read(() => createPrivateKey({ key: keyBytes, format: "der", type })));
  const key = keys.find((one) => one !== undefined);
  if (!key) return "tls: failed to parse private key";
  if (!keyTypes.includes(key.asymmetricKeyType)) return "tls: found unknown private key type in PKCS#8 wrapping";
  const certified = read((): KeyObject => certificate.publicKey);
  if (!certified || !keyTypes.includes(certified.asymmetricKeyType)) return "tls: unknown public key algorithm";
  if (certified.asymmetricKeyType !== key.asymmetricKeyType) {
    return "tls: private key type does not match public key type";
  }
  return createPublicKey(key).equals(certified) ? undefined : "tls: private key does not match public key";
}

/** Returns the result of `reader`. Undefined if it throws, because the input is malformed. */
function read<T>(reader: () => T): T | undefined {
  try {
    return reader();
  } catch {
    return undefined;
  }
}
