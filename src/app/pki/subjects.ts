/** Subjects of the cluster's certificates, in the cluster's vocabulary. */

import { product, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { canonicalAddress } from "../network/address.ts";

/** Facts from which the names in the certificates are derived. */
export interface Subjects {
  readonly vocabulary: VocabularyName;
  /** Name of this machine. */
  readonly hostName: string;
  /** Additional names and addresses of the server, such as the address on which it listens. */
  readonly otherNames?: readonly string[];
}

/** Contents of a certificate about its holder. */
export interface CertificateSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly usage: "ca" | "serverAuth" | "clientAuth";
  /** DNS names and IP addresses in their shortest form, sorted and without duplicates. */
  readonly names: readonly string[];
}

/** First address of the service range in the certificates, for the API server's own Service. */
const firstServiceIp = "10.0.0.1";

/** Group of the superusers, the same in both vocabularies. */
const superusers = "system:masters";

/** Returns the subject of the cluster's CA. */
export function caSubject({ vocabulary }: Subjects): CertificateSubject {
  return { commonName: spell(vocabulary, "-ca"), organizations: [], usage: "ca", names: [] };
}

/** Returns the subject of the CA of front proxies. */
export function frontProxyCaSubject({ vocabulary }: Subjects): CertificateSubject {
  return { commonName: spell(vocabulary, "-front-proxy-ca"), organizations: [], usage: "ca", names: [] };
}

/** Returns the subject of the API server's certificate. */
export function servingSubject(subjects: Subjects): CertificateSubject {
  const { vocabulary } = subjects;
  return {
    commonName: spell(vocabulary, "-apiserver"),
    organizations: [],
    usage: "serverAuth",
    names: names(subjects),
  };
}

/** Returns the subject of the administrator's client certificate. */
export function adminSubject({ vocabulary }: Subjects): CertificateSubject {
  return { commonName: spell(vocabulary, "-admin"), organizations: [superusers], usage: "clientAuth", names: [] };
}

/** Returns the subject of the controller manager's client certificate, the same in both vocabularies. */
export function controllerManagerSubject(): CertificateSubject {
  return { commonName: "system:kube-controller-manager", organizations: [], usage: "clientAuth", names: [] };
}

function names({ vocabulary, hostName, otherNames = [] }: Subjects): string[] {
  const service = ["", ".default", ".default.svc", ".default.svc.cluster.local"].map((suffix) =>
    spell(vocabulary, suffix),
  );
  const allNames = ["localhost", "127.0.0.1", "::1", hostName.toLowerCase(), ...service, firstServiceIp, ...otherNames];
  return [...new Set(allNames.flatMap((name) => canonicalName(name) ?? []))].sort();
}

/**
 * Returns the canonical spelling of a name or an address. Undefined if a certificate cannot contain it: the unspecified
 * addresses, and texts that are not host names.
 */
function canonicalName(name: string): string | undefined {
  const address = canonicalAddress(name);
  if (address !== undefined) return address === "0.0.0.0" || address === "::" ? undefined : address;
  return /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/i.test(name) ? name : undefined;
}

function spell(vocabulary: VocabularyName, suffix: string): string {
  return vocabularies[vocabulary].bind(product(suffix));
}
