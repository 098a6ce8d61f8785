import type { KindDeclaration } from "../schema/index.ts";
import { admissionregistrationKinds } from "./admissionregistration/kinds.ts";
import { apiextensionsKinds } from "./apiextensions/kinds.ts";
import { apiregistrationKinds } from "./apiregistration/kinds.ts";
import { appsKinds } from "./apps/kinds.ts";
import { authenticationKinds } from "./authentication/kinds.ts";
import { authorizationKinds } from "./authorization/kinds.ts";
import { autoscalingKinds } from "./autoscaling/kinds.ts";
import { batchKinds } from "./batch/kinds.ts";
import { certificatesKinds } from "./certificates/kinds.ts";
import { coordinationKinds } from "./coordination/kinds.ts";
import { coreKinds } from "./core/kinds.ts";
import { discoveryKinds } from "./discovery/kinds.ts";
import { eventsKinds } from "./events/kinds.ts";
import { flowcontrolKinds } from "./flowcontrol/kinds.ts";
import { internalKinds } from "./internal/kinds.ts";
import { networkingKinds } from "./networking/kinds.ts";
import { nodeKinds } from "./node/kinds.ts";
import { policyKinds } from "./policy/kinds.ts";
import { rbacKinds } from "./rbac/kinds.ts";
import { resourceKinds } from "./resource/kinds.ts";
import { schedulingKinds } from "./scheduling/kinds.ts";
import { storageKinds } from "./storage/kinds.ts";
import { storageMigrationKinds } from "./storagemigration/kinds.ts";

/** Built-in kinds that are served as resources, in the order in which discovery lists them. */
export const builtinKinds: readonly KindDeclaration[] = [
  ...coreKinds,
  ...apiregistrationKinds,
  ...appsKinds,
  ...eventsKinds,
  ...authenticationKinds,
  ...authorizationKinds,
  ...autoscalingKinds,
  ...batchKinds,
  ...certificatesKinds,
  ...networkingKinds,
  ...policyKinds,
  ...rbacKinds,
  ...storageKinds,
  ...admissionregistrationKinds,
  ...apiextensionsKinds,
  ...schedulingKinds,
  ...coordinationKinds,
  ...nodeKinds,
  ...discoveryKinds,
  ...resourceKinds,
  ...flowcontrolKinds,
  ...internalKinds,
  ...storageMigrationKinds,
];
