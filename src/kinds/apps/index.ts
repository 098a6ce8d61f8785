/** The hooks of the kinds of this group, and the rules of its structs. */
import { controllerRevision, daemonSet, deployment, replicaSet, statefulSet } from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { controllerRevisionHooks } from "./controller-revision.ts";
import { daemonSetHooks, daemonSetRules } from "./daemon-set.ts";
import { deploymentHooks, deploymentRules } from "./deployment.ts";
import { replicaSetHooks, replicaSetRules } from "./replica-set.ts";
import { statefulSetHooks } from "./stateful-set.ts";
import { statefulSetRules } from "./stateful-set-rules.ts";

export const appsHooks: readonly HookEntry[] = [
  hooksOf(controllerRevision, controllerRevisionHooks),
  hooksOf(daemonSet, daemonSetHooks),
  hooksOf(deployment, deploymentHooks),
  hooksOf(replicaSet, replicaSetHooks),
  hooksOf(statefulSet, statefulSetHooks),
];

export const appsRules: readonly RuleEntry[] = [
  ...daemonSetRules,
  ...deploymentRules,
  ...replicaSetRules,
  ...statefulSetRules,
];
