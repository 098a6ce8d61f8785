/** Columns of policies and their bindings, in all versions. */
import type { LabelSelector } from "../../api/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { selectorDebugText } from "../meta/selector-debug-text.ts";

const unset = "<unset>";

interface PolicySpec {
  readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string };
}

interface ValidatingPolicy extends ApiObject {
  readonly spec?: PolicySpec & { readonly validations?: readonly unknown[] };
}

interface MutatingPolicy extends ApiObject {
  readonly spec?: PolicySpec & { readonly mutations?: readonly unknown[] };
}

const paramKindColumn: Column<ApiObject & { readonly spec?: PolicySpec }> = column(
  "ParamKind",
  "Group, version and kind of the parameters.",
  ({ spec: { paramKind } = {} }) => (paramKind ? `${paramKind.apiVersion ?? ""}/${paramKind.kind ?? ""}` : unset),
);

/** Columns of ValidatingAdmissionPolicies in a Table. */
export const validatingPolicyColumns: readonly Column<ValidatingPolicy>[] = [
  nameColumn,
  column("Validations", "Number of conditions.", ({ spec }) => spec?.validations?.length ?? 0, { type: "integer" }),
  paramKindColumn,
  ageColumn,
];

/** Columns of MutatingAdmissionPolicies in a Table. */
export const mutatingPolicyColumns: readonly Column<MutatingPolicy>[] = [
  nameColumn,
  column("Mutations", "Number of mutations.", ({ spec }) => spec?.mutations?.length ?? 0, { type: "integer" }),
  paramKindColumn,
  ageColumn,
];

interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelector;
}

interface Binding extends ApiObject {
  readonly spec?: { readonly policyName?: string; readonly paramRef?: ParamRef };
}

/** Columns of policy bindings in a Table. */
export const bindingColumns: readonly Column<Binding>[] = [
  nameColumn,
  column("PolicyName", "Name of the policy.", ({ spec }) => spec?.policyName ?? ""),
  column("ParamRef", "Parameters of the policy.", ({ spec }) => paramText(spec?.paramRef)),
  ageColumn,
];

/**
 * Returns the reference to the parameters. It shows `*` for a missing namespace, because the scope of the parameters is
 * unknown here.
 */
function paramText({ name, namespace, selector }: ParamRef = {}): string {
  if (name) return `${namespace || "*"}/${name}`;
  return selector ? selectorDebugText(selector) : unset;
}
