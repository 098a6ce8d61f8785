/**
 * Authenticates users by client certificates. The common name is the user, and the organizations are the groups. The
 * TLS handshake has verified the chain against the client CA. A certificate that failed this check is rejected here. A
 * connection may outlive its certificate, so the dates of the whole chain are checked for each request. A certificate
 * without a common name identifies no user.
 */
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from "node:tls";
import type { Clock } from "../base/clock.ts";
import { unauthorized } from "../meta/status-error.ts";
import { subLabel, type Vocabulary } from "../meta/vocabulary.ts";
import type { Authenticator } from "./authenticator.ts";

/** The extended key usage that a client certificate must have. */
const clientAuth = "1.3.6.1.5.5.7.3.2";

/** A time span. Both ends are included. */
interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The key in a user's `extra` that identifies the credentials of the request. */
const credentialId = subLabel("authentication/credential-id");

/** Returns the authenticator for client certificates. It checks their dates with `clock`. */
export function certificateAuthenticator(clock: Clock, vocabulary: Vocabulary): Authenticator {
  const idName = vocabulary.bind(credentialId);
  return async ({ tls }) => {
    const certificate = tls?.getPeerCertificate();
    if (!tls || !certificate || Object.keys(certificate).length === 0) return undefined;
    if (!tls.authorized || !isForClients(certificate)) throw unauthorized();
    if (!isWithin(certificateValidity(tls), clock.nowMs())) throw unauthorized();
    const name = textOf(certificate.subject.CN).at(-1);
    if (!name) return undefined;
    return { name, groups: textOf(certificate.subject.O), extra: { [idName]: [idOf(certificate)] } };
  };
}

/** Returns the digest of the whole certificate, in the reference's format. */
function idOf({ fingerprint256 }: PeerCertificate): string {
  return `X509SHA256=${fingerprint256.replaceAll(":", "").toLowerCase()}`;
}

/** Whether a moment is within a time span. */
export function isWithin({ fromMs, toMs }: Validity, nowMs: number): boolean {
  return nowMs >= fromMs && nowMs <= toMs;
}

const certificatesMax = 16;

const unlimited: Validity = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/** The validity of each connection's certificates. The certificates of a connection never change. */
const validities = new WeakMap<TLSSocket, Validity>();

/** Returns when the client's certificate and all its issuers are valid. Unlimited without a connection. */
export function certificateValidity(tls: TLSSocket | undefined): Validity {
  if (!tls) return unlimited;
  let validity = validities.get(tls);
  if (!validity) {
    validity = chainValidity(tls.getPeerCertificate(true));
    validities.set(tls, validity);
  }
  return validity;
}

/** Returns the time span in which a certificate and all its issuers are valid. */
function chainValidity(client: DetailedPeerCertificate): Validity {
  let { fromMs, toMs } = unlimited;
  let certificate: DetailedPeerCertificate | undefined = client;
  for (let depth = 0; certificate?.valid_from !== undefined && depth < certificatesMax; depth++) {
    fromMs = Math.max(fromMs, Date.parse(certificate.valid_from));
    toMs = Math.min(toMs, Date.parse(certificate.valid_to));
    // The last certificate of the chain is its own issuer.
    const issuer: DetailedPeerCertificate | undefined = certificate.issuerCertificate;
    certificate = issuer === certificate ? undefined : issuer;
  }
  return { fromMs, toMs };
}

function isForClients(certificate: PeerCertificate): boolean {
  return certificate.ext_key_usage === undefined || certificate.ext_key_usage.includes(clientAuth);
}

/** Returns the values of a subject's attribute. It is a list if the attribute occurs several times. */
function textOf(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
