/**
 * Client configuration files. The text is YAML and, member by member, JSON: strings are quoted as JSON quotes them,
 * which YAML reads the same, so no library is needed to write it.
 */
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
      client-key-data: ${embed(key)}
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
  return [server, embed(ca), embed(certificate), embed(key)].every((word) => words.has(word));
}

function quote(text: string): string {
  return JSON.stringify(text);
}

/** Base64 holds nothing that YAML would read as anything but text. */
function embed(pem: string): string {
  return Buffer.from(pem).toString("base64");
}
