/** Whom the cluster's certificates name, in the cluster's vocabulary. */

import { product, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { canonicalAddress } from "../network/address.ts";

/** What decides about the names in the certificates. */
export interface Subjects {
  readonly vocabulary: VocabularyName;
  /** Of this machine. */
  readonly hostName: string;
  /** Further names and addresses under which the server is reached, such as the one that it is bound to. */
  readonly otherNames?: readonly string[];
}

/** What a certificate says about its holder. */
export interface CertificateSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly usage: "ca" | "serverAuth" | "clientAuth";
  /** DNS names and IP addresses in their shortest form, each once, in a fixed order. */
  readonly names: readonly string[];
}

/** The first address of the services' range, which belongs to the API server's own service. */
const firstServiceIp = "10.0.0.1";

/** The superusers' group, the same in every vocabulary. */
const superusers = "system:masters";

export function caSubject({ vocabulary }: Subjects): CertificateSubject {
  return { commonName: spell(vocabulary, "-ca"), organizations: [], usage: "ca", names: [] };
}

/** Returns the subject of the authority of front proxies. */
export function frontProxyCaSubject({ vocabulary }: Subjects): CertificateSubject {
  return { commonName: spell(vocabulary, "-front-proxy-ca"), organizations: [], usage: "ca", names: [] };
}

export function servingSubject(subjects: Subjects): CertificateSubject {
  const { vocabulary } = subjects;
  return {
    commonName: spell(vocabulary, "-apiserver"),
    organizations: [],
    usage: "serverAuth",
    names: names(subjects),
  };
}

export function adminSubject({ vocabulary }: Subjects): CertificateSubject {
  return { commonName: spell(vocabulary, "-admin"), organizations: [superusers], usage: "clientAuth", names: [] };
}

function names({ vocabulary, hostName, otherNames = [] }: Subjects): string[] {
  const service = ["", ".default", ".default.svc", ".default.svc.cluster.local"].map((suffix) =>
    spell(vocabulary, suffix),
  );
  const all = ["localhost", "127.0.0.1", "::1", hostName.toLowerCase(), ...service, firstServiceIp, ...otherNames];
  return [...new Set(all.flatMap((name) => canonicalName(name) ?? []))].sort();
}

/**
 * One spelling of a name or an address, so that they can be compared; `undefined` for what cannot stand in a
 * certificate: nobody can ask for the unspecified address, and names have the characters of host names.
 */
function canonicalName(name: string): string | undefined {
  const address = canonicalAddress(name);
  if (address !== undefined) return address === "0.0.0.0" || address === "::" ? undefined : address;
  return /^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/i.test(name) ? name : undefined;
}

function spell(vocabulary: VocabularyName, suffix: string): string {
  return vocabularies[vocabulary].bind(product(suffix));
}
