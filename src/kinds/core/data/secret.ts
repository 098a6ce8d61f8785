import { type Secret, secret } from "../../../api/core/v1/secret.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { type FieldError, tooLongField } from "../../../meta/field-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { immutableField } from "../../meta/immutable-field.ts";
import { base64Bytes, dataBytesMax, reportDataKeys, sealedDataErrors } from "./data-keys.ts";
import { keyPairFault } from "./key-pair.ts";
import { secretColumns } from "./secret-columns.ts";
import { keyPairType, secretTypeErrors } from "./secret-types.ts";

/** Hooks of Secrets: keys that the type requires, immutable data, warnings about certificates, columns. */
export const secretHooks: KindHooks<Secret> = {
  validateCreate: (object, { vocabulary }) => secretTypeErrors(object, vocabulary),
  validateUpdate: changeErrors,
  nameFormat: "dns1123Subdomain",
  warnings: (object, _, { vocabulary }) => keyPairWarnings(object, vocabulary),
  columns: secretColumns,
};

/** Defaults and validation of Secrets: `stringData`, keys, total size. */
export const secretRules: readonly RuleEntry[] = [
  rulesFor(secret.schema, { defaults: fillData, validate: reportSecret }),
];

/** Moves `stringData` into `data`. It is write-only and replaces keys of the same name. */
function fillData(object: Secret): void {
  if (object.stringData === undefined) return;
  const entries = Object.entries(object.stringData).map(
    ([key, text]) => [key, Buffer.from(text, "utf8").toString("base64")] as const,
  );
  object.data = { ...object.data, ...Object.fromEntries(entries) };
  delete object.stringData;
}

function reportSecret({ data }: Secret, context: ValidationContext): void {
  reportDataKeys(context, "data", data);
  if (base64Bytes(data) > dataBytesMax) context.report(tooLongField("data", dataBytesMax));
}

function changeErrors(object: Secret, old: DeepReadonly<Secret>): FieldError[] {
  return [
    ...immutableField({ path: "type", value: object.type, old: old.type }),
    ...sealedDataErrors(object, old, { bytes: ["data"] }),
  ];
}

function keyPairWarnings({ type, data = {} }: DeepReadonly<Secret>, vocabulary: Vocabulary): string[] {
  if (type !== vocabulary.bind(keyPairType)) return [];
  const text = (key: string): string => Buffer.from(data[key] ?? "", "base64").toString("latin1");
  const fault = keyPairFault(text("tls.crt"), text("tls.key"));
  return fault === undefined ? [] : [fault];
}
