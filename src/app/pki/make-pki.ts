/** Creates keys and certificates, without storing them. */
import type { Clock } from "../../base/clock.ts";
import { issueCa, issueLeaf } from "./issue.ts";
import { type KeyPair, newKey, type Pki } from "./key-pair.ts";
import {
  adminSubject,
  type CertificateSubject,
  caSubject,
  controllerManagerSubject,
  frontProxyCaSubject,
  type Subjects,
  servingSubject,
} from "./subjects.ts";
import { caDays, isDueForRenewal, leafDays, timeless, type Validity, validityFor } from "./validity.ts";

/** Options of new keys and certificates. */
export interface PkiOptions extends Subjects {
  /** The machine's clock, because TLS clients compare certificates with it. The server may use another clock. */
  readonly clock: Clock;
  /** Whether the CA and the client certificates never expire, for servers whose clock a test moves. */
  readonly isTimeless?: boolean;
}

interface CachedPki {
  readonly validity: Validity;
  readonly pki: Promise<Pki>;
}

/** Maximum number of cached sets. Each set of names has its own. */
const cachedPkisMax = 16;
const cachedPkis = new Map<string, CachedPki>();

/**
 * Returns the keys and certificates of a new cluster. They are cached by their names for the life of the process, so
 * that a second server starts faster.
 */
export async function getOrCreatePki(options: PkiOptions): Promise<Pki> {
  const subjects = [servingSubject(options), adminSubject(options)];
  const key = JSON.stringify([subjects, options.isTimeless === true]);
  const nowMs = options.clock.nowMs();
  const cached = cachedPkis.get(key);
  if (cached && !isDueForRenewal(cached.validity, nowMs)) return await cached.pki;
  const pki = createPki(options);
  cachedPkis.delete(key);
  cachedPkis.set(key, { validity: validityFor(nowMs, leafDays), pki });
  for (const oldest of cachedPkis.keys()) if (cachedPkis.size > cachedPkisMax) cachedPkis.delete(oldest);
  try {
    return await pki;
  } catch (error) {
    cachedPkis.delete(key);
    throw error;
  }
}

/** Returns new keys and certificates of a cluster. */
export async function createPki(options: PkiOptions): Promise<Pki> {
  const nowMs = options.clock.nowMs();
  const leafValidity = validityFor(nowMs, leafDays);
  const validity = options.isTimeless ? timeless : undefined;
  const ca = await createCa(caSubject(options), nowMs, validity);
  const leaf = async (subject: CertificateSubject, validity: Validity): Promise<KeyPair> => {
    const { key } = await newKey();
    return { key, certificate: await issueLeaf(ca, { subject, key, validity }) };
  };
  return {
    ca,
    serving: await leaf(servingSubject(options), leafValidity),
    admin: await leaf(adminSubject(options), validity ?? leafValidity),
    controllerManager: await leaf(controllerManagerSubject(), validity ?? leafValidity),
    frontProxyCa: await createCa(frontProxyCaSubject(options), nowMs),
    serviceAccount: await newKey(),
  };
}

/**
 * Returns a new CA.
 * @param nowMs start of the validity
 * @param validity default: ten years from `nowMs`
 */
export async function createCa(
  subject: CertificateSubject,
  nowMs: number,
  validity: Validity = validityFor(nowMs, caDays),
): Promise<KeyPair> {
  const { key } = await newKey();
  return { key, certificate: await issueCa({ subject, key, validity }) };
}

/** Returns a new certificate for an existing key, in PEM. */
export async function renewLeaf(
  ca: KeyPair,
  { subject, key, nowMs }: { subject: CertificateSubject; key: string; nowMs: number },
): Promise<string> {
  return await issueLeaf(ca, { subject, key, validity: validityFor(nowMs, leafDays) });
}
