/** Rules of a Pod's DNS settings. */
import type { PodDNSConfig, PodSpec } from "../../../api/index.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { goTextList } from "../../meta/go-values.ts";
import { previousValue } from "../../previous-value.ts";
import { at, within } from "../../reporting.ts";

const nameserversMax = 3;
const searchesMax = 32;
const searchCharactersMax = 2048;

/**
 * Reports invalid DNS settings.
 * @param context at the Pod's spec
 */
export function reportDns({ dnsPolicy, dnsConfig }: PodSpec, context: ValidationContext): void {
  const place = within(context, "dnsConfig");
  const isAlone = dnsPolicy === "None";
  if (isAlone && !dnsConfig) {
    context.report(requiredField(at(place, ""), "must provide `dnsConfig` when `dnsPolicy` is None"));
  } else if (isAlone && (dnsConfig?.nameservers ?? []).length === 0) {
    const why = "must provide at least one DNS nameserver when `dnsPolicy` is None";
    context.report(requiredField(at(place, "nameservers"), why));
  } else if (dnsConfig) {
    reportCounts(dnsConfig, place);
    reportSearches(dnsConfig.searches ?? [], place);
    (dnsConfig.options ?? []).forEach(({ name = "" }, index) => {
      if (name === "") place.report(requiredField(at(place, `options[${index}]`), "must not be empty"));
    });
  }
}

function reportCounts({ nameservers = [], searches = [] }: PodDNSConfig, context: ValidationContext): void {
  const reject = (part: string, list: readonly string[], what: string): void => {
    context.report(invalidField(at(context, part), goTextList(list), `must not have more than ${what}`));
  };
  if (nameservers.length > nameserversMax) reject("nameservers", nameservers, `${nameserversMax} nameservers`);
  if (searches.length > searchesMax) reject("searches", searches, `${searchesMax} search paths`);
  if (Buffer.byteLength(searches.join(" ")) > searchCharactersMax) {
    reject("searches", searches, `${searchCharactersMax} characters (including spaces) in the search list`);
  }
}

/** Reports invalid search domains. A domain may end in a dot, which marks it as fully qualified. */
function reportSearches(searches: readonly string[], context: ValidationContext): void {
  if (searches.length === 0) return;
  const isRelaxed = allowsOddSearches(context);
  const format = isRelaxed ? "dns1123SubdomainWithUnderscore" : "dns1123Subdomain";
  searches.forEach((search, index) => {
    if (isRelaxed && search === ".") return;
    const domain = search.replace(/\.$/, "");
    for (const message of checkFormat(format, domain)) {
      context.report(invalidField(at(context, `searches[${index}]`), domain, message));
    }
  });
}

function allowsOddSearches(context: ValidationContext): boolean {
  if (context.write.isEnabled("RelaxedDNSSearchValidation")) return true;
  const { searches = [] } = previousValue<PodDNSConfig>(context) ?? {};
  return searches.some((search) => search === "." || search.includes("_"));
}
