/** Keys and certificates that are not kept: those of servers that live in a test or an application. */
import type { Clock } from "../../base/clock.ts";
import { issueCa, issueLeaf } from "./issue.ts";
import { type KeyPair, newKey, type Pki } from "./key-pair.ts";
import { adminSubject, type CertificateSubject, caSubject, type Subjects, servingSubject } from "./subjects.ts";
import { caDays, isDueForRenewal, leafDays, type Validity, validityFor } from "./validity.ts";

export interface PkiOptions extends Subjects {
  /** TLS peers compare with the machine's time, so this is the machine's, whatever moves the server's. */
  readonly clock: Clock;
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
  const key = JSON.stringify(subjects);
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
  const ca = await createCa(options, nowMs);
  const leaf = async (subject: CertificateSubject): Promise<KeyPair> => {
    const { key } = await newKey();
    return { key, certificate: await renewLeaf(ca, { subject, key, nowMs }) };
  };
  return {
    ca,
    serving: await leaf(servingSubject(options)),
    admin: await leaf(adminSubject(options)),
    serviceAccount: await newKey(),
  };
}

export async function createCa(subjects: Subjects, nowMs: number): Promise<KeyPair> {
  const { key } = await newKey();
  const certificate = await issueCa({ subject: caSubject(subjects), key, validity: validityFor(nowMs, caDays) });
  return { key, certificate };
}

/** A certificate for a key that may be older than it. */
export async function renewLeaf(
  ca: KeyPair,
  { subject, key, nowMs }: { subject: CertificateSubject; key: string; nowMs: number },
): Promise<string> {
  return await issueLeaf(ca, { subject, key, validity: validityFor(nowMs, leafDays) });
}
