/**
 * Verifies the client certificate of a connection against a pool of CA certificates. The TLS library has verified it at the
 * handshake against all pools of the server. This code finds out whether a certain pool verifies it. A connection may outlive
 * its certificate, or a CA certificate may be removed meanwhile, so the result is checked for each request.
 */
import type { TLSSocket } from "node:tls";
import type { Clock } from "../../base/clock.ts";
import { AuthenticationError } from "../authentication-error.ts";
import {
  type CertificateValidity,
  isWithin,
  presentedCertificates,
  unlimited,
  validityOfChain,
} from "./certificate-chain.ts";
import type { CertificatePool } from "./certificate-pool.ts";

/** The subject of a verified client certificate. */
export interface VerifiedCertificate {
  /** Empty if the subject has none. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** SHA-256 digest of the certificate, in hexadecimal digits. */
  readonly digest: string;
}

/** The verified certificate, the reason why it is not accepted, or undefined if the client has sent none. */
type VerificationOutcome = VerifiedCertificate | AuthenticationError | undefined;

interface Verification {
  readonly outcome: VerificationOutcome;
  readonly pool: CertificatePool;
  /** When the certificate expires. Undefined if there is none, or nothing to verify it with. */
  readonly expiresMs: number | undefined;
  /** When the outcome holds. */
  readonly validity: CertificateValidity;
}

/** Verifies client certificates. It verifies the certificate of each connection once, unless the pool changes. */
export class CertificateVerifier {
  readonly #currentPool: () => CertificatePool;
  readonly #clock: Clock;
  readonly #observeRemaining: ((remainingMs: number) => void) | undefined;
  readonly #verifications = new WeakMap<TLSSocket, Verification>();

  /**
   * @param currentPool returns the CA certificates; another object when they have changed
   * @param observeRemaining receives the remaining time of each certificate, also of one that is not accepted; negative after its end
   */
  constructor(currentPool: () => CertificatePool, clock: Clock, observeRemaining?: (remainingMs: number) => void) {
    this.#currentPool = currentPool;
    this.#clock = clock;
    this.#observeRemaining = observeRemaining;
  }

  /** Verifies the certificate of a connection. Returns undefined if the client has sent none, or if the pool is empty. */
  verify(tls: TLSSocket | undefined): VerificationOutcome {
    if (!tls) return undefined;
    const pool = this.#currentPool();
    const nowMs = this.#clock.nowMs();
    let verification = this.#verifications.get(tls);
    if (verification?.pool !== pool || !isWithin(verification.validity, nowMs)) {
      verification = verifyNow(tls, pool, nowMs);
      this.#verifications.set(tls, verification);
    }
    const { outcome, expiresMs } = verification;
    if (expiresMs !== undefined) this.#observeRemaining?.(expiresMs - nowMs);
    return outcome;
  }
}

function verifyNow(tls: TLSSocket, pool: CertificatePool, nowMs: number): Verification {
  const presented = presentedCertificates(tls);
  if (!presented || pool.certificates.length === 0) {
    return { outcome: undefined, pool, expiresMs: undefined, validity: unlimited };
  }
  const { certificate, expiresMs } = presented;
  const rejected = (reason: string, validity = unlimited, needsNewConnection = false): Verification => {
    const message = `verifying certificate SN=${certificate.serialNumber} failed: ${reason}`;
    return { outcome: new AuthenticationError(message, { needsNewConnection }), pool, expiresMs, validity };
  };
  const validity = validityOfChain(presented, pool, nowMs);
  // Only a handshake checks the constraints and purposes. A CA that was added after it may have signed the certificate.
  if (!tls.authorized) return rejected(String(tls.authorizationError), unlimited, validity !== undefined);
  if (validity) return { outcome: subjectOf(tls), pool, expiresMs, validity };
  if (!validityOfChain(presented, pool)) return rejected("no CA of this purpose has signed it");
  return rejected("it is not valid at this time", { fromMs: nowMs, toMs: nowMs });
}

function subjectOf(tls: TLSSocket): VerifiedCertificate {
  const { subject, fingerprint256 } = tls.getPeerCertificate();
  return {
    commonName: listOf(subject.CN).at(-1) ?? "",
    organizations: listOf(subject.O),
    digest: fingerprint256.replaceAll(":", "").toLowerCase(),
  };
}

/** Returns the values of a subject's attribute. It is a list if the attribute occurs several times. */
function listOf(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
