/** Keys and certificates that are not kept: those of servers that live in a test or an application. */
import type { Clock } from "../../base/clock.ts";
import { issueCa, issueLeaf } from "./issue.ts";
import { type KeyPair, newKey, type Pki } from "./key-pair.ts";
import {
  adminSubject,
  type CertificateSubject,
  caSubject,
  frontProxyCaSubject,
  type Subjects,
  servingSubject,
} from "./subjects.ts";
import { caDays, isDueForRenewal, leafDays, timeless, type Validity, validityFor } from "./validity.ts";

export interface PkiOptions extends Subjects {
  /** TLS peers compare with the machine's time, so this is the machine's, whatever moves the server's. */
  readonly clock: Clock;
  /** The CA and the administrator's certificate never expire: for servers whose clock a test moves. */
  readonly isTimeless?: boolean;
}

interface Kept {
  readonly validity: Validity;
  readonly pki: Promise<Pki>;
}

/** Different names mean different certificates, and a process does not need many. */
const keptMax = 16;
const kept = new Map<string, Kept>();

/** A new CA and what it signs, made once per process for the same names: the second server starts at once. */
export async function makePki(options: PkiOptions): Promise<Pki> {
  const subjects = [servingSubject(options), adminSubject(options)];
  const key = JSON.stringify([subjects, options.isTimeless === true]);
  const nowMs = options.clock.nowMs();
  const before = kept.get(key);
  if (before && !isDueForRenewal(before.validity, nowMs)) return await before.pki;
  const pki = createPki(options);
  kept.delete(key);
  kept.set(key, { validity: validityFor(nowMs, leafDays), pki });
  for (const oldest of kept.keys()) if (kept.size > keptMax) kept.delete(oldest);
  try {
    return await pki;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

/** All keys and certificates of a new cluster. */
export async function createPki(options: PkiOptions): Promise<Pki> {
  const nowMs = options.clock.nowMs();
  const limited = validityFor(nowMs, leafDays);
  const validity = options.isTimeless ? timeless : undefined;
  const ca = await createCa(caSubject(options), nowMs, validity);
  const leaf = async (subject: CertificateSubject, validity: Validity): Promise<KeyPair> => {
    const { key } = await newKey();
    return { key, certificate: await issueLeaf(ca, { subject, key, validity }) };
  };
  return {
    ca,
    serving: await leaf(servingSubject(options), limited),
    admin: await leaf(adminSubject(options), validity ?? limited),
    frontProxyCa: await createCa(frontProxyCaSubject(options), nowMs),
    serviceAccount: await newKey(),
  };
}

/** Returns a new CA. @param validity default: ten years from `nowMs` on */
export async function createCa(
  subject: CertificateSubject,
  nowMs: number,
  validity: Validity = validityFor(nowMs, caDays),
): Promise<KeyPair> {
  const { key } = await newKey();
  return { key, certificate: await issueCa({ subject, key, validity }) };
}

/** A certificate for a key that may be older than it. */
export async function renewLeaf(
  ca: KeyPair,
  { subject, key, nowMs }: { subject: CertificateSubject; key: string; nowMs: number },
): Promise<string> {
  return await issueLeaf(ca, { subject, key, validity: validityFor(nowMs, leafDays) });
}
