/** Reads the files with the certificates for etcd. */
import { requireMatchingPair } from "../pki/serving-credentials.ts";
import { readFlagFile } from "./flag-file.ts";

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
  if (certFile !== undefined && certificate && keyFile !== undefined && key) {
    requireMatchingPair({
      certFlag: "--etcd-certfile",
      certFile,
      certificate: certificate.toString(),
      keyFlag: "--etcd-keyfile",
      keyFile,
      key: key.toString(),
    });
  }
  return { ...(ca ? { ca } : {}), ...(certificate ? { certificate } : {}), ...(key ? { key } : {}) };
}

function readFile(flag: string, path: string | undefined): Buffer | undefined {
  return path === undefined ? undefined : Buffer.from(readFlagFile(flag, path));
}
