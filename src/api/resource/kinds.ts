import type { KindDeclaration } from "../../schema/index.ts";
import * as v1alpha3 from "./v1alpha3/from-v1beta1.ts";
import { deviceClass } from "./v1beta1/device-class.ts";
import { resourceClaim } from "./v1beta1/resource-claim.ts";
import { resourceClaimTemplate } from "./v1beta1/resource-claim-template.ts";
import { resourceSlice } from "./v1beta1/resource-slice.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const resourceKinds: readonly KindDeclaration[] = [
  deviceClass,
  resourceClaim,
  resourceClaimTemplate,
  resourceSlice,
  v1alpha3.deviceClass,
  v1alpha3.resourceClaim,
  v1alpha3.resourceClaimTemplate,
  v1alpha3.resourceSlice,
];
