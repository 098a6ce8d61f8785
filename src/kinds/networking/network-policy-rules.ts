/** Rules of the ports and peers of a NetworkPolicy. */
import {
  type IPBlock,
  ipBlock,
  type NetworkPolicyPeer,
  type NetworkPolicyPort,
  type NetworkPolicySpec,
  networkPolicyPeer,
  networkPolicyPort,
  networkPolicySpec,
} from "../../api/networking/v1/network-policy.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { type IpPrefix, isWithin, parseCidr } from "../../meta/ip/ip-address.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goTextList } from "../meta/go-values.ts";
import { at, reportFormat } from "../reporting.ts";

const policyTypesMax = 2;

/** Rules of NetworkPolicies. */
export const networkPolicyRules: readonly RuleEntry[] = [
  rulesFor(networkPolicySpec, {
    defaults: fillTypes,
    validate: reportTypes,
    order: ["podSelector", "ingress", "egress", "policyTypes"],
    skipped: ({ policyTypes = [] }) => (policyTypes.length > policyTypesMax ? ["policyTypes"] : []),
  }),
  rulesFor(networkPolicyPort, { validate: reportPort, order: ["protocol"] }),
  rulesFor(networkPolicyPeer, {
    validate: reportPeer,
    order: ["podSelector", "namespaceSelector", "ipBlock", ""],
  }),
  rulesFor(ipBlock, { validate: reportBlock }),
];

function fillTypes(spec: NetworkPolicySpec): void {
  if ((spec.policyTypes ?? []).length > 0) return;
  spec.policyTypes = (spec.egress ?? []).length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
}

function reportTypes({ policyTypes = [] }: NetworkPolicySpec, context: ValidationContext): void {
  if (policyTypes.length <= policyTypesMax) return;
  const shown = goTextList(policyTypes, "networking.PolicyType");
  context.report(invalidField(at(context, "policyTypes"), shown, "may not specify more than two policyTypes"));
}

function reportPort({ port, endPort }: NetworkPolicyPort, context: ValidationContext): void {
  const rejectEnd = (shown: number, why: string): void =>
    context.report(invalidField(at(context, "endPort"), shown, why));
  if (typeof port === "number") {
    reportFormat(context, "port", "portNumber", port);
    if (endPort === undefined) return;
    if (endPort < port) rejectEnd(port, "must be greater than or equal to `port`");
    reportFormat(context, "endPort", "portNumber", endPort);
    return;
  }
  const asked = port === undefined ? "not specified" : "non-numeric";
  if (endPort !== undefined) rejectEnd(endPort, `may not be specified when \`port\` is ${asked}`);
  if (port !== undefined) reportFormat(context, "port", "portName", port);
}

function reportPeer({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, context: ValidationContext): void {
  const hasSelector = Boolean(podSelector ?? namespaceSelector);
  if (!hasSelector && !ipBlock) context.report(requiredField(context.path(), "must specify a peer"));
  if (hasSelector && ipBlock) {
    context.report(forbiddenField(context.path(), "may not specify both ipBlock and another peer"));
  }
}

/** Reports an invalid range. Exceptions are validated only if the range itself is valid. */
function reportBlock({ cidr, except = [] }: IPBlock, context: ValidationContext): void {
  if (cidr === "") return;
  reportFormat(context, "cidr", "cidr", cidr);
  const range = parseCidr(cidr);
  if (range) except.forEach((text, index) => reportHole(text, { range, context, part: `except[${index}]` }));
}

interface Hole {
  readonly range: IpPrefix;
  readonly context: ValidationContext;
  readonly part: string;
}

function reportHole(text: string, { range, context, part }: Hole): void {
  reportFormat(context, part, "cidr", text);
  const hole = parseCidr(text);
  if (!hole || (hole.bits > range.bits && isWithin(hole.address, range))) return;
  context.report(invalidField(at(context, part), text, "must be a strict subset of `cidr`"));
}
