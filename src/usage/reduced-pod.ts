/** Pods without what quotas do not read, so that a controller can hold all Pods of a cluster. */
import type { Container, Pod } from "../api/index.ts";
import { omitUndefined } from "../base/omit-undefined.ts";
import type { SharedObject } from "../meta/object-meta.ts";

type Containers = NonNullable<NonNullable<Pod["spec"]>["containers"]>;

/** Returns a Pod with the fields that its measure reads. */
export function reducePod(object: SharedObject): Pod {
  const { kind, apiVersion, metadata, spec, status } = object as Pod;
  const { namespace, name, uid, resourceVersion, deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  const { affinity, initContainers } = spec ?? {};
  return omitUndefined({
    kind,
    apiVersion,
    metadata: omitUndefined({
      namespace,
      name,
      uid,
      resourceVersion,
      deletionTimestamp,
      deletionGracePeriodSeconds,
    }),
    spec: omitUndefined({
      containers: (spec?.containers ?? []).map(reduceContainer),
      initContainers: initContainers?.map(reduceContainer),
      resources: spec?.resources,
      overhead: spec?.overhead,
      priorityClassName: spec?.priorityClassName,
      activeDeadlineSeconds: spec?.activeDeadlineSeconds,
      affinity: affinity && {
        ...(affinity.podAffinity ? { podAffinity: affinity.podAffinity } : {}),
        ...(affinity.podAntiAffinity ? { podAntiAffinity: affinity.podAntiAffinity } : {}),
      },
    }),
    status: omitUndefined({
      phase: status?.phase,
      qosClass: status?.qosClass,
      resize: status?.resize,
      containerStatuses: status?.containerStatuses?.filter(({ resources }) => resources),
    }),
  }) as Pod;
}

function reduceContainer({ name, resources, restartPolicy }: Container): Containers[number] {
  return omitUndefined({ name, resources, restartPolicy }) as Container;
}
