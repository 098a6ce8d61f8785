/** Warnings about Services: deprecated annotations, addresses in a noncanonical form, and fields without effect. */
import type { Service } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { formatIp, type IpAddress, parseCidrStrict, parseIpStrict } from "../../../meta/ip/ip-address.ts";
import { ParseError } from "../../../meta/parse-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { productTitle } from "../../meta/product-title.ts";
import { topologyHints, topologyMode } from "./service-annotations.ts";
import { specOf } from "./service-type.ts";

/** Returns the warnings about a Service. */
export function serviceWarnings(service: DeepReadonly<Service>, vocabulary: Vocabulary): string[] {
  const hints = vocabulary.bind(topologyHints);
  const isAnnotated = service.metadata.annotations?.[hints] !== undefined;
  return [
    ...(isAnnotated ? [`annotation ${hints} is deprecated, please use ${vocabulary.bind(topologyMode)} instead`] : []),
    ...addressWarnings(service, vocabulary),
    ...uselessFields(service),
  ];
}

function uselessFields(service: DeepReadonly<Service>): string[] {
  const { type, externalIPs = [], externalName = "" } = specOf(service);
  const warnings: string[] = [];
  if (type === "ExternalName" && externalIPs.length > 0) {
    warnings.push(`spec.externalIPs is ignored when spec.type is ${goQuote(type)}`);
  }
  if (type !== "ExternalName" && externalName !== "") {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  return warnings;
}

function addressWarnings(service: DeepReadonly<Service>, vocabulary: Vocabulary): string[] {
  const { clusterIP = "", clusterIPs = [], externalIPs = [], loadBalancerIP = "", ...rest } = specOf(service);
  const address = (text: string, path: string): string[] => spellingWarnings(addressForm, { text, path, vocabulary });
  const listed = (texts: readonly string[], path: string): string[] =>
    texts.flatMap((text, index) => address(text, `${path}[${index}]`));
  return [
    ...(clusterIP === "" || clusterIP === "None" ? [] : listed(clusterIPs, "spec.clusterIPs")),
    ...listed(externalIPs, "spec.externalIPs"),
    ...(loadBalancerIP === "" ? [] : address(loadBalancerIP, "spec.loadBalancerIP")),
    ...(rest.loadBalancerSourceRanges ?? []).flatMap((text, index) =>
      spellingWarnings(prefixForm, { text, path: `spec.loadBalancerSourceRanges[${index}]`, vocabulary }),
    ),
  ];
}

/** A kind of value with its names in messages and its canonical form. */
interface Form {
  readonly title: string;
  readonly title6: string;
  /** @throws ParseError */
  readonly read: (text: string) => { readonly address: IpAddress; readonly canonical: string };
}

const addressForm: Form = {
  title: "IP address",
  title6: "IPv6 address",
  read: (text) => {
    const address = parseIpStrict(text);
    return { address, canonical: formatIp(address) };
  },
};

const prefixForm: Form = {
  title: "IP prefix",
  title6: "IPv6 prefix",
  read: (text) => {
    const { address, bits } = parseCidrStrict(text);
    return { address, canonical: `${formatIp(address)}/${bits}` };
  },
};

interface Spelling {
  readonly text: string;
  readonly path: string;
  readonly vocabulary: Vocabulary;
}

function spellingWarnings({ title, title6, read }: Form, { text, path, vocabulary }: Spelling): string[] {
  try {
    const { address, canonical } = read(text);
    if (address.bytes.length === 4 || canonical === text) return [];
    const form = `is not in RFC 5952 canonical format (${goQuote(canonical)})`;
    return [`${path}: ${title6} ${goQuote(text)} ${form}, which may cause controller apply-loops`];
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const when = `will be invalid in a future ${productTitle(vocabulary)} release`;
    return [`${path}: ${title} was accepted, but ${when}: ${error.message}`];
  }
}
