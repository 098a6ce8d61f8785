/**
 * The serving certificate and the CAs that a listener trusts: those of the cluster, or those that flags name. All files
 * are checked before the server listens, so that a wrong file is reported at the start, and not at the first handshake.
 */

import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { certificateBlocks } from "../../authn/index.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { FrontProxyConfig } from "../config/authentication-config.ts";
import type { ListenerConfig } from "../config/server-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import type { CaSource } from "./ca-bundle.ts";
import type { CertificateFiles } from "./certificate-directory.ts";
import type { KeyPair, Pki } from "./key-pair.ts";
import type { ClientCaSources } from "./reloading-trust.ts";

/** A certificate and its key in two files, and their content in PEM. It is plain data, for all processes of a server. */
export interface PairFiles extends KeyPair {
  readonly certFlag: string;
  readonly certFile: string;
  readonly keyFlag: string;
  readonly keyFile: string;
}

/** A certificate for clients that request one of its names. */
export interface SniCredentials {
  readonly files: PairFiles;
  /** Empty: the names of the certificate. */
  readonly names: readonly string[];
}

/** Credentials of a listener, in PEM. */
export interface ServingCredentials extends KeyPair {
  /** Files of the serving certificate. Undefined if it is that of the data directory. */
  readonly files: PairFiles | undefined;
  readonly sni: readonly SniCredentials[];
  readonly clientCas: ClientCaSources;
  /**
   * CA certificates that clients must trust: the cluster's CA, and the serving certificate if the cluster's CA did not
   * sign it.
   */
  readonly ca: string;
}

/** Credentials of the cluster. */
export interface CredentialSources {
  readonly pki: Pki;
  /** Files in the folder of `--cert-dir`. Undefined without the flag. */
  readonly inDirectory: CertificateFiles | undefined;
}

/**
 * Returns the credentials that the flags and the data directory determine.
 * @throws StartupError with the flag whose file cannot be used
 */
export function servingCredentials(
  config: Pick<ListenerConfig, "tlsCertFile" | "tlsPrivateKeyFile" | "clientCaFile" | "sniCertificates">,
  frontProxy: FrontProxyConfig | undefined,
  { pki, inDirectory }: CredentialSources,
): ServingCredentials {
  const { tlsCertFile: certFile, tlsPrivateKeyFile: keyFile, clientCaFile } = config;
  const clusterCa = pki.ca.certificate;
  const shared = {
    clientCas: {
      users: caSource("--client-ca-file", clientCaFile, clusterCa),
      proxies: caSource("--requestheader-client-ca-file", frontProxy?.caFile, ""),
    },
    sni: config.sniCertificates.map(({ names, ...paths }) => ({
      names,
      files: readPair({ certFlag: sniFlag, keyFlag: sniFlag, ...paths }),
    })),
  };
  const paths =
    certFile && keyFile
      ? { certFlag: "--tls-cert-file", certFile, keyFlag: "--tls-private-key-file", keyFile }
      : inDirectory && { certFlag: "--cert-dir", keyFlag: "--cert-dir", ...inDirectory };
  if (!paths) return { ...pki.serving, files: undefined, ...shared, ca: clusterCa };
  const files = readPair(paths);
  const { certificate, key } = files;
  return { certificate, key, files, ...shared, ca: `${clusterCa.trimEnd()}\n${certificate}` };
}

const sniFlag = "--tls-sni-cert-key";

/**
 * Reads a certificate and its key.
 * @throws StartupError with the flag whose file cannot be used
 */
export function readPair(paths: Omit<PairFiles, "certificate" | "key">): PairFiles {
  const { certFlag, certFile, keyFlag, keyFile } = paths;
  const pair = { ...paths, certificate: readFlagFile(certFlag, certFile), key: readFlagFile(keyFlag, keyFile) };
  requireMatchingPair(pair);
  return pair;
}

/**
 * Checks that the files have certificates, and the key of the first one.
 * @throws StartupError with the flag whose file cannot be used
 */
export function requireMatchingPair({ certFlag, certFile, certificate, keyFlag, keyFile, key }: PairFiles): void {
  const first = requireCertificates(certFlag, certFile, certificate);
  if (first.checkPrivateKey(parseKey(keyFlag, keyFile, key))) return;
  throw new StartupError(`${keyFlag}: ${keyFile} does not belong to the certificate in ${certFile}`);
}

/** @param fixed CA certificates in PEM that count besides those of the file */
function caSource(flag: string, path: string | undefined, fixed: string): CaSource {
  return { flag, fixed, file: path === undefined ? undefined : { path, content: readCertificates(flag, path) } };
}

function readCertificates(flag: string, path: string): string {
  const pem = readFlagFile(flag, path);
  requireCertificates(flag, path, pem);
  return pem;
}

/**
 * Checks a text with one or more certificates. Each of them must be valid.
 * @returns the first one
 * @throws StartupError with the flag and the path
 */
export function requireCertificates(flag: string, path: string, pem: string): X509Certificate {
  const [first] = certificateBlocks(pem).map((block) => parseCertificate(flag, path, block));
  if (!first) throw new StartupError(`${flag}: ${path} contains no certificate in PEM`);
  return first;
}

function parseKey(flag: string, path: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new StartupError(`${flag}: ${path} contains no private key in PEM that can be read (${reasonOf(error)})`, {
      cause: error,
    });
  }
}

function parseCertificate(flag: string, path: string, block: string): X509Certificate {
  try {
    return new X509Certificate(block);
  } catch (error) {
    throw new StartupError(`${flag}: ${path} contains a certificate that cannot be read (${reasonOf(error)})`, {
      cause: error,
    });
  }
}
