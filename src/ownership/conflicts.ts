/** What somebody applies that others own with another value. */
import { goQuote } from "../meta/go-quote.ts";
import { StatusError } from "../meta/status-error.ts";
import { difference, type FieldSet, fieldsOf, isEmptySet } from "./field-set.ts";
import { compareIdentities, type Manager } from "./managers.ts";
import { showPath } from "./step.ts";

export interface Conflict {
  readonly manager: Manager;
  /** Fields that the manager would lose. */
  readonly fields: FieldSet;
}

/** Conflicts without those about these fields. */
export function conflictsWithout(conflicts: readonly Conflict[], allowed: FieldSet): readonly Conflict[] {
  return conflicts
    .map((conflict) => ({ ...conflict, fields: difference(conflict.fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields));
}

/** 409, a cause for each field. */
export function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const ordered = [...conflicts].sort((one, other) => compareIdentities(one.manager, other.manager));
  const found = ordered.map(({ manager, fields }) => ({
    owner: showManager(manager),
    paths: [...fieldsOf(fields)].map(showPath),
  }));
  const causes = found.flatMap(({ owner, paths }) =>
    paths.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${owner}`, field })),
  );
  const [first] = causes;
  const lines = found.flatMap(({ owner, paths }) => [`conflicts with ${owner}:`, ...paths.map((path) => `- ${path}`)]);
  const message =
    causes.length === 1
      ? `Apply failed with 1 conflict: ${first?.message}: ${first?.field}`
      : `Apply failed with ${causes.length} conflicts: ${lines.join("\n")}`;
  return new StatusError(409, message, { reason: "Conflict", details: { causes } });
}

function showManager({ name, operation, apiVersion, subresource }: Manager): string {
  const owner = subresource ? `${goQuote(name)} with subresource ${goQuote(subresource)}` : goQuote(name);
  return operation === "Update" ? `${owner} using ${apiVersion}` : owner;
}
