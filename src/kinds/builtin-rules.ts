/** What structs default and refuse beyond their fields' own rules, wherever they occur. */
import type { RuleEntry, RuleSet } from "../schema/index.ts";
import { daemonSetRules } from "./apps/daemon-set.ts";
import { deploymentRules } from "./apps/deployment.ts";
import { replicaSetRules } from "./apps/replica-set.ts";
import { statefulSetRules } from "./apps/stateful-set.ts";
import { cronJobRules } from "./batch/cron-job.ts";
import { jobRules } from "./batch/job.ts";
import { jobSpecRules } from "./batch/job-spec-rules.ts";
import { leaseRules } from "./coordination/lease.ts";
import { configMapRules } from "./core/config-map.ts";
import { containerRules } from "./core/container-rules.ts";
import { endpointsRules } from "./core/endpoints.ts";
import { envRules } from "./core/env-rules.ts";
import { nodeRules } from "./core/node-rules.ts";
import { persistentVolumeClaimRules } from "./core/persistent-volume-claim.ts";
import { podRules } from "./core/pod-rules.ts";
import { podSpecRules } from "./core/pod-spec-rules.ts";
import { podTemplateRules } from "./core/pod-template-rules.ts";
import { probeRules } from "./core/probe-rules.ts";
import { projectedVolumeRules } from "./core/projected-volume-rules.ts";
import { replicationControllerRules } from "./core/replication-controller.ts";
import { resourceRules } from "./core/resource-rules.ts";
import { schedulingRules } from "./core/scheduling-rules.ts";
import { secretRules } from "./core/secret.ts";
import { securityRules } from "./core/security-rules.ts";
import { serviceRules } from "./core/service-rules.ts";
import { topologySpreadRules } from "./core/topology-spread-rules.ts";
import { volumeRules } from "./core/volume-rules.ts";
import { labelSelectorRules } from "./meta/label-selector-rules.ts";

/** No struct stands here twice: the later rules would replace the earlier ones. */
export const builtinRuleEntries: readonly RuleEntry[] = [
  ...daemonSetRules,
  ...deploymentRules,
  ...replicaSetRules,
  ...statefulSetRules,
  ...cronJobRules,
  ...jobSpecRules,
  ...jobRules,
  ...leaseRules,
  ...configMapRules,
  ...containerRules,
  ...endpointsRules,
  ...envRules,
  ...nodeRules,
  ...persistentVolumeClaimRules,
  ...podRules,
  ...podSpecRules,
  ...podTemplateRules,
  ...probeRules,
  ...projectedVolumeRules,
  ...replicationControllerRules,
  ...resourceRules,
  ...schedulingRules,
  ...secretRules,
  ...securityRules,
  ...serviceRules,
  ...topologySpreadRules,
  ...volumeRules,
  ...labelSelectorRules,
];

export const builtinRules: RuleSet = new Map(builtinRuleEntries);
