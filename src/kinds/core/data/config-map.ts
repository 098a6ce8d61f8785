import { type ConfigMap, configMap } from "../../../api/core/v1/config-map.ts";
import { invalidField, tooLongField } from "../../../meta/field-error.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { configMapColumns } from "./config-map-columns.ts";
import { base64Bytes, dataBytesMax, reportDataKeys, sealedDataErrors, textBytes } from "./data-keys.ts";

/** Hooks of ConfigMaps: immutable data, columns. */
export const configMapHooks: KindHooks<ConfigMap> = {
  validateUpdate: (object, old) => sealedDataErrors(object, old, { texts: ["data"], bytes: ["binaryData"] }),
  nameFormat: "dns1123Subdomain",
  columns: configMapColumns,
};

/** Validation of ConfigMaps: keys and total size. */
export const configMapRules: readonly RuleEntry[] = [rulesFor(configMap.schema, { validate: reportConfigMap })];

function reportConfigMap({ data, binaryData }: ConfigMap, context: ValidationContext): void {
  reportDataKeys(context, "data", data);
  for (const key of Object.keys(data ?? {})) {
    if (!Object.hasOwn(binaryData ?? {}, key)) continue;
    context.report(invalidField(`data[${key}]`, key, "duplicate of key present in binaryData"));
  }
  reportDataKeys(context, "binaryData", binaryData);
  // The error is about the whole object, whose path the reference prints as `[]`.
  if (textBytes(data) + base64Bytes(binaryData) > dataBytesMax) context.report(tooLongField("[]", dataBytesMax));
}
