/** Behaviour of custom types that is not data: validation, warnings and columns. */
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { standardFinalizers } from "../../meta/deletion.ts";
import type { FieldError } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindHooks } from "../../schema/index.ts";
import { customColumns } from "./custom-columns.ts";
import { scaleSpecErrors, scaleStatusErrors } from "./scale-rules.ts";
import type { VersionDefinition } from "./type-definition.ts";

/** Returns the hooks of a version of a custom type. */
export function customHooks(version: VersionDefinition): KindHooks {
  return {
    nameFormat: "dns1123Subdomain",
    columns: customColumns(version.columns),
    unsupportedFieldMessage: (field) => `field label not supported: ${field}`,
    validateCreate: (object) => objectErrors(version, object, ""),
    validateUpdate: (object, _old, _context, subresource) => objectErrors(version, object, subresource),
    warnings: (object, old, { vocabulary }) => finalizerWarnings(object, old, vocabulary),
  };
}

function objectErrors({ scale }: VersionDefinition, object: ApiObject, subresource: string): readonly FieldError[] {
  if (!scale) return [];
  return [...(subresource === "status" ? [] : scaleSpecErrors(object, scale)), ...scaleStatusErrors(object, scale)];
}

/** Returns warnings about the names of finalizers that the write adds. */
function finalizerWarnings(
  { metadata }: DeepReadonly<ApiObject>,
  old: DeepReadonly<ApiObject> | undefined,
  vocabulary: Vocabulary,
): readonly string[] {
  const existing = new Set(old?.metadata.finalizers ?? []);
  const added = [...new Set(metadata.finalizers ?? [])].filter((name) => !existing.has(name)).sort();
  return added.flatMap((name) => finalizerAdvice(name, vocabulary));
}

function finalizerAdvice(name: string, vocabulary: Vocabulary): readonly string[] {
  const start = `metadata.finalizers: ${goQuote(name)}: `;
  const warnings = checkFormat("qualifiedName", name).map((fault) => `${start}${fault}`);
  if (name.includes("/") || standardFinalizers.some((one) => vocabulary.bind(one) === name)) return warnings;
  const advice = name.includes(".")
    ? "prefer a domain-qualified finalizer name including a path (/)"
    : "prefer a domain-qualified finalizer name";
  return [...warnings, `${start}${advice} to avoid accidental conflicts with other finalizer writers`];
}
