/** Changes of a line or two. */
import { type Change, ConversionError } from "../change.ts";
import { isUnset, rename, take, treeAt } from "../tree.ts";

/** PriorityLevelConfigurations of the first betas. */
export const sharesToV1: Change = (level) => {
  rename(treeAt(level, "spec", "limited"), "assuredConcurrencyShares", "nominalConcurrencyShares");
};

/** A selector that is empty selected nothing, and would select everything. */
export const budgetToV1: Change = (budget, context) => {
  const spec = treeAt(budget, "spec");
  const selector = treeAt(spec, "selector");
  if (!spec || !selector) return;
  const isEmpty = Object.values(selector).every((part) => isUnset(part) || Object.keys(part as object).length === 0);
  if (!isEmpty) return;
  delete spec["selector"];
  context.note("spec.selector", "is left out: it was empty, which selected no Pods, and now would select all of them");
};

/** Reviews of what groups may do. */
export const reviewToV1: Change = (review) => {
  rename(treeAt(review, "spec"), "group", "groups");
};

/** Events of the beta said in which state their series is. */
export const eventToV1: Change = (event, context) => {
  if (take(treeAt(event, "series"), "state") !== undefined)
    context.note("series.state", "is left out: it is not told any more");
};

/** Policies for Pods are not made by objects any more. */
export const podSecurityPolicy: Change = () => {
  throw new ConversionError(
    "there is no PodSecurityPolicy any more; use Pod security admission, by labels of the namespace, or a webhook of a third party",
  );
};
