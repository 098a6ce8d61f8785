/** Requests for devices, wherever they stand. */
import type { DeviceRequest } from "../../api/index.ts";
import { deviceRequest as deviceRequestV1alpha3 } from "../../api/resource/v1alpha3/from-v1beta1.ts";
import { deviceRequest } from "../../api/resource/v1beta1/device-claim.ts";
import { type RuleEntry, rulesFor } from "../../schema/index.ts";

export const deviceRequestRules: readonly RuleEntry[] = [
  rulesFor(deviceRequest, { defaults: fillCount }),
  rulesFor(deviceRequestV1alpha3, { defaults: fillCount }),
];

function fillCount(request: DeviceRequest): void {
  if (request.allocationMode === "ExactCount") request.count ||= 1;
}

/** Administrative access is not offered: what asks for it, or gives it, is dropped. */
export function dropAdminAccess(requests: readonly { adminAccess?: boolean }[] | null | undefined): void {
  for (const request of requests ?? []) delete request.adminAccess;
}

/** Objects that ask for it already, or give it, keep it. */
export function hasAdminAccess(
  requests: readonly { readonly adminAccess?: boolean | null }[] | null | undefined,
): boolean {
  return (requests ?? []).some(({ adminAccess }) => typeof adminAccess === "boolean");
}
