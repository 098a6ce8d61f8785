/** Creates and signs certificates. */
import { createPrivateKey, createPublicKey, type KeyObject, webcrypto } from "node:crypto";
import type * as X509 from "@peculiar/x509";
import { StartupError } from "../machine/startup-error.ts";
import { canonicalAddress } from "../network/address.ts";
import type { KeyPair } from "./key-pair.ts";
import type { CertificateSubject } from "./subjects.ts";
import type { Validity } from "./validity.ts";

/** Subject, key and validity of a certificate. */
export interface CertificateRequest {
  readonly subject: CertificateSubject;
  /** Private key of the certificate's holder, in PEM. */
  readonly key: string;
  readonly validity: Validity;
}

/** Returns a self-signed CA certificate in PEM. */
export async function issueCa(request: CertificateRequest): Promise<string> {
  const { x509 } = await import("./x509.ts");
  const publicKey = publicKeyOf(x509, request.key);
  const extensions = [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(
      x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign | x509.KeyUsageFlags.digitalSignature,
      true,
    ),
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
  ];
  return await issue(x509, request, { issuer: nameOf(x509, request.subject), key: request.key, extensions });
}

/**
 * Returns a certificate in PEM for a server or a client, signed by `ca`. It expires with the CA at the latest.
 * @throws StartupError if the type of the CA's key is not supported
 */
export async function issueLeaf(ca: KeyPair, request: CertificateRequest): Promise<string> {
  const { x509 } = await import("./x509.ts");
  const { subject, validity } = request;
  const issuer = new x509.X509Certificate(ca.certificate);
  const keyId = issuer.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId;
  const extensions = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([
      x509.ExtendedKeyUsage[subject.usage === "clientAuth" ? "clientAuth" : "serverAuth"],
    ]),
    keyId === undefined
      ? await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey)
      : new x509.AuthorityKeyIdentifierExtension(keyId),
    ...alternativeNames(x509, subject.names),
  ];
  const toMs = Math.min(validity.toMs, issuer.notAfter.getTime());
  const bounded = { ...request, validity: { ...validity, toMs } };
  return await issue(x509, bounded, { issuer: issuer.subjectName, key: ca.key, extensions });
}

interface Signature {
  readonly issuer: X509.Name;
  /** Private key of the issuer, in PEM. */
  readonly key: string;
  readonly extensions: X509.Extension[];
}

async function issue(
  x509: typeof X509,
  { subject, key, validity }: CertificateRequest,
  signature: Signature,
): Promise<string> {
  const signer = await importSigningKey(signature.key);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: nameOf(x509, subject),
    issuer: signature.issuer,
    notBefore: new Date(validity.fromMs),
    notAfter: new Date(validity.toMs),
    publicKey: publicKeyOf(x509, key),
    signingKey: signer.key,
    signingAlgorithm: signer.algorithm,
    extensions: signature.extensions,
  });
  return `${certificate.toString("pem")}\n`;
}

function nameOf(x509: typeof X509, { commonName, organizations }: CertificateSubject): X509.Name {
  return new x509.Name([...organizations.map((organization) => ({ O: [organization] })), { CN: [commonName] }]);
}

function alternativeNames(x509: typeof X509, names: readonly string[]): X509.Extension[] {
  if (names.length === 0) return [];
  const entries = names.map((value) => ({ type: canonicalAddress(value) ? ("ip" as const) : ("dns" as const), value }));
  return [new x509.SubjectAlternativeNameExtension(entries)];
}

function publicKeyOf(x509: typeof X509, privateKey: string): X509.PublicKey {
  return new x509.PublicKey(createPublicKey(privateKey).export({ type: "spki", format: "der" }));
}

interface Signer {
  readonly key: webcrypto.CryptoKey;
  readonly algorithm: webcrypto.EcdsaParams | webcrypto.Algorithm;
}

const curves: ReadonlyMap<string | undefined, { namedCurve: string; hash: string }> = new Map([
  ["prime256v1", { namedCurve: "P-256", hash: "SHA-256" }],
  ["secp384r1", { namedCurve: "P-384", hash: "SHA-384" }],
  ["secp521r1", { namedCurve: "P-521", hash: "SHA-512" }],
]);

/** Imports the key of a CA. The user may have supplied it: ECDSA on the usual curves, or RSA. */
async function importSigningKey(pem: string): Promise<Signer> {
  const key = createPrivateKey(pem);
  const curve = curves.get(key.asymmetricKeyDetails?.namedCurve);
  if (curve) {
    const algorithm = { name: "ECDSA", ...curve };
    return { key: await importKey(key, algorithm), algorithm };
  }
  if (key.asymmetricKeyType === "rsa") {
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    return { key: await importKey(key, algorithm), algorithm };
  }
  throw new StartupError(`the CA's key is of the kind ${key.asymmetricKeyType ?? "unknown"}; use an ECDSA or RSA key`);
}

async function importKey(
  key: KeyObject,
  algorithm: webcrypto.EcKeyImportParams | webcrypto.RsaHashedImportParams,
): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: "pkcs8", format: "der" });
  return await webcrypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}
