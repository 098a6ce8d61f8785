import type { Endpoint, EndpointSlice } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { checkFormat } from "../../meta/formats.ts";
import { label, type Vocabulary } from "../../meta/vocabulary.ts";
import type { KindHooks } from "../../schema/index.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { endpointSliceColumns } from "./endpoint-slice-columns.ts";
import { endpointsOf } from "./endpoint-slice-rules.ts";

/** Hooks of EndpointSlices: deprecated topology, generation, immutable address type, columns. */
export const endpointSliceHooks: KindHooks<EndpointSlice> = {
  prepareForCreate: (slice, { vocabulary }) => dropTopology(slice, [], vocabulary),
  prepareForUpdate: (slice, old, { vocabulary }) => {
    // Compared before the deprecated topology is dropped, because its change counts, too.
    const isChanged = !equalJson(endpointsOf(slice), endpointsOf(old));
    if (isChanged) slice.metadata.generation = (old.metadata.generation ?? 0) + 1;
    if (!equalJson(slice.endpoints, old.endpoints)) dropTopology(slice, endpointsOf(old), vocabulary);
  },
  validateUpdate: ({ addressType }, old) =>
    immutableField({ path: "addressType", value: addressType, old: old.addressType }),
  nameFormat: "dns1123Subdomain",
  warnings: ({ addressType }, old) =>
    !old && addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : [],
  columns: endpointSliceColumns,
};

const hostname = label("hostname");

/**
 * Removes the deprecated topology labels. Moves the node's name from them to its field if the stored slice has this
 * name in the labels. Changes `slice`.
 */
function dropTopology(slice: EndpointSlice, old: readonly DeepReadonly<Endpoint>[], vocabulary: Vocabulary): void {
  const nodeOf = ({ deprecatedTopology }: DeepReadonly<Endpoint>): string | undefined =>
    deprecatedTopology?.[vocabulary.bind(hostname)];
  const known = new Set(old.map(nodeOf));
  for (const endpoint of endpointsOf(slice)) {
    const node = nodeOf(endpoint);
    if (node !== undefined && known.has(node) && checkFormat("dns1123Subdomain", node).length === 0) {
      endpoint.nodeName ??= node;
    }
    delete endpoint.deprecatedTopology;
  }
}
