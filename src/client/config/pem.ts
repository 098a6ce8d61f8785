/** Whether a text is what it is said to be, before a handshake fails for a reason that nobody can read. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { Certificate } from "./credentials.ts";

const blocks = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** What keeps `pem` from being certificates; undefined when nothing does. */
export function certificatesFault(pem: string): string | undefined {
  const found = pem.match(blocks) ?? [];
  if (found.length === 0) return "holds no certificate in PEM";
  const broken = found.findIndex((block) => attempt(() => new X509Certificate(block)) === undefined);
  return broken < 0 ? undefined : `holds a certificate that cannot be read, number ${broken + 1}`;
}

/** What keeps `pair` from proving who somebody is; never shows the key. */
export function pairFault({ cert, key }: Certificate): string | undefined {
  const fault = certificatesFault(cert);
  if (fault !== undefined) return `the certificate ${fault}`;
  const privateKey = attempt(() => createPrivateKey(key));
  if (!privateKey) return "the key is no private key in PEM that needs no password";
  // The first one is the user's own; those after it vouch for it.
  return new X509Certificate(cert).checkPrivateKey(privateKey) ? undefined : "the key is not that of the certificate";
}

/** Undefined for what OpenSSL refuses; why it does helps nobody. */
function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
