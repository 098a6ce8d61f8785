/** Defaults of device requests. */
import type { DeviceRequest } from "../../api/index.ts";
import { deviceRequest as deviceRequestV1alpha3 } from "../../api/resource/v1alpha3/from-v1beta1.ts";
import { deviceRequest } from "../../api/resource/v1beta1/device-claim.ts";
import { type RuleEntry, rulesFor } from "../../schema/index.ts";

/** Defaults of device requests: a count of 1. */
export const deviceRequestRules: readonly RuleEntry[] = [
  rulesFor(deviceRequest, { defaults: fillCount }),
  rulesFor(deviceRequestV1alpha3, { defaults: fillCount }),
];

function fillCount(request: DeviceRequest): void {
  if (request.allocationMode === "ExactCount") request.count ||= 1;
}
