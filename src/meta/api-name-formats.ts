/** Formats of API versions, kind names and CEL variable names. */
import { faultUnless } from "./format-faults.ts";
import { checkDns1035Label, checkDns1123Subdomain } from "./name-formats.ts";

const mustBeNonEmpty = "must be non-empty";
const tooManyParts =
  "an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters or '-', start with an " +
  "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for " +
  "validation is '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyVersion')";

/** Returns the faults of an API version such as `apps/v1` or `v1`, as API servers publish it. */
export function checkApiVersion(text: string): string[] {
  const parts = text.split("/");
  if (parts.length > 2) return [tooManyParts];
  const [group, version = ""] = parts.length === 2 ? parts : [undefined, text];
  const groupFaults = group === undefined ? [] : group === "" ? [mustBeNonEmpty] : checkDns1123Subdomain(group);
  const versionFaults = version === "" ? [mustBeNonEmpty] : checkDns1035Label(version);
  return [
    ...groupFaults.map((fault) => `group part: ${fault}`),
    ...versionFaults.map((fault) => `version part: ${fault}`),
  ];
}

/** Returns at most one message: it joins all faults of the kind's name. */
export function checkKindName(text: string): string[] {
  const faults = checkDns1035Label(text.toLowerCase());
  return faults.length === 0 ? [] : [`may have mixed case, but should otherwise match: ${faults.join(",")}`];
}

const celIdentifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;

const celReserved: ReadonlySet<string> = new Set(
  (
    "true false null in as break const continue else for function if import let loop package namespace return var " +
    "void while"
  ).split(" "),
);

/** Returns a fault if `text` cannot be the name of a variable in CEL expressions. */
export function checkCelIdentifier(text: string): string[] {
  return faultUnless(celIdentifier.test(text) && !celReserved.has(text), "name is not a valid CEL identifier");
}
