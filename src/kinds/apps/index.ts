/** Hooks and rules of the kinds in this group. */
import { controllerRevision, daemonSet, deployment, replicaSet, statefulSet } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { controllerRevisionHooks } from "./controller-revision.ts";
import { daemonSetHooks, daemonSetRules } from "./daemon-set.ts";
import { deploymentHooks, deploymentRules } from "./deployment.ts";
import { replicaSetHooks, replicaSetRules } from "./replica-set.ts";
import { statefulSetHooks } from "./stateful-set.ts";
import { statefulSetRules } from "./stateful-set-rules.ts";

/** Hooks of all kinds in this group. */
export const appsHooks: readonly HookEntry[] = [
  hooksOf(controllerRevision, controllerRevisionHooks),
  hooksOf(daemonSet, daemonSetHooks),
  hooksOf(deployment, deploymentHooks),
  hooksOf(replicaSet, replicaSetHooks),
  hooksOf(statefulSet, statefulSetHooks),
];

/** Rules of all types in this group. */
export const appsRules: readonly RuleEntry[] = [
  ...daemonSetRules,
  ...deploymentRules,
  ...replicaSetRules,
  ...statefulSetRules,
];
