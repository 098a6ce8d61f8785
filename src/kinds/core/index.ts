/** The hooks of the kinds of this group, and the rules of its structs. */
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
import { cloudVolumeRules } from "./cloud-volume-rules.ts";
import { componentStatusHooks } from "./component-status.ts";
import { configMapHooks, configMapRules } from "./config-map.ts";
import { containerRules } from "./container-rules.ts";
import { endpointsHooks, endpointsRules } from "./endpoints.ts";
import { envRules } from "./env-rules.ts";
import { eventHooks } from "./event.ts";
import { limitRangeHooks, limitRangeRules } from "./limit-range.ts";
import { namespaceHooks } from "./namespace.ts";
import { networkVolumeRules } from "./network-volume-rules.ts";
import { nodeHooks } from "./node.ts";
import { nodeRules } from "./node-rules.ts";
import { persistentVolumeHooks, persistentVolumeRules } from "./persistent-volume.ts";
import { persistentVolumeClaimHooks, persistentVolumeClaimRules } from "./persistent-volume-claim.ts";
import { pluginVolumeRules } from "./plugin-volume-rules.ts";
import { podHooks } from "./pod.ts";
import { podRules } from "./pod-rules.ts";
import { podSpecRules } from "./pod-spec-rules.ts";
import { podTemplateHooks } from "./pod-template.ts";
import { podTemplateRules } from "./pod-template-rules.ts";
import { probeRules } from "./probe-rules.ts";
import { projectedVolumeRules } from "./projected-volume-rules.ts";
import { replicationControllerHooks, replicationControllerRules } from "./replication-controller.ts";
import { resourceQuotaHooks, resourceQuotaRules } from "./resource-quota.ts";
import { resourceRules } from "./resource-rules.ts";
import { schedulingRules } from "./scheduling-rules.ts";
import { secretHooks, secretRules } from "./secret.ts";
import { securityRules } from "./security-rules.ts";
import { serviceHooks } from "./service.ts";
import { serviceAccountHooks } from "./service-account.ts";
import { serviceRules } from "./service-rules.ts";
import { tolerationRules } from "./toleration-rules.ts";
import { topologySpreadRules } from "./topology-spread-rules.ts";
import { volumeRules } from "./volume-rules.ts";

export const coreHooks: readonly HookEntry[] = [
  // Nothing but a message about a Pod: no object has it.
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
