/** Converts EndpointSlices of v1beta1. Node and zone become separate fields. */
import { label, subLabel } from "../../meta/vocabulary.ts";
import type { ChangeContext, ManifestChange } from "../change.ts";
import { isUnset, replaceMember, type Tree, treeAt, treesAt } from "../tree.ts";

/** Converts an EndpointSlice to v1. */
export const endpointSliceToV1: ManifestChange = (slice, context) => {
  treesAt(slice, "endpoints").forEach((endpoint, index) => changeTopology(endpoint, `endpoints[${index}]`, context));
};

function changeTopology(endpoint: Tree, path: string, context: ChangeContext): void {
  const topology = treeAt(endpoint, "topology");
  if (!topology) return;
  const { vocabulary } = context;
  const fieldLabels = {
    nodeName: vocabulary.bind(label("hostname")),
    zone: vocabulary.bind(subLabel("topology/zone")),
  };
  const found: Tree = {};
  for (const [field, key] of Object.entries(fieldLabels)) {
    if (isUnset(endpoint[field]) && !isUnset(topology[key])) found[field] = topology[key];
  }
  const others = Object.keys(topology).filter((key) => !Object.values(fieldLabels).includes(key));
  for (const key of others) {
    context.note(
      `${path}.topology[${key}]`,
      "is removed: of the topology, this version keeps only the node and the zone",
    );
  }
  replaceMember(endpoint, "topology", found);
}
