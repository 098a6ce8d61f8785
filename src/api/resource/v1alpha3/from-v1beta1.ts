/** Version v1alpha3 of this group. It equals v1beta1, except for the form of a device's capacity. */
import { type KindDeclaration, type StructSchema, VersionCopy } from "../../../schema/index.ts";
import { basicDevice as laterBasicDevice, deviceAttribute as laterDeviceAttribute } from "../v1beta1/basic-device.ts";
import { type DeviceRequest, deviceRequest as laterDeviceRequest } from "../v1beta1/device-claim.ts";
import { type DeviceClass, deviceClass as laterDeviceClass } from "../v1beta1/device-class.ts";
import { resourceClaim as laterResourceClaim, type ResourceClaim } from "../v1beta1/resource-claim.ts";
import {
  resourceClaimTemplate as laterResourceClaimTemplate,
  type ResourceClaimTemplate,
} from "../v1beta1/resource-claim-template.ts";
import {
  type Device as LaterDevice,
  type ResourceSlice as LaterResourceSlice,
  type ResourceSliceSpec as LaterResourceSliceSpec,
  resourceSlice as laterResourceSlice,
} from "../v1beta1/resource-slice.ts";
import { type BasicDevice, basicDevice, deviceAttribute } from "./basic-device.ts";

const lifecycle = { introduced: 31, deprecated: 34, removed: 37 };

const copy = new VersionCopy({ package: "resource", from: "v1beta1", to: "v1alpha3", lifecycle }, [
  [laterDeviceAttribute, deviceAttribute],
  [laterBasicDevice, basicDevice],
]);

export const deviceRequest: StructSchema<DeviceRequest> = copy.struct(laterDeviceRequest);

export const deviceClass: KindDeclaration<DeviceClass> = copy.kind(laterDeviceClass);

export const resourceClaim: KindDeclaration<ResourceClaim> = copy.kind(laterResourceClaim);

export const resourceClaimTemplate: KindDeclaration<ResourceClaimTemplate> = copy.kind(laterResourceClaimTemplate);

export interface Device extends Omit<LaterDevice, "basic"> {
  basic?: BasicDevice;
}

export interface ResourceSliceSpec extends Omit<LaterResourceSliceSpec, "devices"> {
  devices?: Device[];
}

export interface ResourceSlice extends Omit<LaterResourceSlice, "spec"> {
  spec: ResourceSliceSpec;
}

export const resourceSlice = copy.kind(laterResourceSlice) as KindDeclaration as KindDeclaration<ResourceSlice>;
