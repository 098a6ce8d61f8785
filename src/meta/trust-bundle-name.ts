/** Names of ClusterTrustBundles. A bundle for a signer has the signer's name as its prefix. */
import { checkDns1123Subdomain } from "./name-formats.ts";

/**
 * Returns the faults of the name of a bundle.
 * @param signerName empty for a bundle without a signer
 */
export function checkTrustBundleName(signerName: string, name: string): string[] {
  if (signerName === "") {
    if (!name.includes(":")) return checkDns1123Subdomain(name);
    return ['ClusterTrustBundle without signer name must not have ":" in its name'];
  }
  const prefix = `${signerName.replaceAll("/", ":")}:`;
  if (name.startsWith(prefix)) return checkDns1123Subdomain(name.slice(prefix.length));
  return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`];
}

/** Returns the signer's name in the name of a bundle; empty if the bundle has no signer. */
export function signerOfBundle(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(":"))).replaceAll(":", "/");
}
