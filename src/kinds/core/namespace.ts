import type { Namespace } from "../../api/index.ts";
import { writableCopy } from "../../base/json-tree.ts";
import { contentFinalizer, nonStandardFinalizerMessage, standardFinalizers } from "../../meta/deletion.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { normalizeTime } from "../../meta/time.ts";
import { label, type Vocabulary } from "../../meta/vocabulary.ts";
import type { HookContext, KindHooks } from "../../schema/index.ts";
import { namespaceColumns } from "./namespace-columns.ts";

/** Label with the name of the Namespace, for label selectors. */
const nameLabel = label("metadata.name");

/** Hooks of Namespaces: finalizers, phase, label with the name, columns. */
export const namespaceHooks: KindHooks<Namespace> = {
  fillDefaults: setNameLabel,
  prepareForCreate: (namespace, context) => {
    namespace.status = { phase: "Active" };
    const finalizer = context.vocabulary.bind(contentFinalizer);
    const finalizers = namespace.spec?.finalizers ?? [];
    namespace.spec = { finalizers: finalizers.includes(finalizer) ? finalizers : [...finalizers, finalizer] };
    setNameLabel(namespace, context);
  },
  prepareForUpdate: (namespace, old, context, subresource) => {
    if (subresource !== "finalize") namespace.spec = writableCopy(old.spec ?? {});
    setNameLabel(namespace, context);
  },
  validateCreate: (namespace, { vocabulary }) => finalizerErrors(namespace, vocabulary),
  validateUpdate: (namespace, _, { vocabulary }, subresource) => {
    if (subresource === "status") return phaseErrors(namespace);
    return finalizerErrors(namespace, vocabulary, subresource === "finalize");
  },
  nameFormat: "dns1123Label",
  blocksRemoval: ({ spec }) => (spec?.finalizers ?? []).length > 0,
  markDeleting: (namespace) => {
    namespace.status = { ...namespace.status, phase: "Terminating" };
  },
  columns: namespaceColumns,
};

function setNameLabel({ metadata }: Namespace, { vocabulary }: Pick<HookContext, "vocabulary">): void {
  if (metadata.name) metadata.labels = { ...metadata.labels, [vocabulary.bind(nameLabel)]: metadata.name };
}

/**
 * @param withIndex whether paths contain the index of the finalizer. In the reference, only those of the subresource
 * `finalize` do.
 */
function finalizerErrors({ spec }: Namespace, vocabulary: Vocabulary, withIndex = false): FieldError[] {
  const standard = standardFinalizers.map((one) => vocabulary.bind(one));
  return (spec?.finalizers ?? []).flatMap((name, index) => {
    const path = withIndex ? `spec.finalizers[${index}]` : "spec.finalizers";
    const messages = checkFormat("qualifiedName", name);
    if (!name.includes("/") && !standard.includes(name)) {
      messages.push(nonStandardFinalizerMessage);
    }
    return messages.map((message) => invalidField(path, name, message));
  });
}

/** Whether the deletion time is set. The first instant of the year 1 counts as unset. */
function isDeleted({ metadata: { deletionTimestamp } }: Namespace): boolean {
  return deletionTimestamp !== undefined && normalizeTime(deletionTimestamp) !== null;
}

/** Reports a phase that does not fit the deletion time. The reference spells the path like this. */
function phaseErrors(namespace: Namespace): FieldError[] {
  const [phase, when] = isDeleted(namespace) ? ["Terminating", "is not empty"] : ["Active", "is empty"];
  const found = namespace.status?.phase ?? "";
  if (found === phase) return [];
  return [invalidField("status.Phase", found, `may only be '${phase}' if \`deletionTimestamp\` ${when}`)];
}
