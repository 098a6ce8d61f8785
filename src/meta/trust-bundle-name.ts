/** Names of ClusterTrustBundles: a bundle of a signer has the signer's name before its own. */
import { checkDns1123Subdomain } from "./name-formats.ts";

/** @param signerName empty for a bundle of no signer */
export function checkTrustBundleName(signerName: string, name: string): string[] {
  if (signerName === "") {
    if (!name.includes(":")) return checkDns1123Subdomain(name);
    return ['ClusterTrustBundle without signer name must not have ":" in its name'];
  }
  const prefix = `${signerName.replaceAll("/", ":")}:`;
  if (name.startsWith(prefix)) return checkDns1123Subdomain(name.slice(prefix.length));
  return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`];
}

/** The signer that such a name tells; empty when it tells none. */
export function signerOfBundle(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(":"))).replaceAll(":", "/");
}
