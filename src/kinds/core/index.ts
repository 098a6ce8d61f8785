/** Hooks and rules of the kinds in the core group. */
import {
  binding,
  componentStatus,
  configMap,
  endpoints,
  event,
  limitRange,
  namespace,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
  podTemplate,
  replicationController,
  resourceQuota,
  secret,
  service,
  serviceAccount,
} from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { componentStatusHooks } from "./component-status.ts";
import { containerRules } from "./container/container-rules.ts";
import { envRules } from "./container/env-rules.ts";
import { probeRules } from "./container/probe-rules.ts";
import { configMapHooks, configMapRules } from "./data/config-map.ts";
import { secretHooks, secretRules } from "./data/secret.ts";
import { eventHooks } from "./event.ts";
import { namespaceHooks } from "./namespace.ts";
import { nodeHooks } from "./node/node.ts";
import { nodeRules } from "./node/node-rules.ts";
import { persistentVolumeHooks, persistentVolumeRules } from "./persistent-volume/persistent-volume.ts";
import { persistentVolumeClaimHooks, persistentVolumeClaimRules } from "./persistent-volume/persistent-volume-claim.ts";
import { podHooks } from "./pod/pod.ts";
import { podRules } from "./pod/pod-rules.ts";
import { podSpecRules } from "./pod/pod-spec-rules.ts";
import { podTemplateHooks } from "./pod/pod-template.ts";
import { podTemplateRules } from "./pod/pod-template-rules.ts";
import { securityRules } from "./pod/security-rules.ts";
import {
  replicationControllerHooks,
  replicationControllerRules,
} from "./replication-controller/replication-controller.ts";
import { limitRangeHooks, limitRangeRules } from "./resources/limit-range.ts";
import { resourceQuotaHooks, resourceQuotaRules } from "./resources/resource-quota.ts";
import { resourceRules } from "./resources/resource-rules.ts";
import { schedulingRules } from "./scheduling/scheduling-rules.ts";
import { tolerationRules } from "./scheduling/toleration-rules.ts";
import { topologySpreadRules } from "./scheduling/topology-spread-rules.ts";
import { endpointsHooks, endpointsRules } from "./service/endpoints.ts";
import { serviceHooks } from "./service/service.ts";
import { serviceRules } from "./service/service-rules.ts";
import { serviceAccountHooks } from "./service-account.ts";
import { cloudVolumeRules } from "./volume/cloud-volume-rules.ts";
import { networkVolumeRules } from "./volume/network-volume-rules.ts";
import { pluginVolumeRules } from "./volume/plugin-volume-rules.ts";
import { projectedVolumeRules } from "./volume/projected-volume-rules.ts";
import { volumeRules } from "./volume/volume-rules.ts";

/** Hooks of all kinds in the core group. */
export const coreHooks: readonly HookEntry[] = [
  // Bindings are never stored, so they have no hooks.
  hooksOf(binding, {}),
  hooksOf(componentStatus, componentStatusHooks),
  hooksOf(configMap, configMapHooks),
  hooksOf(endpoints, endpointsHooks),
  hooksOf(event, eventHooks),
  hooksOf(limitRange, limitRangeHooks),
  hooksOf(namespace, namespaceHooks),
  hooksOf(node, nodeHooks),
  hooksOf(persistentVolume, persistentVolumeHooks),
  hooksOf(persistentVolumeClaim, persistentVolumeClaimHooks),
  hooksOf(pod, podHooks),
  hooksOf(podTemplate, podTemplateHooks),
  hooksOf(replicationController, replicationControllerHooks),
  hooksOf(resourceQuota, resourceQuotaHooks),
  hooksOf(secret, secretHooks),
  hooksOf(serviceAccount, serviceAccountHooks),
  hooksOf(service, serviceHooks),
];

/** Rules of all types in the core group. */
export const coreRules: readonly RuleEntry[] = [
  ...cloudVolumeRules,
  ...configMapRules,
  ...containerRules,
  ...endpointsRules,
  ...envRules,
  ...limitRangeRules,
  ...networkVolumeRules,
  ...nodeRules,
  ...persistentVolumeRules,
  ...persistentVolumeClaimRules,
  ...pluginVolumeRules,
  ...podRules,
  ...podSpecRules,
  ...podTemplateRules,
  ...probeRules,
  ...projectedVolumeRules,
  ...replicationControllerRules,
  ...resourceQuotaRules,
  ...resourceRules,
  ...schedulingRules,
  ...secretRules,
  ...securityRules,
  ...serviceRules,
  ...tolerationRules,
  ...topologySpreadRules,
  ...volumeRules,
];
