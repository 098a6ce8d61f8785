import { type Node, type NodeSpec, node, nodeSpec } from "../../api/core/v1/node.ts";
import { type NodeStatus, nodeStatus } from "../../api/core/v1/node-status.ts";
import { duplicateField, type FieldError, internalField, invalidField } from "../../meta/field-error.ts";
import { asIpv4, parseCidr } from "../../meta/ip-address.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goTextList } from "../meta/go-values.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat } from "../reporting.ts";
import { reportNodeAnnotations } from "./node-annotations.ts";
import { roundUpToMilli } from "./resource-lists.ts";
import { reportAmount } from "./resource-rules.ts";
import { reportTaints } from "./taint-rules.ts";

export const nodeRules: readonly RuleEntry[] = [
  rulesFor(node.schema, { validate: reportNode }),
  rulesFor(nodeSpec, { defaults: fillRanges, validate: reportRanges }),
  rulesFor(nodeStatus, { defaults: fillStatus, validate: reportStatus }),
];

/** The single range and the first of the list are the same; where they differ, the single one counts. */
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
  // An update reports the rest once more, but not the ranges.
  if (context.write.isRepeated) return;
  podCIDRs.forEach((range, index) => reportFormat(context, `podCIDRs[${index}]`, "cidr", range));
  if (podCIDRs.length <= 1) return;
  const unreadable = podCIDRs.findIndex((range) => parseCidr(range) === undefined);
  if (unreadable >= 0)
    context.report(undecidedFamilies(at(context, "podCIDRs"), unreadable, podCIDRs[unreadable] ?? ""));
  const families = new Set(podCIDRs.map(familyOf));
  if (unreadable >= 0 || families.size < familiesMax || podCIDRs.length > familiesMax) {
    const why = "may specify no more than one CIDR for each IP family";
    context.report(invalidField(at(context, "podCIDRs"), goTextList(podCIDRs), why));
  }
  for (const index of repeatIndexes(podCIDRs)) {
    context.report(duplicateField(at(context, `podCIDRs[${index}]`), podCIDRs[index]));
  }
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

function reportStatus({ capacity = {}, allocatable = {} }: NodeStatus, context: ValidationContext): void {
  for (const [field, list] of Object.entries({ capacity, allocatable })) {
    for (const [name, text] of Object.entries(list)) {
      reportAmount(context, () => at(context, `${field}.${name}`), { name, text });
    }
  }
}

/** Clients know the errors of taints under the metadata. */
function reportNode({ metadata, spec }: Node, context: ValidationContext): void {
  reportNodeAnnotations(metadata.annotations ?? {}, context);
  reportTaints(spec?.taints ?? [], context, "metadata.taints");
}
