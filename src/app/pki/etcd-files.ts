/** Reads the files with the certificates for etcd. */
import { readFlagFile } from "../machine/flag-file.ts";
import { readPair, requireCertificates } from "./serving-credentials.ts";

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
  return {
    ...(caFile === undefined ? {} : { ca: readCa(caFile) }),
    ...(certFile !== undefined && keyFile !== undefined ? readClientPair(certFile, keyFile) : {}),
  };
}

function readCa(path: string): Buffer {
  const pem = readFlagFile("--etcd-cafile", path);
  requireCertificates("--etcd-cafile", path, pem);
  return Buffer.from(pem);
}

function readClientPair(certFile: string, keyFile: string): Required<Pick<EtcdCertificates, "certificate" | "key">> {
  const flags = { certFlag: "--etcd-certfile", keyFlag: "--etcd-keyfile" };
  const { certificate, key } = readPair({ ...flags, certFile, keyFile });
  return { certificate: Buffer.from(certificate), key: Buffer.from(key) };
}
