/** Conversions that need only a few lines of code. Each one converts one kind. */
import { ConversionError, type ManifestChange } from "../change.ts";
import { isUnset, removeMember, renameMember, treeAt } from "../tree.ts";

/** Renames the shares of a PriorityLevelConfiguration. */
export const sharesToV1: ManifestChange = (level) => {
  renameMember(treeAt(level, "spec", "limited"), "assuredConcurrencyShares", "nominalConcurrencyShares");
};

/** Removes an empty selector, which selected no Pods in v1beta1 and selects all Pods in v1. */
export const budgetToV1: ManifestChange = (budget, context) => {
  const spec = treeAt(budget, "spec");
  const selector = treeAt(spec, "selector");
  if (!spec || !selector) return;
  const isEmpty = Object.values(selector).every((part) => isUnset(part) || Object.keys(part as object).length === 0);
  if (!isEmpty) return;
  delete spec["selector"];
  context.note(
    "spec.selector",
    "is removed: an empty selector selected no Pods before, and would select all Pods in this version",
  );
};

/** Renames `group` to `groups` in an access review. */
export const reviewToV1: ManifestChange = (review) => {
  renameMember(treeAt(review, "spec"), "group", "groups");
};

/** Removes the state of an Event's series. */
export const eventToV1: ManifestChange = (event, context) => {
  if (removeMember(treeAt(event, "series"), "state") !== undefined)
    context.note("series.state", "is removed: this version has no such field");
};

/** Rejects PodSecurityPolicies, which have no successor. */
export const podSecurityPolicy: ManifestChange = () => {
  throw new ConversionError(
    "PodSecurityPolicy was removed without a successor; use Pod Security Admission (labels of the namespace) or an admission webhook",
  );
};
