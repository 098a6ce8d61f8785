/** Conflicts of an apply request: fields that it changes although other managers own them. */
import { goQuote } from "../meta/go-quote.ts";
import { StatusError } from "../meta/status-error.ts";
import { difference, type FieldSet, fieldsOf, isEmptySet } from "./field-set.ts";
import { compareIdentities, type Manager } from "./managers.ts";
import { showPath } from "./step.ts";

/** The fields that an apply request would take from one manager. */
export interface Conflict {
  readonly manager: Manager;
  /** The fields that the manager would lose. */
  readonly fields: FieldSet;
}

/** Returns the conflicts without the fields in `allowed`. Conflicts that have no fields left are omitted. */
export function conflictsWithout(conflicts: readonly Conflict[], allowed: FieldSet): readonly Conflict[] {
  return conflicts
    .map((conflict) => ({ ...conflict, fields: difference(conflict.fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields));
}

/** Returns the 409 error of an apply request, with one cause for each field. */
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
