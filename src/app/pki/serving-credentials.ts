/**
 * The serving certificate and the CAs that a listener trusts: those of the cluster, or those that flags name. All files
 * are checked before the server listens, so that a wrong file is reported at the start, and not at the first handshake.
 */

import { X509Certificate } from "node:crypto";
import { reasonOf } from "../../base/reason-of.ts";
import type { ListenerConfig } from "../config/server-config.ts";
import { readIfPresent } from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";
import { readPrivateKey } from "./inspect.ts";
import type { KeyPair, Pki } from "./key-pair.ts";

/** Credentials of a listener, in PEM. */
export interface ServingCredentials extends KeyPair {
  /** CA certificates that sign client certificates, including the cluster's own CA. */
  readonly clientCa: readonly string[];
  /**
   * CA certificates that clients must trust: the cluster's CA, and the serving certificate if the cluster's CA did not
   * sign it.
   */
  readonly ca: string;
}

/**
 * Returns the credentials that the flags and the data directory determine.
 * @throws StartupError with the flag whose file cannot be used
 */
export function servingCredentials(config: ListenerConfig, pki: Pki): ServingCredentials {
  const { tlsCertFile, tlsPrivateKeyFile, clientCaFile } = config;
  const clusterCa = pki.ca.certificate;
  const clientCa = clientCaFile ? [clusterCa, readCertificates("--client-ca-file", clientCaFile).pem] : [clusterCa];
  if (!tlsCertFile || !tlsPrivateKeyFile) return { ...pki.serving, clientCa, ca: clusterCa };
  const { pem, first } = readCertificates("--tls-cert-file", tlsCertFile);
  const key = readFile("--tls-private-key-file", tlsPrivateKeyFile);
  if (!first.checkPrivateKey(readPrivateKey(tlsPrivateKeyFile, key))) {
    throw new StartupError(
      `--tls-private-key-file: ${tlsPrivateKeyFile} does not belong to the certificate in ${tlsCertFile}`,
    );
  }
  return { certificate: pem, key, clientCa, ca: `${clusterCa.trimEnd()}\n${pem}` };
}

function readFile(flag: string, path: string): string {
  const content = readIfPresent(path);
  if (content === undefined) throw new StartupError(`${flag}: file ${path} does not exist`);
  return content;
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Reads a file with one or more certificates. Each of them must be valid. */
function readCertificates(flag: string, path: string): { readonly pem: string; readonly first: X509Certificate } {
  const pem = readFile(flag, path);
  const [first] = (pem.match(pemCertificate) ?? []).map((block) => parseCertificate(flag, path, block));
  if (!first) throw new StartupError(`${flag}: ${path} contains no certificate in PEM`);
  return { pem, first };
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
