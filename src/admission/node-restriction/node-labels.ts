/** Labels that agents may not set on their Nodes, because they could attract Pods with them. */
import { compareText } from "../../base/compare-text.ts";
import { domain, label, machineryLabel, type NameToken, subLabel, type Vocabulary } from "../../meta/vocabulary.ts";

/** Labels of the system that agents set. */
const agentLabels: readonly NameToken[] = [
  label("hostname"),
  label("os"),
  label("arch"),
  subLabel("topology/zone"),
  subLabel("topology/region"),
  subLabel("failure-domain.beta/zone"),
  subLabel("failure-domain.beta/region"),
  subLabel("node/instance-type"),
  subLabel("beta/instance-type"),
  subLabel("beta/os"),
  subLabel("beta/arch"),
];

/** Labels below these domains, and below their subdomains, are for agents. */
const agentDomains = [subLabel("kubelet/"), subLabel("node/")];
/** Labels below this domain, and below its subdomains, are for administrators. */
const administratorDomain = subLabel("node-restriction/");

type Labels = Readonly<Record<string, string>>;

/** Returns the changed labels that an agent may not change, in their order. */
export function forbiddenLabels(vocabulary: Vocabulary, labels: Labels = {}, old: Labels = {}): readonly string[] {
  const isForbidden = forbiddenLabelCheck(vocabulary);
  const names = new Set([...Object.keys(labels), ...Object.keys(old)]);
  return [...names]
    .filter((name) => ownText(labels, name) !== ownText(old, name) && isForbidden(name))
    .sort(compareText);
}

function ownText(labels: Labels, name: string): string | undefined {
  return Object.hasOwn(labels, name) ? labels[name] : undefined;
}

function forbiddenLabelCheck(vocabulary: Vocabulary): (name: string) => boolean {
  const domainOfToken = (token: NameToken): string => domainOf(vocabulary.bind(token));
  const allowedNames = new Set(agentLabels.map((token) => vocabulary.bind(token)));
  const allowedDomains = agentDomains.map(domainOfToken);
  const systemDomains = [vocabulary.bind(domain), domainOfToken(machineryLabel(""))];
  const restricted = domainOfToken(administratorDomain);
  return (name) => {
    const labelDomain = domainOf(name);
    const isBelow = (parent: string): boolean => labelDomain === parent || labelDomain.endsWith(`.${parent}`);
    if (isBelow(restricted)) return true;
    return systemDomains.some(isBelow) && !allowedNames.has(name) && !allowedDomains.some(isBelow);
  };
}

/** Returns the part before the slash. Empty for a name without one. */
function domainOf(name: string): string {
  const slash = name.indexOf("/");
  return slash < 0 ? "" : name.slice(0, slash);
}
