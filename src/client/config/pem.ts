/** Validates certificates and keys in PEM, because a failed TLS handshake would report problems unclearly. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Certificate } from "./credentials.ts";

const blocks = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Returns what is wrong with a text of certificates. Undefined if it is valid. */
export function certificatesFault(pem: string): string | undefined {
  const found = pem.match(blocks) ?? [];
  if (found.length === 0) return "holds no certificate in PEM";
  const broken = found.findIndex((block) => attempt(() => new X509Certificate(block)) === undefined);
  return broken < 0 ? undefined : `holds a certificate that cannot be read, number ${broken + 1}`;
}

/** Returns what is wrong with a client certificate and its key. Undefined if they are valid. Never shows the key. */
export function pairFault({ cert, key }: Certificate): string | undefined {
  const fault = certificatesFault(cert);
  if (fault !== undefined) return `the certificate ${fault}`;
  const privateKey = attempt(() => createPrivateKey(key));
  if (!privateKey) return "the key is no private key in PEM that needs no password";
  // The first certificate is the user's. Intermediate certificates follow it.
  return new X509Certificate(cert).checkPrivateKey(privateKey) ? undefined : "the key is not that of the certificate";
}

/** Returns undefined if OpenSSL cannot parse the text. Its error messages are not helpful to users. */
function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
