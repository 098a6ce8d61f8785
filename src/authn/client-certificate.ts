/**
 * Client certificates: the common name is the user, the organizations are the groups. The connection has verified the
 * chain against the client CA; what it could not verify is refused here. A certificate without a name names nobody.
 */
import type { PeerCertificate } from "node:tls";
import { unauthorized } from "../meta/status-error.ts";
import type { Authenticator } from "./authenticator.ts";

/** The key usage that a certificate of a client must have. */
const clientAuth = "1.3.6.1.5.5.7.3.2";

export const authenticateCertificate: Authenticator = async ({ tls }) => {
  const certificate = tls?.getPeerCertificate();
  if (!certificate || Object.keys(certificate).length === 0) return undefined;
  if (!tls?.authorized || !isForClients(certificate)) throw unauthorized();
  const name = textOf(certificate.subject.CN).at(-1);
  return name ? { name, groups: textOf(certificate.subject.O) } : undefined;
};

function isForClients(certificate: PeerCertificate): boolean {
  return certificate.ext_key_usage === undefined || certificate.ext_key_usage.includes(clientAuth);
}

/** A name that stands several times in a subject is a list. */
function textOf(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
