/**
 * Client certificates: the common name is the user, the organizations are the groups. The TLS handshake has verified the
 * chain against the client CA; a certificate that failed is rejected here. A connection may outlive its certificate, so
 * the dates of the whole chain are checked with each request. A certificate without a name names nobody.
 */
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from "node:tls";
import type { Clock } from "../base/clock.ts";
import { unauthorized } from "../meta/status-error.ts";
import { subLabel, type Vocabulary } from "../meta/vocabulary.ts";
import type { Authenticator } from "./authenticator.ts";

/** The key usage that a certificate of a client must have. */
const clientAuth = "1.3.6.1.5.5.7.3.2";

/** A time span, both ends included. */
interface Validity {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Name under which a user's `extra` identifies the credentials of the request. */
const credentialId = subLabel("authentication/credential-id");

/** Returns the authenticator of client certificates, which checks their dates by `clock`. */
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

/** The digest of the whole certificate, in the form that the reference gives it. */
function idOf({ fingerprint256 }: PeerCertificate): string {
  return `X509SHA256=${fingerprint256.replaceAll(":", "").toLowerCase()}`;
}

/** Whether a moment lies within a time span. */
export function isWithin({ fromMs, toMs }: Validity, nowMs: number): boolean {
  return nowMs >= fromMs && nowMs <= toMs;
}

const certificatesMax = 16;

const unlimited: Validity = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/** Validity by connection. The certificates of a connection never change. */
const validities = new WeakMap<TLSSocket, Validity>();

/** Returns when the client's certificate and all that vouch for it are valid. Unlimited without a certificate. */
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
    // The certificate at the end of the chain names itself as its issuer.
    const issuer: DetailedPeerCertificate | undefined = certificate.issuerCertificate;
    certificate = issuer === certificate ? undefined : issuer;
  }
  return { fromMs, toMs };
}

function isForClients(certificate: PeerCertificate): boolean {
  return certificate.ext_key_usage === undefined || certificate.ext_key_usage.includes(clientAuth);
}

/** A name that stands several times in a subject is a list. */
function textOf(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
