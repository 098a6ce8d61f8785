/** Behaviour of custom types that is not data: validation, warnings and columns. */
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { standardFinalizers } from "../../meta/deletion.ts";
import { checkFormat } from "../../meta/formats.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { KindHooks, StructuralMembers } from "../../schema/index.ts";
import type { CheckedVersion } from "./custom-checks.ts";
import { customColumns } from "./custom-columns.ts";
import { loadCustomChecks, loadedCustomChecks } from "./load-custom-checks.ts";
import type { VersionDefinition } from "./type-definition.ts";

/** The parts of a version on which its hooks depend. */
export interface CustomVersion {
  readonly definition: VersionDefinition;
  readonly members: StructuralMembers;
}

/** Returns the hooks of a version of a custom type. */
export function customHooks({ definition, members }: CustomVersion): KindHooks {
  const version = (): CheckedVersion => ({ definition, schema: members.schema });
  return {
    load: loadCustomChecks,
    nameFormat: "dns1123Subdomain",
    columns: customColumns(definition.columns),
    unsupportedFieldMessage: (field) => `field label not supported: ${field}`,
    validateCreate: (object) => loadedCustomChecks().objectErrors(version(), { object, old: undefined }),
    validateUpdate: (object, old, _context, subresource) => {
      const { objectErrors, statusErrors } = loadedCustomChecks();
      return (subresource === "status" ? statusErrors : objectErrors)(version(), { object, old });
    },
    validateWithPauses: (write) => loadedCustomChecks().checkRules(members.schema, write),
    warnings: (object, old, { vocabulary }) => finalizerWarnings(object, old, vocabulary),
  };
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
