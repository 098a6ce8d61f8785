/** The restrictions of all resources. They are loaded with the first write by an agent. */
import { group, type Name, type Vocabulary } from "../../meta/vocabulary.ts";
import { restrictAccountTokens } from "./account-tokens.ts";
import { restrictClaims } from "./claims.ts";
import type { NodeRestriction } from "./node-write.ts";
import { restrictNodes } from "./nodes.ts";
import { restrictCsiNodes, restrictLeases, restrictResourceSlices, restrictSigningRequests } from "./own-objects.ts";
import { restrictPods } from "./pods.ts";

const restrictions: readonly (readonly [Name, string, NodeRestriction])[] = [
  ["", "pods", restrictPods],
  ["", "nodes", restrictNodes],
  ["", "persistentvolumeclaims", restrictClaims],
  ["", "serviceaccounts", restrictAccountTokens],
  [group("coordination"), "leases", restrictLeases],
  [group("storage"), "csinodes", restrictCsiNodes],
  [group("resource"), "resourceslices", restrictResourceSlices],
  [group("certificates"), "certificatesigningrequests", restrictSigningRequests],
];

/** Returns the restriction of a resource. Undefined if writes to it are not restricted. */
export function restrictionOf(
  vocabulary: Vocabulary,
  target: { readonly group: string; readonly resource: string },
): NodeRestriction | undefined {
  const found = restrictions.find(
    ([group, resource]) => resource === target.resource && vocabulary.bind(group) === target.group,
  );
  return found?.[2];
}
