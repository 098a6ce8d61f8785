/** Rules of the spec of ResourceClaims and of their templates. */
import type {
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
} from "../../api/resource/v1beta1/device-claim.ts";
import type { ResourceClaimSpec } from "../../api/resource/v1beta1/resource-claim.ts";
import { type FieldError, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import type { ValidatedWrite, ValidationContext } from "../../schema/index.ts";
import { at, collect, reportFormat, reportRequiredFormat, within } from "../reporting.ts";
import { reportConfiguration } from "./configuration-rules.ts";
import { reportCount, reportQualifiedName, reportRepeats, reportRequestNames } from "./list-rules.ts";
import { reportSelectors } from "./selector-rules.ts";

const requestsMax = 32;
const constraintsMax = 32;
/** Largest number of configurations in a claim or a class. */
export const configurationsMax = 32;

/** How a claim's spec is written. */
export interface ClaimWrite {
  /** Path of the spec, such as `spec`. */
  readonly path: string;
  /**
   * Whether the object is stored already. Its spec is immutable, so limits that later releases added do not apply to
   * it.
   */
  readonly isStored: boolean;
  readonly write: ValidatedWrite;
}

/** Returns the errors of a claim's spec. */
export function claimSpecErrors({ devices = {} }: ResourceClaimSpec, claim: ClaimWrite): FieldError[] {
  const { path, isStored, write } = claim;
  return collect((context) => reportDevices(devices, context, isStored), `${path}.devices`, write);
}

/** Returns the names of a claim's requests. */
export function requestNamesOf({ devices }: ResourceClaimSpec): ReadonlySet<string> {
  return new Set((devices?.requests ?? []).map(({ name }) => name));
}

function reportDevices(claim: DeviceClaim, context: ValidationContext, isStored: boolean): void {
  const { requests, constraints, config } = claim;
  const names = requestNamesOf({ devices: claim });
  (requests ?? []).forEach((one, index) => reportRequest(one, within(context, `requests[${index}]`), isStored));
  reportCount(context, "requests", requests, requestsMax);
  reportRepeats(context, "requests", requests, { keyOf: ({ name }) => name, member: "name" });
  (constraints ?? []).forEach((one, index) => reportConstraint(one, within(context, `constraints[${index}]`), names));
  reportCount(context, "constraints", constraints, constraintsMax);
  (config ?? []).forEach((one: DeviceClaimConfiguration, index) => {
    const item = within(context, `config[${index}]`);
    reportRequestNames(item, one.requests, names);
    reportConfiguration(one, item, { isStored });
  });
  reportCount(context, "config", config, configurationsMax);
}

function reportRequest(request: DeviceRequest, context: ValidationContext, isStored: boolean): void {
  const { name, deviceClassName, selectors, allocationMode = "", count = 0 } = request;
  reportFormat(context, "name", "dns1123Label", name);
  reportRequiredFormat(context, "deviceClassName", "dns1123Subdomain", deviceClassName);
  reportSelectors(selectors, context, { isStored });
  switch (allocationMode) {
    case "All": {
      if (count === 0) return;
      const why = "must not be specified when allocationMode is 'All'";
      context.report(invalidField(at(context, "count"), count, why));
      return;
    }
    case "ExactCount":
      if (count <= 0) context.report(invalidField(at(context, "count"), count, "must be greater than zero"));
      return;
    default:
      context.report(notSupportedField(at(context, "allocationMode"), allocationMode, ["All", "ExactCount"]));
  }
}

function reportConstraint(
  { requests, matchAttribute }: DeviceConstraint,
  context: ValidationContext,
  names: ReadonlySet<string>,
): void {
  reportRequestNames(context, requests, names);
  const path = at(context, "matchAttribute");
  if (matchAttribute === undefined) {
    context.report(requiredField(path));
    return;
  }
  reportQualifiedName(context, "matchAttribute", matchAttribute);
  if (matchAttribute === "" || matchAttribute.includes("/")) return;
  context.report(invalidField(path, matchAttribute, "must include a domain"));
}
