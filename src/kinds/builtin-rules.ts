/** Rules of built-in types: defaults and validation beyond the rules of single fields. */
import type { RuleEntry, RuleSet } from "../schema/index.ts";
import { admissionregistrationRules } from "./admissionregistration/index.ts";
import { apiextensionsRules } from "./apiextensions/index.ts";
import { apiregistrationRules } from "./apiregistration/index.ts";
import { appsRules } from "./apps/index.ts";
import { autoscalingRules } from "./autoscaling/index.ts";
import { batchRules } from "./batch/index.ts";
import { coordinationRules } from "./coordination/index.ts";
import { coreRules } from "./core/index.ts";
import { discoveryRules } from "./discovery/index.ts";
import { flowcontrolRules } from "./flowcontrol/index.ts";
import { internalRules } from "./internal/index.ts";
import { metaRules } from "./meta/index.ts";
import { networkingRules } from "./networking/index.ts";
import { nodeRules } from "./node/index.ts";
import { policyRules } from "./policy/index.ts";
import { rbacRules } from "./rbac/index.ts";
import { resourceRules } from "./resource/index.ts";
import { storageRules } from "./storage/index.ts";
import { storageMigrationRules } from "./storagemigration/index.ts";

/** Rules of all built-in types. Each type has at most one entry, because a later one would replace it. */
export const builtinRuleEntries: readonly RuleEntry[] = [
  ...admissionregistrationRules,
  ...apiextensionsRules,
  ...apiregistrationRules,
  ...appsRules,
  ...autoscalingRules,
  ...batchRules,
  ...coordinationRules,
  ...coreRules,
  ...discoveryRules,
  ...flowcontrolRules,
  ...internalRules,
  ...metaRules,
  ...networkingRules,
  ...nodeRules,
  ...policyRules,
  ...rbacRules,
  ...resourceRules,
  ...storageRules,
  ...storageMigrationRules,
];

/** Rules of all built-in types, by type. */
export const builtinRules: RuleSet = new Map(builtinRuleEntries);
