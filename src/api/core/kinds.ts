/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { configMap } from "./v1/config-map.ts";
import { endpoints } from "./v1/endpoints.ts";
import { event } from "./v1/event.ts";
import { namespace } from "./v1/namespace.ts";
import { node } from "./v1/node.ts";
import { persistentVolumeClaim } from "./v1/persistent-volume-claim.ts";
import { pod } from "./v1/pod.ts";
import { replicationController } from "./v1/replication-controller.ts";
import { secret } from "./v1/secret.ts";
import { service } from "./v1/service.ts";
import { serviceAccount } from "./v1/service-account.ts";

export const coreKinds: readonly KindDeclaration[] = [
  configMap,
  endpoints,
  event,
  namespace,
  node,
  persistentVolumeClaim,
  pod,
  replicationController,
  secret,
  serviceAccount,
  service,
];
