/** Hooks and rules of the kinds in this group. */
import {
  deviceClass,
  deviceClassV1alpha3,
  resourceClaim,
  resourceClaimTemplate,
  resourceClaimTemplateV1alpha3,
  resourceClaimV1alpha3,
  resourceSlice,
  resourceSliceV1alpha3,
} from "../../api/index.ts";
import type { RuleEntry } from "../../schema/index.ts";
import { type HookEntry, hooksOf } from "../hook-entry.ts";
import { deviceClassHooks } from "./device-class.ts";
import { deviceRequestRules } from "./device-request.ts";
import { resourceClaimHooks } from "./resource-claim.ts";
import { resourceClaimTemplateHooks } from "./resource-claim-template.ts";
import { resourceSliceHooks, resourceSliceV1alpha3Hooks } from "./resource-slice.ts";

/** Hooks of all kinds in this group. */
export const resourceHooks: readonly HookEntry[] = [
  hooksOf(deviceClass, deviceClassHooks),
  hooksOf(deviceClassV1alpha3, {}),
  hooksOf(resourceClaim, resourceClaimHooks),
  hooksOf(resourceClaimV1alpha3, {}),
  hooksOf(resourceClaimTemplate, resourceClaimTemplateHooks),
  hooksOf(resourceClaimTemplateV1alpha3, {}),
  hooksOf(resourceSlice, resourceSliceHooks),
  hooksOf(resourceSliceV1alpha3, resourceSliceV1alpha3Hooks),
];

/** Rules of all types in this group. */
export const resourceRules: readonly RuleEntry[] = [...deviceRequestRules];
