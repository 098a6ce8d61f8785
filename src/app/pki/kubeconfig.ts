/**
 * Writes client configuration files. Each value is written as a JSON string, which is also valid YAML, so no YAML
 * library is needed.
 */
import { createPrivateKey } from "node:crypto";

/** Contents of a client configuration. */
export interface KubeconfigOptions {
  /** URL of the API server. */
  readonly server: string;
  readonly clusterName: string;
  readonly userName: string;
  /** CA certificates of the server in PEM. */
  readonly ca: string;
  /** The user's certificate in PEM. */
  readonly certificate: string;
  /** The user's private key in PEM. */
  readonly key: string;
}

/**
 * Returns a client configuration with one cluster and one user. All certificates are embedded, so that the file can be
 * moved.
 */
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

/** Whether a file contains the server, the certificates and the key, in any layout and with any additions. */
export function containsKubeconfig(text: string, { server, ca, certificate, key }: KubeconfigOptions): boolean {
  const words = new Set(text.split(/[\s"',{}[\]]+/));
  const hasKey = words.has(embed(key)) || words.has(embed(readableKey(key)));
  return hasKey && [server, embed(ca), embed(certificate)].every((word) => words.has(word));
}

/**
 * Returns the file with the user's key in the form that every client library reads. Earlier releases wrote another
 * form.
 */
export function withReadableKey(text: string, key: string): string {
  return text.replaceAll(embed(key), () => embed(readableKey(key)));
}

/** Returns an elliptic-curve key in SEC 1 form, which some client libraries need. Other keys stay as they are. */
function readableKey(pem: string): string {
  if (!pem.includes("BEGIN PRIVATE KEY")) return pem;
  const key = createPrivateKey(pem);
  return key.asymmetricKeyType === "ec" ? key.export({ type: "sec1", format: "pem" }).toString() : pem;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Base64 text is always a plain string in YAML. */
function embed(pem: string): string {
  return Buffer.from(pem).toString("base64");
}
