import { type Node, type NodeSpec, node, nodeSpec } from "../../../api/core/v1/node.ts";
import { type NodeStatus, nodeStatus } from "../../../api/core/v1/node-status.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import {
  duplicateField,
  type FieldError,
  forbiddenField,
  internalField,
  invalidField,
} from "../../../meta/field-error.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import { asIpv4, parseCidr } from "../../../meta/ip/ip-address.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { goTextList } from "../../meta/go-values.ts";
import { repeatIndexes } from "../../repeats.ts";
import { reportFormat } from "../../reporting.ts";
import { roundUpToMilli } from "../resources/resource-lists.ts";
import { reportAmount } from "../resources/resource-rules.ts";
import { reportTaints } from "../scheduling/taint-rules.ts";
import { reportNodeAnnotations } from "./node-annotations.ts";

/** Defaults and validation of Nodes: Pod ranges, amounts, taints, annotations. */
export const nodeRules: readonly RuleEntry[] = [
  rulesFor(node.schema, { validate: reportNode }),
  rulesFor(nodeSpec, { defaults: fillRanges }),
  rulesFor(nodeStatus, { defaults: fillStatus }),
];

/** Makes `podCIDR` equal to the first of `podCIDRs`. If both are set and differ, `podCIDR` wins. */
function fillRanges(spec: NodeSpec): void {
  const { podCIDR, podCIDRs = [] } = spec;
  const [first] = podCIDRs;
  if (podCIDR && podCIDR !== first) spec.podCIDRs = [podCIDR];
  else if (first) spec.podCIDR = first;
}

function fillStatus(status: NodeStatus): void {
  roundUpToMilli(status.capacity);
  if (status.capacity) status.allocatable ??= { ...status.capacity };
  roundUpToMilli(status.allocatable);
}

const familiesMax = 2;

function reportRanges({ podCIDRs = [] }: NodeSpec, context: ValidationContext): void {
  const path = "spec.podCIDRs";
  podCIDRs.forEach((range, index) => reportFormat(context, `${path}[${index}]`, "cidr", range));
  if (podCIDRs.length <= 1) return;
  const unreadable = podCIDRs.findIndex((range) => parseCidr(range) === undefined);
  if (unreadable >= 0) context.report(undecidedFamilies(path, unreadable, podCIDRs[unreadable] ?? ""));
  const families = new Set(podCIDRs.map(familyOf));
  if (unreadable >= 0 || families.size < familiesMax || podCIDRs.length > familiesMax) {
    const why = "may specify no more than one CIDR for each IP family";
    context.report(invalidField(path, goTextList(podCIDRs), why));
  }
  for (const index of repeatIndexes(podCIDRs)) context.report(duplicateField(`${path}[${index}]`, podCIDRs[index]));
}

function undecidedFamilies(path: string, index: number, range: string): FieldError {
  const why = `invalid CIDR[${index}]: <nil> (invalid CIDR address: ${range})`;
  const detail = `invalid PodCIDRs. failed to check with dual stack with error:${why}`;
  return internalField(path, detail);
}

function familyOf(range: string): string {
  const prefix = parseCidr(range);
  return prefix && asIpv4(prefix.address) ? "IPv4" : "IPv6";
}

function reportAmounts({ status: { capacity = {}, allocatable = {} } = {} }: Node, context: ValidationContext): void {
  for (const [field, list] of Object.entries({ capacity, allocatable })) {
    for (const [name, text] of Object.entries(list)) {
      reportAmount(context, () => `status.${field}.${name}`, { name, text });
    }
  }
}

/** Reports the errors that creates and updates have in common. */
function reportNode(node: Node, context: ValidationContext): void {
  const { metadata, spec = {} } = node;
  reportNodeAnnotations(metadata.annotations ?? {}, context);
  reportSpecTaints(spec, context);
  reportAmounts(node, context);
  reportRanges(spec, context);
}

/**
 * Reports the errors of an update. As in the reference, they repeat the errors of annotations, amounts and taints,
 * which `reportNode()` also reports.
 */
export function reportNodeChange(node: Node, old: DeepReadonly<Node>, context: ValidationContext): void {
  const { metadata, spec = {} } = node;
  reportNodeAnnotations(metadata.annotations ?? {}, context);
  reportAmounts(node, context);
  reportAddresses(node, context);
  reportChanges(spec, old.spec ?? {}, context);
}

/** Reports invalid taints. The reference reports them with a path in the metadata. */
function reportSpecTaints({ taints = [] }: NodeSpec, context: ValidationContext): void {
  reportTaints(taints, context, "metadata.taints");
}

/** Reports addresses that occur twice. Only updates are checked for them. */
function reportAddresses({ status }: Node, context: ValidationContext): void {
  const shown = (status?.addresses ?? []).map(
    ({ type, address }) => `core.NodeAddress{Type:${goQuote(type)}, Address:${goQuote(address)}}`,
  );
  for (const index of repeatIndexes(shown)) {
    context.report(duplicateField(`status.addresses[${index}]`, new GoText(shown[index] ?? "")));
  }
}

function reportChanges(spec: NodeSpec, old: DeepReadonly<NodeSpec>, context: ValidationContext): void {
  const reject = (field: string, why: string): void => context.report(forbiddenField(`spec.${field}`, why));
  for (let count = changedRanges(spec.podCIDRs ?? [], old.podCIDRs ?? []); count > 0; count--) {
    reject("podCIDRs", 'node updates may not change podCIDR except from "" to valid');
  }
  if (old.providerID && spec.providerID !== old.providerID) {
    reject("providerID", 'node updates may not change providerID except from "" to valid');
  }
  reportSpecTaints(spec, context);
  if ((spec.externalID ?? "") !== (old.externalID ?? "")) reject("externalID", "may not be updated");
}

/** Returns the number of errors for changed ranges: one for each changed range, or one if their number has changed. */
function changedRanges(ranges: readonly string[], old: readonly string[]): number {
  if (old.length === 0) return 0;
  return ranges.length === old.length ? old.filter((range, index) => range !== ranges[index]).length : 1;
}
