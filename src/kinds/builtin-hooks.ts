/** Hooks of the built-in kinds. */

import type { KindDeclaration, KindHooks } from "../schema/index.ts";
import { admissionregistrationHooks } from "./admissionregistration/index.ts";
import { apiextensionsHooks } from "./apiextensions/index.ts";
import { apiregistrationHooks } from "./apiregistration/index.ts";
import { appsHooks } from "./apps/index.ts";
import { authenticationHooks } from "./authentication/index.ts";
import { authorizationHooks } from "./authorization/index.ts";
import { autoscalingHooks } from "./autoscaling/index.ts";
import { batchHooks } from "./batch/index.ts";
import { certificatesHooks } from "./certificates/index.ts";
import { coordinationHooks } from "./coordination/index.ts";
import { coreHooks } from "./core/index.ts";
import { discoveryHooks } from "./discovery/index.ts";
import { eventsHooks } from "./events/index.ts";
import { flowcontrolHooks } from "./flowcontrol/index.ts";
import { internalHooks } from "./internal/index.ts";
import { networkingHooks } from "./networking/index.ts";
import { nodeHooks } from "./node/index.ts";
import { policyHooks } from "./policy/index.ts";
import { rbacHooks } from "./rbac/index.ts";
import { resourceHooks } from "./resource/index.ts";
import { schedulingHooks } from "./scheduling/index.ts";
import { storageHooks } from "./storage/index.ts";
import { storageMigrationHooks } from "./storagemigration/index.ts";

/** Hooks of all built-in kinds. */
export const builtinHooks: ReadonlyMap<KindDeclaration, KindHooks> = new Map([
  ...admissionregistrationHooks,
  ...apiextensionsHooks,
  ...apiregistrationHooks,
  ...appsHooks,
  ...authenticationHooks,
  ...authorizationHooks,
  ...autoscalingHooks,
  ...batchHooks,
  ...certificatesHooks,
  ...coordinationHooks,
  ...coreHooks,
  ...discoveryHooks,
  ...eventsHooks,
  ...flowcontrolHooks,
  ...internalHooks,
  ...networkingHooks,
  ...nodeHooks,
  ...policyHooks,
  ...rbacHooks,
  ...resourceHooks,
  ...schedulingHooks,
  ...storageHooks,
  ...storageMigrationHooks,
]);
