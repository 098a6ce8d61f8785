import type { IngressClass } from "../../api/index.ts";
import {
  type IngressClassParametersReference,
  type IngressClassSpec,
  ingressClassParametersReference,
  ingressClassSpec,
} from "../../api/networking/v1/ingress-class.ts";
import { forbiddenField, requiredField } from "../../meta/field-error.ts";
import { type Column, type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { at, reportFieldFormat, reportFormat, reportUnsupported } from "../reporting.ts";
import { reportReference } from "./ingress-backend-rules.ts";

const ingressClassColumns: readonly Column<IngressClass>[] = [
  nameColumn,
  column("Controller", "The controller that serves the class.", ({ spec }) => spec?.controller ?? ""),
  column("Parameters", "Object with further settings.", ({ spec }) =>
    spec?.parameters ? parametersText(spec.parameters) : "<none>",
  ),
  ageColumn,
];

function parametersText({ kind, apiGroup, name }: IngressClassParametersReference): string {
  return `${apiGroup === undefined ? kind : `${kind}.${apiGroup}`}/${name}`;
}

/** Hooks of IngressClasses. */
export const ingressClassHooks: KindHooks<IngressClass> = {
  validateUpdate: ({ spec }, old) =>
    immutableField({ path: "spec.controller", value: spec?.controller ?? "", old: old.spec?.controller ?? "" }),
  nameFormat: "dns1123Subdomain",
  columns: ingressClassColumns,
};

/** Rules of IngressClasses. */
export const ingressClassRules: readonly RuleEntry[] = [
  rulesFor(ingressClassSpec, {
    validate: reportController,
    order: [{ path: "controller", type: "TooLong" }, "controller", "parameters"],
  }),
  rulesFor(ingressClassParametersReference, { validate: reportParameters }),
];

function reportController({ controller = "" }: IngressClassSpec, context: ValidationContext): void {
  reportFieldFormat(context, "controller", "domainPrefixedPath", controller);
}

const scopes = ["Cluster", "Namespace"];

function reportParameters(parameters: IngressClassParametersReference, context: ValidationContext): void {
  reportReference(parameters, context);
  const { scope = "", namespace } = parameters;
  const path = at(context, "namespace");
  reportUnsupported(context, "scope", scope, scopes);
  if (scope === "Cluster" && namespace !== undefined) {
    context.report(forbiddenField(path, "`parameters.scope` is set to 'Cluster'"));
  }
  if (scope !== "Namespace") return;
  if (namespace === undefined) context.report(requiredField(path, "`parameters.scope` is set to 'Namespace'"));
  else reportFormat(context, "namespace", "dns1123Label", namespace);
}
