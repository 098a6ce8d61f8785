/** All errors of a write to a CustomResourceDefinition. Only `load-definition-checks.ts` imports this module. */
import type { CustomResourceDefinitionSpec } from "../../api/apiextensions/v1/custom-resource-definition.ts";
import type { CustomResourceDefinition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { Steps } from "../../base/fair-turns.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { HookContext } from "../../schema/index.ts";
import { holds } from "../meta/conditions.ts";
import { type FieldChange, immutableField } from "../meta/immutable-field.ts";
import { approvalErrors } from "./definition-approval.ts";
import { requirementsOfCreate, requirementsOfUpdate } from "./definition-requirements.ts";
import { definitionErrors, definitionNameErrors, unknownFieldsErrors } from "./definition-rules.ts";

export { statusErrors } from "./definition-rules.ts";

/** Returns the errors of a new definition. */
export function* createErrors(
  definition: CustomResourceDefinition,
  context: HookContext,
): Steps<readonly FieldError[]> {
  return [
    ...definitionNameErrors(definition),
    ...(yield* definitionErrors(definition, requirementsOfCreate, context)),
    ...approvalErrors(definition, undefined, context),
    ...unknownFieldsErrors(definition, undefined, context),
  ];
}

/** Returns the errors of an updated definition. Some rules accept what the stored definition already violates. */
export function* updateErrors(
  definition: CustomResourceDefinition,
  old: DeepReadonly<CustomResourceDefinition>,
  context: HookContext,
): Steps<readonly FieldError[]> {
  return [
    ...(yield* definitionErrors(definition, requirementsOfUpdate(definition, old, context), context)),
    ...changeErrors(definition, old),
    ...approvalErrors(definition, old, context),
    ...unknownFieldsErrors(definition, old, context),
  ];
}

/** Returns the errors of changed immutable fields. Scope and kind become immutable once the type is established. */
function changeErrors(definition: CustomResourceDefinition, old: DeepReadonly<CustomResourceDefinition>): FieldError[] {
  const changeOf = (
    path: string,
    valueOf: (spec: DeepReadonly<CustomResourceDefinitionSpec>) => string,
  ): FieldChange => ({
    path: `spec.${path}`,
    value: valueOf(definition.spec),
    old: valueOf(old.spec),
  });
  const changesOnceServed = [
    changeOf("scope", ({ scope }) => scope),
    changeOf("names.kind", ({ names }) => names.kind),
  ];
  const changesAlways = [
    changeOf("group", ({ group }) => group),
    changeOf("names.plural", ({ names }) => names.plural),
  ];
  return [...(holds(old.status?.conditions ?? [], "Established") ? changesOnceServed : []), ...changesAlways].flatMap(
    immutableField,
  );
}
