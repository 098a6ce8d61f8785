/**
 * The keys and certificates in a data directory. Missing ones are created. Certificates that expire soon or lack a name
 * are renewed with the same key. Damaged or mismatched files are reported, because only the user can decide whether to
 * delete them. The folder gets its name when all files are written, and later changes replace single files, so a crash
 * at any time leaves a folder that the next start can use.
 */

import { createPublicKey, type X509Certificate } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import {
  isErrno,
  publicMode,
  readIfPresent,
  secretDirMode,
  secretMode,
  syncDirectory,
  temporaryPath,
  temporaryPrefix,
  writeAtomically,
  writeDurably,
} from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";
import {
  isIssuedBy,
  namesInCertificate,
  readCertificate,
  readPrivateKey,
  readPublicKey,
  validityOf,
} from "./inspect.ts";
import { type KeyPair, newKey, type Pki, type SigningKey } from "./key-pair.ts";
import { createCa, createPki, type PkiOptions, renewLeaf } from "./make-pki.ts";
import {
  adminSubject,
  type CertificateSubject,
  caSubject,
  controllerManagerSubject,
  frontProxyCaSubject,
  servingSubject,
} from "./subjects.ts";
import { isDueForRenewal } from "./validity.ts";

const fileNames = [
  "ca.crt",
  "ca.key",
  "apiserver.crt",
  "apiserver.key",
  "admin.crt",
  "admin.key",
  "controller-manager.crt",
  "controller-manager.key",
  "front-proxy-ca.crt",
  "front-proxy-ca.key",
  "sa.key",
  "sa.pub",
] as const;

type FileName = (typeof fileNames)[number];

/** Names and clock of the certificates, and a logger. */
export interface EnsurePkiOptions extends PkiOptions {
  /** Logs each file that is created or renewed. */
  readonly logger: Logger;
}

/** The folder, and the files that were found in it. */
interface Folder {
  readonly path: string;
  readonly options: EnsurePkiOptions;
  readonly files: ReadonlyMap<FileName, string>;
}

/**
 * Returns the keys and certificates in a folder. Creates and renews files as needed.
 * @param path the folder; created if it does not exist
 * @throws StartupError with the file that is damaged, missing or mismatched, and the next step
 */
export async function ensurePki(path: string, options: EnsurePkiOptions): Promise<Pki> {
  let files = readFiles(path);
  if (files.size === 0 && (await isFree(path))) {
    const createdPki = await createFolder(path, options);
    if (createdPki) return createdPki;
    files = readFiles(path);
  }
  const folder: Folder = { path, options, files };
  const ca = await ensureCa(folder);
  return {
    ca: ca.pair,
    serving: await ensureLeaf(folder, ca, { base: "apiserver", subject: servingSubject(options) }),
    admin: await ensureLeaf(folder, ca, { base: "admin", subject: adminSubject(options) }),
    controllerManager: await ensureLeaf(folder, ca, {
      base: "controller-manager",
      subject: controllerManagerSubject(),
    }),
    frontProxyCa: await ensureFrontProxyCa(folder),
    serviceAccount: await ensureSigningKey(folder),
  };
}

function readFiles(path: string): Map<FileName, string> {
  const files = new Map<FileName, string>();
  for (const name of fileNames) {
    const content = readIfPresent(join(path, name));
    if (content !== undefined) files.set(name, content);
  }
  return files;
}

/** Whether `path` does not exist or is an empty folder. */
async function isFree(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return true;
    throw writeError(path, error);
  }
}

/** Creates the folder with all files. Returns undefined if another process has created it in the meantime. */
async function createFolder(path: string, options: EnsurePkiOptions): Promise<Pki | undefined> {
  const pki = await createPki(options);
  const { ca, serving, admin, controllerManager, frontProxyCa, serviceAccount } = pki;
  const files: Record<FileName, string> = {
    "ca.crt": ca.certificate,
    "ca.key": ca.key,
    "apiserver.crt": serving.certificate,
    "apiserver.key": serving.key,
    "admin.crt": admin.certificate,
    "admin.key": admin.key,
    "controller-manager.crt": controllerManager.certificate,
    "controller-manager.key": controllerManager.key,
    "front-proxy-ca.crt": frontProxyCa.certificate,
    "front-proxy-ca.key": frontProxyCa.key,
    "sa.key": serviceAccount.key,
    "sa.pub": serviceAccount.publicKey,
  };
  const next = temporaryPath(path);
  try {
    await mkdir(next, { recursive: true, mode: secretDirMode });
    const writing = fileNames.map((name) => writeDurably(join(next, name), files[name], { mode: modeOf(name) }));
    await Promise.all(writing);
    await syncDirectory(next);
    await rename(next, path);
    await syncDirectory(dirname(path));
    await removeUnfinished(path);
  } catch (error) {
    await rm(next, { recursive: true, force: true });
    if (readFiles(path).size > 0) return undefined;
    throw writeError(path, error);
  }
  options.logger.info("created the cluster's keys and certificates", { folder: path });
  return pki;
}

/** Removes temporary folders of killed starts, and of starts that run at the same time, which now use this folder. */
async function removeUnfinished(path: string): Promise<void> {
  const above = dirname(path);
  const leftovers = (await readdir(above)).filter(
    (name) => name.startsWith(temporaryPrefix) && name.endsWith(basename(path)),
  );
  for (const name of leftovers) await rm(join(above, name), { recursive: true, force: true });
}

function modeOf(name: FileName): number {
  return name.endsWith(".key") ? secretMode : publicMode;
}

async function ensureCa(folder: Folder): Promise<CheckedPair> {
  const { files, options } = folder;
  if (!files.has("ca.crt") && !files.has("ca.key")) {
    const orphan = (["apiserver.crt", "admin.crt", "controller-manager.crt"] as const).find((name) => files.has(name));
    if (orphan) throw missingCaError(folder, orphan);
    const pair = await writePair(folder, "ca", await createCa(caSubject(options), options.clock.nowMs()));
    return { pair, parsed: readCertificate(filePath(folder, "ca.crt"), pair.certificate) };
  }
  const ca = readPair(folder, "ca");
  const remedy = `remove ${folder.path}, so that a new CA is created, and give its admin.kubeconfig to every client`;
  rejectUnusableCa(folder, { base: "ca", certificate: ca.parsed, remedy });
  return ca;
}

/** Returns the CA of front proxies. It can be replaced, because clients do not store its certificate. */
async function ensureFrontProxyCa(folder: Folder): Promise<KeyPair> {
  const { files, options } = folder;
  const base = "front-proxy-ca";
  if (!files.has(`${base}.crt`) && !files.has(`${base}.key`)) {
    return await writePair(folder, base, await createCa(frontProxyCaSubject(options), options.clock.nowMs()));
  }
  const { pair, parsed } = readPair(folder, base);
  const remedy = `remove ${base}.crt and ${base}.key, so that a new one is created`;
  rejectUnusableCa(folder, { base, certificate: parsed, remedy });
  return pair;
}

interface UsedCa {
  readonly base: "ca" | "front-proxy-ca";
  readonly certificate: X509Certificate;
  /** Next step for the user if the certificate has expired. */
  readonly remedy: string;
}

function rejectUnusableCa(folder: Folder, { base, certificate, remedy }: UsedCa): void {
  const path = filePath(folder, `${base}.crt`);
  const { fromMs, toMs } = validityOf(certificate);
  const nowMs = folder.options.clock.nowMs();
  if (!certificate.ca)
    throw new StartupError(`${path} is not the certificate of a CA; put one there, or remove ${folder.path}`);
  if (nowMs < fromMs) {
    throw new StartupError(`${path} is valid only from ${certificate.validFrom}; set the clock of this machine right`);
  }
  if (nowMs > toMs) {
    throw new StartupError(`${path} expired on ${certificate.validTo}; ${remedy}`);
  }
}

interface Leaf {
  readonly base: "apiserver" | "admin" | "controller-manager";
  readonly subject: CertificateSubject;
}

async function ensureLeaf(folder: Folder, ca: CheckedPair, { base, subject }: Leaf): Promise<KeyPair> {
  const { files, options } = folder;
  const nowMs = options.clock.nowMs();
  const issue = async (key: string): Promise<KeyPair> => {
    const certificate = await renewLeaf(ca.pair, { subject, key, nowMs });
    return await writePair(folder, base, { key, certificate });
  };
  if (!files.has(`${base}.crt`)) {
    // A key without a certificate comes from an interrupted start, or from the user. It only needs a certificate.
    const key = files.get(`${base}.key`) ?? (await newKey()).key;
    readPrivateKey(filePath(folder, `${base}.key`), key);
    return await issue(key);
  }
  const { pair, parsed } = readPair(folder, base);
  if (!isIssuedBy(parsed, ca.parsed)) throw wrongCaError(folder, base);
  const isCurrent = !isDueForRenewal(validityOf(parsed), nowMs) && hasNames(parsed, subject.names);
  return isCurrent ? pair : await issue(pair.key);
}

/** Whether the certificate has all names. Additional names are allowed. */
function hasNames(certificate: X509Certificate, names: readonly string[]): boolean {
  const presentNames = new Set(namesInCertificate(certificate));
  return names.every((name) => presentNames.has(name));
}

async function ensureSigningKey(folder: Folder): Promise<SigningKey> {
  const { files } = folder;
  const existingKey = files.get("sa.key");
  const existingPublicKey = files.get("sa.pub");
  if (existingKey === undefined && existingPublicKey !== undefined) throw missingPartError(folder, "sa.pub", "sa.key");
  const key = existingKey ?? (await newKey()).key;
  const derivedPublicKey = createPublicKey(readPrivateKey(filePath(folder, "sa.key"), key));
  if (existingPublicKey !== undefined) {
    if (derivedPublicKey.equals(readPublicKey(filePath(folder, "sa.pub"), existingPublicKey)))
      return { key, publicKey: existingPublicKey };
    throw mismatchError(folder, "sa.pub", "sa.key");
  }
  const publicKey = derivedPublicKey.export({ type: "spki", format: "pem" }).toString();
  if (existingKey === undefined) await write(folder, "sa.key", key);
  await write(folder, "sa.pub", publicKey);
  return { key, publicKey };
}

/** A certificate and its key, which were compared. */
interface CheckedPair {
  readonly pair: KeyPair;
  /** The parsed certificate. */
  readonly parsed: X509Certificate;
}

function readPair(folder: Folder, base: UsedCa["base"] | Leaf["base"]): CheckedPair {
  const certificate = folder.files.get(`${base}.crt`);
  const key = folder.files.get(`${base}.key`);
  if (certificate === undefined) throw missingPartError(folder, `${base}.key`, `${base}.crt`);
  if (key === undefined) throw missingPartError(folder, `${base}.crt`, `${base}.key`);
  const parsed = readCertificate(filePath(folder, `${base}.crt`), certificate);
  if (!parsed.checkPrivateKey(readPrivateKey(filePath(folder, `${base}.key`), key))) {
    throw mismatchError(folder, `${base}.crt`, `${base}.key`);
  }
  return { pair: { certificate, key }, parsed };
}

/**
 * Writes the key before the certificate, because the next start can complete a key without a certificate, but not the
 * reverse.
 */
async function writePair(folder: Folder, base: UsedCa["base"] | Leaf["base"], pair: KeyPair): Promise<KeyPair> {
  if (folder.files.get(`${base}.key`) !== pair.key) await write(folder, `${base}.key`, pair.key);
  await write(folder, `${base}.crt`, pair.certificate);
  return pair;
}

async function write({ path, options }: Folder, name: FileName, content: string): Promise<void> {
  try {
    await writeAtomically(join(path, name), content, { mode: modeOf(name) });
  } catch (error) {
    throw writeError(join(path, name), error);
  }
  options.logger.info("wrote a key or certificate of the cluster", { file: join(path, name) });
}

function filePath({ path }: Folder, name: FileName): string {
  return join(path, name);
}

function missingPartError(folder: Folder, presentNames: FileName, missing: string): StartupError {
  return new StartupError(
    `${filePath(folder, presentNames)} exists, but ${missing} is missing; restore it, or ${removalAdvice(folder, presentNames)}`,
  );
}

function missingCaError(folder: Folder, presentNames: FileName): StartupError {
  return new StartupError(
    `${filePath(folder, presentNames)} exists, but ca.crt and ca.key are missing; restore them, or ${removalAdvice(folder, "ca.crt")}`,
  );
}

function mismatchError(folder: Folder, first: FileName, second: FileName): StartupError {
  return new StartupError(
    `${filePath(folder, first)} does not belong to ${filePath(folder, second)}; restore the two that belong together, or ` +
      removalAdvice(folder, first, second),
  );
}

function wrongCaError(folder: Folder, base: Leaf["base"]): StartupError {
  return new StartupError(
    `${filePath(folder, `${base}.crt`)} was not signed by ${filePath(folder, "ca.crt")}; restore the files that belong together, or ` +
      `remove ${base}.crt, so that it is created again`,
  );
}

/** Returns advice on which files to remove. Everything that the CA signed depends on it. */
function removalAdvice({ path }: Folder, ...names: readonly FileName[]): string {
  return names.some((name) => name.startsWith("ca."))
    ? `remove ${path}, so that everything is created again, and give the new admin.kubeconfig to every client`
    : `remove ${names.join(" and ")}, so that the missing files are created again`;
}

function writeError(path: string, error: unknown): StartupError {
  const why = isErrno(error, "ENOTEMPTY", "EEXIST", "ENOTDIR") ? "something else is in its place" : reasonOf(error);
  return new StartupError(`${path} cannot be written (${why}); make room for it`, { cause: error });
}
