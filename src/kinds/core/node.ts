import type { Node, NodeStatus } from "../../api/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import { duplicateField, type FieldError, forbiddenField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import type { KindHooks } from "../../schema/index.ts";
import { productTitle } from "../meta/product-title.ts";
import { nodeColumns } from "./node-columns.ts";
import { connectNodeProxy } from "./node-connections.ts";

export const nodeHooks: KindHooks<Node> = {
  prepareForCreate: ({ spec, status }, { isEnabled }) => {
    delete spec?.configSource;
    delete status?.config;
    dropRuntimeHandlers(status, isEnabled);
  },
  prepareForUpdate: ({ spec, status }, old, { isEnabled }, subresource) => {
    dropRuntimeHandlers(status, isEnabled);
    // The retired configuration stays only where it is in use.
    if (subresource === "status") {
      if (!old.status?.config) delete status?.config;
    } else if (!old.spec?.configSource) {
      delete spec?.configSource;
    }
  },
  validateUpdate: (node, old) => [...addressErrors(node), ...changeErrors(node, old)],
  nameFormat: "dns1123Subdomain",
  warnings: ({ spec }, _, { vocabulary }) => [
    ...(spec?.configSource ? ["spec.configSource: the feature is removed"] : []),
    ...(spec?.externalID
      ? [`spec.externalID: this field is deprecated, and is unused by ${productTitle(vocabulary)}`]
      : []),
  ],
  columns: nodeColumns,
  connected: { proxy: connectNodeProxy },
  fieldValues: {
    "spec.unschedulable": { reads: ["spec.unschedulable"], of: ({ spec }) => String(spec?.unschedulable === true) },
  },
};

/** What the runtime handlers of a node are known for: any of these features. */
const handlerFeatures = ["RecursiveReadOnlyMounts", "UserNamespacesSupport"];

function dropRuntimeHandlers(status: NodeStatus | undefined, isEnabled: IsEnabled): void {
  if (!handlerFeatures.some(isEnabled)) delete status?.runtimeHandlers;
}

function addressErrors({ status }: Node): FieldError[] {
  const seen = new Set<string>();
  return (status?.addresses ?? []).flatMap(({ type, address }, index) => {
    const shown = `core.NodeAddress{Type:${goQuote(type)}, Address:${goQuote(address)}}`;
    const repeated = seen.has(shown);
    seen.add(shown);
    return repeated ? [duplicateField(`status.addresses[${index}]`, new GoText(shown))] : [];
  });
}

function changeErrors({ spec = {} }: Node, { spec: old = {} }: Node): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: string, why: string): void => void errors.push(forbiddenField(`spec.${field}`, why));
  for (let count = changedRanges(spec.podCIDRs ?? [], old.podCIDRs ?? []); count > 0; count--) {
    refuse("podCIDRs", 'node updates may not change podCIDR except from "" to valid');
  }
  if (old.providerID && spec.providerID !== old.providerID) {
    refuse("providerID", 'node updates may not change providerID except from "" to valid');
  }
  if ((spec.externalID ?? "") !== (old.externalID ?? "")) refuse("externalID", "may not be updated");
  return errors;
}

/** How many errors a change of the ranges is: one for each that is another one now, or one for a list of other length. */
function changedRanges(ranges: readonly string[], old: readonly string[]): number {
  if (old.length === 0) return 0;
  return ranges.length === old.length ? old.filter((range, index) => range !== ranges[index]).length : 1;
}
