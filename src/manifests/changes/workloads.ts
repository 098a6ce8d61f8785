/**
 * Converts Deployments, DaemonSets, ReplicaSets and StatefulSets of `extensions/v1beta1` and of the betas of `apps`.
 */
import { cloneJson } from "../../base/json-tree.ts";
import { type ChangeContext, ConversionError, dropField, keepDefault, type ManifestChange } from "../change.ts";
import { ensureTree, isUnset, replaceMember, type Tree, treeAt } from "../tree.ts";

const unlimited = 2_147_483_647;
const extensions = "extensions/v1beta1";

/** Converts a Deployment to apps/v1. */
export const deploymentToV1: ManifestChange = (deployment, context) => {
  const spec = specOf(deployment);
  dropField(spec, "rollbackTo", "spec", context);
  fillSelector(spec, context);
  if (context.from === extensions) {
    keepDefault(spec, "revisionHistoryLimit", { value: unlimited, path: "spec", context });
    keepDefault(spec, "progressDeadlineSeconds", { value: unlimited, path: "spec", context });
    keepRollingDefaults(spec, context);
  } else if (context.from === "apps/v1beta1") {
    keepDefault(spec, "revisionHistoryLimit", { value: 2, path: "spec", context });
  }
};

/** Converts a DaemonSet to apps/v1. */
export const daemonSetToV1: ManifestChange = (daemonSet, context) => {
  const spec = specOf(daemonSet);
  dropField(spec, "templateGeneration", "spec", context);
  fillSelector(spec, context);
  if (context.from === extensions) keepStrategyType(spec, context);
};

/** Converts a StatefulSet to apps/v1. */
export const statefulSetToV1: ManifestChange = (statefulSet, context) => {
  const spec = specOf(statefulSet);
  fillSelector(spec, context);
  if (context.from === "apps/v1beta1") keepStrategyType(spec, context);
};

/** Converts a ReplicaSet to apps/v1. */
export const replicaSetToV1: ManifestChange = (replicaSet, context) => {
  const spec = treeAt(replicaSet, "spec");
  if (spec) fillSelector(spec, context);
};

function specOf(object: Tree): Tree {
  return ensureTree(object, "spec");
}

/**
 * Sets the rolling update defaults of `extensions/v1beta1`: one Pod at a time. In the other versions, the default is 25
 * %.
 */
function keepRollingDefaults(spec: Tree, context: ChangeContext): void {
  if (treeAt(spec, "strategy")?.["type"] === "Recreate") return;
  const rolling = ensureTree(ensureTree(spec, "strategy"), "rollingUpdate");
  for (const name of ["maxUnavailable", "maxSurge"]) {
    keepDefault(rolling, name, { value: 1, path: "spec.strategy.rollingUpdate", context });
  }
}

function keepStrategyType(spec: Tree, context: ChangeContext): void {
  keepDefault(ensureTree(spec, "updateStrategy"), "type", { value: "OnDelete", path: "spec.updateStrategy", context });
}

/** Sets the selector to the labels of the template, if it is absent. From v1beta2 on, the selector is required. */
function fillSelector(spec: Tree, context: ChangeContext): void {
  if (!isUnset(spec["selector"])) return;
  const labels = treeAt(spec, "template", "metadata", "labels");
  if (context.from === "apps/v1beta2" || !labels || Object.keys(labels).length === 0) {
    throw new ConversionError("spec.selector is required: labels of the Pod template that select the Pods");
  }
  replaceMember(spec, "template", { selector: { matchLabels: cloneJson(labels) }, template: spec["template"] });
  context.note("spec.selector", `is set to the template's labels, the default of ${context.from}`);
}
