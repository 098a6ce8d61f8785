/** Rules about the keys of a user's further properties. */
import { type FieldError, invalidField } from "../../../meta/field-error.ts";
import { checkFieldFormat } from "../../../meta/field-formats.ts";
import { label, machineryLabel, type Vocabulary, vocabularies } from "../../../meta/vocabulary.ts";

/** Returns the faults of a key. */
export function extraKeyFaults(path: string, key: string, vocabulary: Vocabulary): FieldError[] {
  const faults = checkFieldFormat("domainPrefixedPath", path, key);
  if (key !== key.toLowerCase()) faults.push(invalidField(path, key, "key must be lowercase"));
  const domains = reservedDomains(vocabulary);
  const slash = key.indexOf("/");
  const host = slash < 0 ? "" : key.slice(0, slash);
  if (domains.some((domain) => host === domain || host.endsWith(`.${domain}`))) {
    const rule = `${domains.join(", ")} and their subdomains are reserved for Kubernetes use`;
    faults.push(invalidField(path, key, rule));
  }
  return faults;
}

/** Returns the domains of the vocabulary, and those of the reference, which other programs use. */
function reservedDomains(vocabulary: Vocabulary): readonly string[] {
  const domainsOf = (one: Vocabulary): readonly string[] =>
    [machineryLabel(""), label("")].map((token) => one.bind(token).slice(0, -1));
  return [...new Set([...domainsOf(vocabulary), ...domainsOf(vocabularies.kubernetes)])];
}
