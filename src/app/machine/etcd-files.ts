/** Reads the files with the certificates for etcd. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFlagFile } from "./flag-file.ts";
import { StartupError } from "./startup-error.ts";

/** Paths of the files. Undefined for those that are not used. */
export interface EtcdFiles {
  readonly caFile: string | undefined;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}

/** The contents, in PEM. */
export interface EtcdCertificates {
  readonly ca?: Buffer;
  readonly certificate?: Buffer;
  readonly key?: Buffer;
}

/** Reads the files. @throws StartupError if one of them does not exist or cannot be used */
export function readEtcdTls({ caFile, certFile, keyFile }: EtcdFiles): EtcdCertificates {
  const ca = readFile("--etcd-cafile", caFile);
  const certificate = readFile("--etcd-certfile", certFile);
  const key = readFile("--etcd-keyfile", keyFile);
  if (ca) usable(`--etcd-cafile: ${caFile}`, "certificate", () => new X509Certificate(ca));
  if (certificate && key) checkPair({ certFile, certificate, keyFile, key });
  return { ...(ca ? { ca } : {}), ...(certificate ? { certificate } : {}), ...(key ? { key } : {}) };
}

function readFile(flag: string, path: string | undefined): Buffer | undefined {
  return path === undefined ? undefined : Buffer.from(readFlagFile(flag, path));
}

type PairFiles = Pick<EtcdFiles, "certFile" | "keyFile"> & Required<Pick<EtcdCertificates, "certificate" | "key">>;

/** @throws StartupError with the flag whose file cannot be used */
function checkPair({ certFile, certificate, keyFile, key }: PairFiles): void {
  const first = usable(`--etcd-certfile: ${certFile}`, "certificate", () => new X509Certificate(certificate));
  const own = usable(`--etcd-keyfile: ${keyFile}`, "private key", () => createPrivateKey(key));
  if (first.checkPrivateKey(own)) return;
  throw new StartupError(`--etcd-keyfile: ${keyFile} does not belong to the certificate in ${certFile}`);
}

/** Returns what `read` returns. @throws StartupError if it throws, because the file does not begin with the subject */
function usable<T>(file: string, subject: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new StartupError(`${file} does not begin with a ${subject} in PEM`, { cause: error });
  }
}
