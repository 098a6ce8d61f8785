import { type FieldsOf, pointer, rawObject, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const opaqueDeviceConfigurationFields = {
  driver: required(text, 1, "Driver of the parameters, a DNS subdomain."),
  parameters: required(rawObject, 2, "Parameters in the driver's own format, an object with kind and apiVersion."),
};

export interface OpaqueDeviceConfiguration extends FieldsOf<typeof opaqueDeviceConfigurationFields> {}

export const opaqueDeviceConfiguration: StructSchema<OpaqueDeviceConfiguration> = struct(
  "resource/v1beta1.OpaqueDeviceConfiguration",
  "Configuration in a driver's own format.",
  opaqueDeviceConfigurationFields,
);

/** Fields of configurations, which claims, classes and allocations share. */
export const deviceConfigurationFields = {
  opaque: pointer(opaqueDeviceConfiguration, 1, "Configuration in the driver's own format."),
};
