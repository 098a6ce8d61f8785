/**
 * The types of this group, and the kinds that declare them. Types of v1alpha3 that are not exported are those of
 * v1beta1.
 */
export type { BasicDevice as BasicDeviceV1alpha3 } from "./v1alpha3/basic-device.ts";
export {
  type Device as DeviceV1alpha3,
  deviceClass as deviceClassV1alpha3,
  type ResourceSlice as ResourceSliceV1alpha3,
  type ResourceSliceSpec as ResourceSliceSpecV1alpha3,
  resourceClaim as resourceClaimV1alpha3,
  resourceClaimTemplate as resourceClaimTemplateV1alpha3,
  resourceSlice as resourceSliceV1alpha3,
} from "./v1alpha3/from-v1beta1.ts";
export type { AllocatedDeviceStatus, NetworkDeviceData } from "./v1beta1/allocated-device-status.ts";
export type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceAllocationResult,
  DeviceRequestAllocationResult,
} from "./v1beta1/allocation-result.ts";
export type { BasicDevice, DeviceAttribute, DeviceCapacity } from "./v1beta1/basic-device.ts";
export type {
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
} from "./v1beta1/device-claim.ts";
export {
  type DeviceClass,
  type DeviceClassConfiguration,
  type DeviceClassSpec,
  deviceClass,
} from "./v1beta1/device-class.ts";
export type { OpaqueDeviceConfiguration } from "./v1beta1/device-configuration.ts";
export type { CELDeviceSelector, DeviceSelector } from "./v1beta1/device-selector.ts";
export {
  type ResourceClaim,
  type ResourceClaimConsumerReference,
  type ResourceClaimSpec,
  type ResourceClaimStatus,
  resourceClaim,
} from "./v1beta1/resource-claim.ts";
export {
  type ResourceClaimTemplate,
  type ResourceClaimTemplateSpec,
  resourceClaimTemplate,
} from "./v1beta1/resource-claim-template.ts";
export {
  type Device,
  type ResourcePool,
  type ResourceSlice,
  type ResourceSliceSpec,
  resourceSlice,
} from "./v1beta1/resource-slice.ts";
