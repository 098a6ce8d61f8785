import type { KindDeclaration } from "../../schema/index.ts";
import { binding } from "./v1/binding.ts";
import { componentStatus } from "./v1/component-status.ts";
import { configMap } from "./v1/config-map.ts";
import { endpoints } from "./v1/endpoints.ts";
import { event } from "./v1/event.ts";
import { limitRange } from "./v1/limit-range.ts";
import { namespace } from "./v1/namespace.ts";
import { node } from "./v1/node.ts";
import { persistentVolume } from "./v1/persistent-volume.ts";
import { persistentVolumeClaim } from "./v1/persistent-volume-claim.ts";
import { pod } from "./v1/pod.ts";
import { podTemplate } from "./v1/pod-template.ts";
import { replicationController } from "./v1/replication-controller.ts";
import { resourceQuota } from "./v1/resource-quota.ts";
import { secret } from "./v1/secret.ts";
import { service } from "./v1/service.ts";
import { serviceAccount } from "./v1/service-account.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const coreKinds: readonly KindDeclaration[] = [
  binding,
  componentStatus,
  configMap,
  endpoints,
  event,
  limitRange,
  namespace,
  node,
  persistentVolumeClaim,
  persistentVolume,
  pod,
  podTemplate,
  replicationController,
  resourceQuota,
  secret,
  serviceAccount,
  service,
];
