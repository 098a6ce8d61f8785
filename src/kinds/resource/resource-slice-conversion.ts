/**
 * Conversion of ResourceSlices between v1beta1, which is stored, and v1alpha3. In v1alpha3 a capacity is a plain
 * quantity instead of an object.
 */
import type { Device, DeviceCapacity, DeviceV1alpha3, ResourceSlice, ResourceSliceV1alpha3 } from "../../api/index.ts";
import { omitUndefined } from "../../base/omit-undefined.ts";
import type { Conversion } from "../../schema/index.ts";

/** Conversion of ResourceSlices between v1beta1 and v1alpha3. */
export const resourceSliceConversion: Conversion<Stored, Shown> = {
  fromStored: (slice) => {
    const { spec, ...rest } = slice as WithoutSpec<Stored>;
    return (
      spec ? { ...rest, spec: omitUndefined({ ...spec, devices: spec.devices?.map(fromStoredDevice) }) } : rest
    ) as Shown;
  },
  toStored: (slice) => {
    const { spec, ...rest } = slice as WithoutSpec<Shown>;
    return (
      spec ? { ...rest, spec: omitUndefined({ ...spec, devices: spec.devices?.map(toStoredDevice) }) } : rest
    ) as Stored;
  },
};

type Stored = ResourceSlice;
type Shown = ResourceSliceV1alpha3;

/** The spec may be missing, because an apply also converts objects whose spec it has removed. */
type WithoutSpec<T extends { readonly spec: unknown }> = Omit<T, "spec"> & Partial<Pick<T, "spec">>;

function fromStoredDevice({ basic, ...device }: Device): DeviceV1alpha3 {
  const capacity = basic?.capacity && mapValues(basic.capacity, ({ value }) => value);
  return omitUndefined({ ...device, basic: basic && omitUndefined({ ...basic, capacity }) });
}

function toStoredDevice({ basic, ...device }: DeviceV1alpha3): Device {
  const capacity = basic?.capacity && mapValues(basic.capacity, (value): DeviceCapacity => ({ value }));
  return omitUndefined({ ...device, basic: basic && omitUndefined({ ...basic, capacity }) });
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
