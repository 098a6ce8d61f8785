/**
 * The serving certificate and the CAs that a listener trusts: those of the cluster, or those that flags name. All files
 * are checked before the server listens, so that a wrong file is reported at the start, and not at the first handshake.
 */

import { X509Certificate } from "node:crypto";
import { certificateBlocks } from "../../authn/index.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { FrontProxyConfig } from "../config/authentication-config.ts";
import type { ListenerConfig } from "../config/server-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import type { CaSource } from "./ca-bundle.ts";
import { readPrivateKey } from "./inspect.ts";
import type { KeyPair, Pki } from "./key-pair.ts";
import type { ClientCaSources } from "./reloading-trust.ts";

/** Credentials of a listener, in PEM. */
export interface ServingCredentials extends KeyPair {
  readonly clientCas: ClientCaSources;
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
export function servingCredentials(
  config: Pick<ListenerConfig, "tlsCertFile" | "tlsPrivateKeyFile" | "clientCaFile">,
  frontProxy: FrontProxyConfig | undefined,
  pki: Pki,
): ServingCredentials {
  const { tlsCertFile, tlsPrivateKeyFile, clientCaFile } = config;
  const clusterCa = pki.ca.certificate;
  const clientCas = {
    users: caSource("--client-ca-file", clientCaFile, clusterCa),
    proxies: caSource("--requestheader-client-ca-file", frontProxy?.caFile, ""),
  };
  if (!tlsCertFile || !tlsPrivateKeyFile) return { ...pki.serving, clientCas, ca: clusterCa };
  const { pem, first } = readCertificates("--tls-cert-file", tlsCertFile);
  const key = readFlagFile("--tls-private-key-file", tlsPrivateKeyFile);
  if (!first.checkPrivateKey(readPrivateKey(tlsPrivateKeyFile, key))) {
    throw new StartupError(
      `--tls-private-key-file: ${tlsPrivateKeyFile} does not belong to the certificate in ${tlsCertFile}`,
    );
  }
  return { certificate: pem, key, clientCas, ca: `${clusterCa.trimEnd()}\n${pem}` };
}

/** @param fixed CA certificates in PEM that count besides those of the file */
function caSource(flag: string, path: string | undefined, fixed: string): CaSource {
  return { flag, fixed, file: path === undefined ? undefined : { path, content: readCertificates(flag, path).pem } };
}

/** Reads a file with one or more certificates. Each of them must be valid. */
function readCertificates(flag: string, path: string): { readonly pem: string; readonly first: X509Certificate } {
  const pem = readFlagFile(flag, path);
  const [first] = certificateBlocks(pem).map((block) => parseCertificate(flag, path, block));
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
