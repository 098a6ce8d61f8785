/**
 * Client configuration files. The text is YAML and, member by member, JSON: strings are quoted as JSON quotes them,
 * which YAML reads the same, so no library is needed to write it.
 */
import { createPrivateKey } from "node:crypto";

export interface KubeconfigOptions {
  /** URL of the API server. */
  readonly server: string;
  readonly clusterName: string;
  readonly userName: string;
  /** CA certificates in PEM that vouch for the server. */
  readonly ca: string;
  /** The user's certificate in PEM. */
  readonly certificate: string;
  /** The user's private key in PEM. */
  readonly key: string;
}

/** A configuration with one cluster and one user, everything embedded, so that it works from wherever it is copied to. */
export function kubeconfig({ server, clusterName, userName, ca, certificate, key }: KubeconfigOptions): string {
  const contextName = `${userName}@${clusterName}`;
  return `apiVersion: v1
kind: Config
clusters:
  - name: ${quote(clusterName)}
    cluster:
      server: ${quote(server)}
      certificate-authority-data: ${embed(ca)}
users:
  - name: ${quote(userName)}
    user:
      client-certificate-data: ${embed(certificate)}
      client-key-data: ${embed(readableKey(key))}
contexts:
  - name: ${quote(contextName)}
    context:
      cluster: ${quote(clusterName)}
      user: ${quote(userName)}
current-context: ${quote(contextName)}
`;
}

/** True when a file says all of this, whatever a person has added to it or how it is written since. */
export function saysTheSame(text: string, { server, ca, certificate, key }: KubeconfigOptions): boolean {
  const words = new Set(text.split(/[\s"',{}[\]]+/));
  const hasKey = words.has(embed(key)) || words.has(embed(readableKey(key)));
  return hasKey && [server, embed(ca), embed(certificate)].every((word) => words.has(word));
}

/** Returns the file with the user's key in the form that every client library reads; earlier releases wrote another one. */
export function withReadableKey(text: string, key: string): string {
  return text.replaceAll(embed(key), () => embed(readableKey(key)));
}

/** Returns an elliptic-curve key in the form of SEC 1, which some client libraries need. Other keys stay as they are. */
function readableKey(pem: string): string {
  if (!pem.includes("BEGIN PRIVATE KEY")) return pem;
  const key = createPrivateKey(pem);
  return key.asymmetricKeyType === "ec" ? key.export({ type: "sec1", format: "pem" }).toString() : pem;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Base64 holds nothing that YAML would read as anything but text. */
function embed(pem: string): string {
  return Buffer.from(pem).toString("base64");
}
