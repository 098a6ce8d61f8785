/** Reads the files with the certificates for etcd. */
import { readIfPresent } from "./files.ts";
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

/** Reads the files. @throws StartupError if one of them does not exist */
export function readEtcdTls({ caFile, certFile, keyFile }: EtcdFiles): EtcdCertificates {
  const ca = readFile("etcd-cafile", caFile);
  const certificate = readFile("etcd-certfile", certFile);
  const key = readFile("etcd-keyfile", keyFile);
  return { ...(ca ? { ca } : {}), ...(certificate ? { certificate } : {}), ...(key ? { key } : {}) };
}

function readFile(flag: string, path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined;
  const content = readIfPresent(path);
  if (content === undefined) throw new StartupError(`--${flag}: file ${path} does not exist`);
  return Buffer.from(content);
}
