/** The serving certificate in the folder of `--cert-dir`, with the file names of the reference. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { publicMode, readIfPresent, secretMode, writeAtomically } from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";
import { issueLeaf } from "./issue.ts";
import { type KeyPair, newKey } from "./key-pair.ts";
import type { CertificateSubject } from "./subjects.ts";
import { leafDays, validityFor } from "./validity.ts";

/** Files of a serving certificate and of its key. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The certificate that is created if there is none, and the services for it. */
export interface CertificateDirectoryOptions {
  readonly subject: CertificateSubject;
  /** CA that signs it. */
  readonly ca: KeyPair;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Returns the files of the serving certificate in a folder. If both exist, they are not changed, even if they have expired. If
 * none exists, creates them, and the folder. The new file also has the certificate of the CA.
 * @throws StartupError if one of them is missing, or the folder cannot be written
 */
export async function certificateInDirectory(
  path: string,
  options: CertificateDirectoryOptions,
): Promise<CertificateFiles> {
  const files = { certFile: join(path, "apiserver.crt"), keyFile: join(path, "apiserver.key") };
  const [hasCertificate, hasKey] = [files.certFile, files.keyFile].map((file) => readIfPresent(file) !== undefined);
  if (hasCertificate && hasKey) return files;
  if (hasCertificate || hasKey) {
    const missing = hasKey ? files.certFile : files.keyFile;
    throw new StartupError(`--cert-dir: error reading ${missing}, certificate and key must be supplied as a pair`);
  }
  await createFiles(path, files, options);
  return files;
}

async function createFiles(
  path: string,
  { certFile, keyFile }: CertificateFiles,
  { subject, ca, clock, logger }: CertificateDirectoryOptions,
): Promise<void> {
  const { key } = await newKey();
  const certificate = await issueLeaf(ca, { subject, key, validity: validityFor(clock.nowMs(), leafDays) });
  try {
    await mkdir(path, { recursive: true });
    await writeAtomically(keyFile, key, { mode: secretMode });
    await writeAtomically(certFile, `${certificate.trimEnd()}\n${ca.certificate}`, { mode: publicMode });
  } catch (error) {
    throw new StartupError(`--cert-dir: ${path} cannot be written (${reasonOf(error)})`, { cause: error });
  }
  logger.info("created the serving certificate", { file: certFile });
}
