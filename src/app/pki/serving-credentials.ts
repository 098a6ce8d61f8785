/**
 * What the port shows and whom it trusts: the cluster's own certificate and CA, or what flags put in their place. All of
 * it is checked before anything listens, so that a wrong file is named at the start and not at the first handshake.
 */

import { X509Certificate } from "node:crypto";
import { reasonOf } from "../../base/reason-of.ts";
import type { ListenerConfig } from "../config/server-config.ts";
import { readIfPresent } from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";
import { readPrivateKey } from "./inspect.ts";
import type { KeyPair, Pki } from "./key-pair.ts";

/** All in PEM. */
export interface ServingCredentials extends KeyPair {
  /** The authorities whose client certificates are accepted, the cluster's own among them. */
  readonly clientCa: readonly string[];
  /** What a client has to trust: the cluster's CA, and a serving certificate that it did not sign. */
  readonly ca: string;
}

/** @throws StartupError naming the flag whose file cannot be used */
export function servingCredentials(config: ListenerConfig, pki: Pki): ServingCredentials {
  const { tlsCertFile, tlsPrivateKeyFile, clientCaFile } = config;
  const own = pki.ca.certificate;
  const clientCa = clientCaFile ? [own, readCertificates("--client-ca-file", clientCaFile).pem] : [own];
  if (!tlsCertFile || !tlsPrivateKeyFile) return { ...pki.serving, clientCa, ca: own };
  const { pem, first } = readCertificates("--tls-cert-file", tlsCertFile);
  const key = readFile("--tls-private-key-file", tlsPrivateKeyFile);
  if (!first.checkPrivateKey(readPrivateKey(tlsPrivateKeyFile, key))) {
    throw new StartupError(
      `--tls-private-key-file: ${tlsPrivateKeyFile} does not belong to the certificate in ${tlsCertFile}`,
    );
  }
  return { certificate: pem, key, clientCa, ca: `${own.trimEnd()}\n${pem}` };
}

function readFile(flag: string, path: string): string {
  const content = readIfPresent(path);
  if (content === undefined) throw new StartupError(`${flag}: there is no file ${path}`);
  return content;
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** One certificate or several, each of which can be read. */
function readCertificates(flag: string, path: string): { readonly pem: string; readonly first: X509Certificate } {
  const pem = readFile(flag, path);
  const [first] = (pem.match(pemCertificate) ?? []).map((block) => parseCertificate(flag, path, block));
  if (!first) throw new StartupError(`${flag}: ${path} holds no certificate in PEM`);
  return { pem, first };
}

function parseCertificate(flag: string, path: string, block: string): X509Certificate {
  try {
    return new X509Certificate(block);
  } catch (error) {
    throw new StartupError(`${flag}: ${path} holds a certificate that cannot be read (${reasonOf(error)})`, {
      cause: error,
    });
  }
}
