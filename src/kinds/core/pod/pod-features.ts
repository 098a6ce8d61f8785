/** Features of Pods and Pod templates that affect more than one field. */
import { type Container, container } from "../../../api/core/v1/container.ts";
import { type ContainerStatus, containerStatus } from "../../../api/core/v1/container-status.ts";
import { type EphemeralContainer, ephemeralContainer } from "../../../api/core/v1/ephemeral-container.ts";
import { type PodSpec, podSpec } from "../../../api/core/v1/pod-spec.ts";
import { type SecurityContext, securityContext } from "../../../api/core/v1/security-context.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FeatureRule, type FeatureRuleEntry, featuresOf } from "../../../schema/index.ts";
import { mainContainers, placedContainers } from "../container/containers.ts";

/** Drops image volumes together with their mounts. */
const imageVolumes: FeatureRule<PodSpec> = {
  gate: "ImageVolume",
  isUsed: ({ volumes }) => (volumes ?? []).some(({ image }) => image !== undefined),
  drop: (spec) => {
    const dropped = new Set((spec.volumes ?? []).filter(({ image }) => image).map(({ name }) => name));
    spec.volumes = (spec.volumes ?? []).filter(({ image }) => image === undefined);
    for (const { container: one } of placedContainers(spec)) {
      one.volumeMounts = (one.volumeMounts ?? []).filter(({ name }) => !dropped.has(name));
    }
  },
};

/**
 * Drops the restart policy of init containers. On other containers the field is an error, with or without the feature.
 */
const sidecars: FeatureRule<PodSpec> = {
  gate: "SidecarContainers",
  isUsed: ({ initContainers }) => (initContainers ?? []).some(({ restartPolicy }) => restartPolicy !== undefined),
  drop: ({ initContainers }) => {
    for (const one of initContainers ?? []) delete one.restartPolicy;
  },
};

const moments = ["preStop", "postStart"] as const;

/** Drops sleep actions. Removes a handler that has no other action, and a lifecycle without handlers. */
const sleepActions: FeatureRule<Container | EphemeralContainer> = {
  gate: "PodLifecycleSleepAction",
  isUsed: ({ lifecycle }) => moments.some((moment) => lifecycle?.[moment]?.sleep !== undefined),
  isDropped: ({ lifecycle }) => lifecycle !== undefined && Object.keys(lifecycle).length === 0,
  drop: (one) => {
    const { lifecycle = {} } = one;
    for (const moment of moments) {
      const handler = lifecycle[moment];
      if (!handler?.sleep) continue;
      delete handler.sleep;
      if (Object.keys(handler).length === 0) delete lifecycle[moment];
    }
    if (Object.keys(lifecycle).length === 0) delete one.lifecycle;
  },
};

/**
 * Sets the default instead of dropping the field, because the reference stores the default even without the feature.
 */
const procMounts: FeatureRule<SecurityContext> = {
  gate: "ProcMountType",
  isUsed: ({ procMount }) => procMount !== undefined && procMount !== "Default",
  drop: (context) => {
    context.procMount = "Default";
  },
};

/** Drops resize policies. The feature counts as used if a container in `containers` has a policy. */
const resizePolicies: FeatureRule<PodSpec> = {
  gate: "InPlacePodVerticalScaling",
  isUsed: (spec) => mainContainers(spec).some(hasResizePolicy),
  isDropped: (spec) => placedContainers(spec).some(({ container: one }) => hasResizePolicy(one)),
  drop: (spec) => {
    for (const { container: one } of placedContainers(spec)) delete one.resizePolicy;
  },
};

function hasResizePolicy({ resizePolicy = [] }: DeepReadonly<Container | EphemeralContainer>): boolean {
  return resizePolicy.length > 0;
}

/**
 * Drops the allocated resources of container statuses. They have a separate feature gate and also need this one.
 */
const allocatedResources: FeatureRule<ContainerStatus> = {
  gate: "InPlacePodVerticalScaling",
  countsAsUse: false,
  isUsed: (status) => status.allocatedResources !== undefined,
  drop: (status) => {
    delete status.allocatedResources;
  },
};

/** Feature rules of Pods, their containers and their statuses. */
export const podFeatures: readonly FeatureRuleEntry[] = [
  featuresOf(podSpec, [imageVolumes, sidecars, resizePolicies]),
  featuresOf(container, [sleepActions]),
  featuresOf(ephemeralContainer, [sleepActions]),
  featuresOf(securityContext, [procMounts]),
  featuresOf(containerStatus, [allocatedResources]),
];
