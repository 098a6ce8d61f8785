import { type FieldsOf, pointer, rawObject, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const opaqueDeviceConfigurationFields = {
  driver: required(text, 1, "The driver that the parameters are for; a DNS subdomain."),
  parameters: required(rawObject, 2, "An object that only the driver understands, with a kind and an apiVersion."),
};

export interface OpaqueDeviceConfiguration extends FieldsOf<typeof opaqueDeviceConfigurationFields> {}

export const opaqueDeviceConfiguration: StructSchema<OpaqueDeviceConfiguration> = struct(
  "resource/v1beta1.OpaqueDeviceConfiguration",
  "Settings in a form of the driver's own.",
  opaqueDeviceConfigurationFields,
);

/** What claims, classes and allocations write inline. */
export const deviceConfigurationFields = {
  opaque: pointer(opaqueDeviceConfiguration, 1, "Settings for one driver, in its own form."),
};
