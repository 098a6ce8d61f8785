/** The controllers of the cluster. They use only the client library, like external controllers. */

import { bootstrapSigner } from "./bootstrap-signer/index.ts";
import { clusterRoleAggregation } from "./cluster-role-aggregation/index.ts";
import type { ControllerSpec } from "./frame/index.ts";
import { garbageCollector } from "./garbage-collector/index.ts";
import { legacyTokenCleaner } from "./legacy-token-cleaner/index.ts";
import { namespaceController } from "./namespace/index.ts";
import { rootCaController, serviceAccountController } from "./namespace-object/index.ts";
import { resourceQuotaController } from "./resource-quota/index.ts";
import { type SignToken, serviceAccountTokenController } from "./service-account-token/index.ts";
import { claimProtection, volumeProtection } from "./storage-protection/index.ts";
import { tokenCleaner } from "./token-cleaner/index.ts";
import { validatingPolicyStatusController } from "./validating-policy-status/index.ts";

export { ControllerManager, type ControllerName, type ControllerSpec, selectControllers } from "./frame/index.ts";
export { controllerNames } from "./names.ts";
export type { SignToken } from "./service-account-token/index.ts";

/** Feature gate for `podsFirst`. */
export const orderedNamespaceDeletion = "OrderedNamespaceDeletion";

/** Settings of the controllers that depend on the cluster. */
export interface BuiltinControllerOptions {
  /** CA certificates of the API server in PEM. Empty if there are none to publish. */
  readonly rootCa: string;
  /** Whether the Pods of a deleted namespace are deleted before all other objects. */
  readonly podsFirst: boolean;
  /** Signs the tokens in Secrets. Undefined if this process has no key, so that it does not fill token Secrets. */
  readonly signToken?: SignToken | undefined;
  /** How long a generated token must be unused before it is invalidated, and then before it is deleted. */
  readonly legacyTokenCleanUpMs: number;
  /** Interval at which the use of every ResourceQuota is measured. */
  readonly quotaResyncMs: number;
}

/** Returns all built-in controllers that can run with these settings. */
export function builtinControllers(options: BuiltinControllerOptions): readonly ControllerSpec[] {
  const { rootCa, podsFirst, signToken, legacyTokenCleanUpMs, quotaResyncMs } = options;
  return [
    bootstrapSigner,
    claimProtection,
    clusterRoleAggregation,
    garbageCollector,
    legacyTokenCleaner(legacyTokenCleanUpMs),
    namespaceController(podsFirst),
    resourceQuotaController(quotaResyncMs),
    ...(rootCa === "" ? [] : [rootCaController(rootCa)]),
    serviceAccountController,
    ...(signToken ? [serviceAccountTokenController({ signToken, rootCa })] : []),
    tokenCleaner,
    validatingPolicyStatusController,
    volumeProtection,
  ];
}
