/** Rules of the status of ResourceClaims: the allocation, the consumers and the state of the devices. */

import type { AllocatedDeviceStatus, NetworkDeviceData } from "../../api/resource/v1beta1/allocated-device-status.ts";
import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
} from "../../api/resource/v1beta1/allocation-result.ts";
import type { ResourceClaim, ResourceClaimConsumerReference } from "../../api/resource/v1beta1/resource-claim.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText } from "../../meta/go-quote.ts";
import { formatIp, parseCidr } from "../../meta/ip/ip-address.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { isTerminating } from "../columns.ts";
import { reportNodeSelector } from "../core/scheduling/scheduling-rules.ts";
import { reportConditions } from "../meta/condition-rules.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { at, collect, reportFieldFormat, reportFormat, reportUnsupported, within } from "../reporting.ts";
import { configurationsMax, requestNamesOf } from "./claim-rules.ts";
import { reportConfiguration, reportRawObject } from "./configuration-rules.ts";
import {
  reportBytes,
  reportCount,
  reportPoolName,
  reportRepeats,
  reportRequestName,
  reportRequestNames,
} from "./list-rules.ts";

const usersMax = 256;
const resultsMax = 32;
const deviceConditionsMax = 8;
const deviceDataBytesMax = 10 * 1024;
const interfaceNameBytesMax = 256;
const hardwareAddressBytesMax = 128;
const addressesMax = 16;

/** Returns the errors of a status that is written through the subresource. */
export function claimStatusErrors(claim: ResourceClaim, old: DeepReadonly<ResourceClaim>): FieldError[] {
  const { allocation } = claim.status ?? {};
  const { allocation: oldAllocation } = old.status ?? {};
  const names = requestNamesOf(claim.spec);
  return [
    ...collect((context) => reportStatus(claim, context), "status"),
    ...newUserErrors(claim, old),
    ...(allocation && oldAllocation
      ? immutableField({ path: "status.allocation", value: allocation, old: oldAllocation })
      : []),
    ...(allocation && !oldAllocation
      ? collect((context) => reportAllocation(allocation, context, names), "status.allocation")
      : []),
  ];
}

function reportStatus({ status = {} }: ResourceClaim, context: ValidationContext): void {
  const { reservedFor, devices, allocation } = status;
  (reservedFor ?? []).forEach((user, index) => reportUser(user, within(context, `reservedFor[${index}]`)));
  reportCount(context, "reservedFor", reservedFor, usersMax);
  reportRepeats(context, "reservedFor", reservedFor, { keyOf: ({ uid }) => uid, member: "uid" });
  const allocated = new Set((allocation?.devices?.results ?? []).map(deviceIdOf));
  (devices ?? []).forEach((one, index) => reportDevice(one, within(context, `devices[${index}]`), allocated));
  reportRepeats(context, "devices", devices, { keyOf: deviceIdOf, member: "deviceID", shownOf: goDeviceId });
}

function reportUser({ resource, name, uid }: ResourceClaimConsumerReference, context: ValidationContext): void {
  for (const [part, value] of Object.entries({ resource, name, uid })) {
    if (value === "") context.report(requiredField(at(context, part)));
  }
}

interface DeviceId {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

function deviceIdOf({ driver, pool, device }: DeviceId): string {
  return JSON.stringify([driver, pool, device]);
}

function goDeviceId({ driver, pool, device }: DeviceId): GoText {
  return new GoText(`${driver}/${pool}/${device}`);
}

function reportDevice(device: AllocatedDeviceStatus, context: ValidationContext, allocated: ReadonlySet<string>): void {
  const { conditions, data, networkData } = device;
  reportPlace(device, context);
  if (!allocated.has(deviceIdOf(device))) {
    const why = "must be an allocated device in the claim";
    context.report(invalidField(context.path(), goDeviceId(device), why));
  }
  reportCount(context, "conditions", conditions, deviceConditionsMax);
  reportConditions(context, "conditions", conditions ?? []);
  if (data !== undefined && data !== null) reportRawObject(context, "data", data, deviceDataBytesMax);
  if (networkData) reportNetworkData(networkData, within(context, "networkData"));
}

function reportPlace({ driver, pool, device }: DeviceId, context: ValidationContext): void {
  reportFieldFormat(context, "driver", "csiDriverName", driver);
  reportPoolName(context, "pool", pool);
  reportFormat(context, "device", "dns1123Label", device);
}

function reportNetworkData(
  { interfaceName = "", hardwareAddress = "", ips }: NetworkDeviceData,
  context: ValidationContext,
): void {
  reportBytes(context, "interfaceName", interfaceName, interfaceNameBytesMax);
  reportBytes(context, "hardwareAddress", hardwareAddress, hardwareAddressBytesMax);
  (ips ?? []).forEach((address, index) => reportInterfaceAddress(address, context, `ips[${index}]`));
  reportCount(context, "ips", ips, addressesMax);
  reportRepeats(context, "ips", ips, { keyOf: (address) => address });
}

/** Reports an address with prefix, such as `192.0.2.5/24`, that is not in canonical form. */
function reportInterfaceAddress(text: string, context: ValidationContext, part: string): void {
  const prefix = parseCidr(text);
  if (!prefix) {
    reportFormat(context, part, "cidr", text);
    return;
  }
  const canonical = `${formatIp(prefix.address)}/${prefix.bits}`;
  if (text === canonical) return;
  context.report(invalidField(at(context, part), text, `must be in canonical form (${canonical})`));
}

/**
 * Returns the errors of consumers. They require an allocation, and none can be added to a claim that is being deleted.
 */
function newUserErrors(claim: ResourceClaim, old: DeepReadonly<ResourceClaim>): FieldError[] {
  const { allocation, reservedFor } = claim.status ?? {};
  const users = reservedFor ?? [];
  if (users.length === 0) return [];
  if (!allocation) return [forbiddenField("status.reservedFor", "may not be specified when `allocated` is not set")];
  const known = old.status?.reservedFor ?? [];
  const isKnown = (user: unknown): boolean => known.some((one) => equalJson(one, user));
  if (!isTerminating(claim) || users.every(isKnown)) return [];
  const why = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
  return [forbiddenField("status.reservedFor", why)];
}

function reportAllocation(
  { devices = {}, nodeSelector }: AllocationResult,
  context: ValidationContext,
  names: ReadonlySet<string>,
): void {
  const { results, config } = devices;
  (results ?? []).forEach((result: DeviceRequestAllocationResult, index) => {
    const item = within(context, `devices.results[${index}]`);
    reportRequestName(item, "request", result.request, names);
    reportPlace(result, item);
  });
  reportCount(context, "devices.results", results, resultsMax);
  (config ?? []).forEach((one, index) => {
    reportAllocatedConfiguration(one, within(context, `devices.config[${index}]`), names);
  });
  // The list contains the configurations of the classes and those of the claim.
  reportCount(context, "devices.config", config, 2 * configurationsMax);
  if (nodeSelector) reportNodeSelector(nodeSelector, within(context, "nodeSelector"), { checksValues: true });
}

function reportAllocatedConfiguration(
  configuration: DeviceAllocationConfiguration,
  context: ValidationContext,
  names: ReadonlySet<string>,
): void {
  const { source, requests } = configuration;
  if (source === "") context.report(requiredField(at(context, "source")));
  else reportUnsupported(context, "source", source, ["FromClaim", "FromClass"]);
  reportRequestNames(context, requests, names);
  reportConfiguration(configuration, context, { isStored: false });
}
