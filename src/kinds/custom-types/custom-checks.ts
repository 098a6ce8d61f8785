/**
 * The checks of objects of custom types. They are loaded with the first write of such an object, because the engines of regular
 * expressions and of expressions take memory.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import type { FieldError } from "../../meta/field-error.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { PausingResult, PausingWrite } from "../../schema/index.ts";
import { Correlated, type StructuralSchema, validateEmbeddedResources } from "../../structural/index.ts";
import { validateListTypes, validateValue } from "../../structural/validate/index.ts";
import { uncheckedRulesError } from "./blocking-errors.ts";
import { embeddedMetadataRules } from "./embedded-metadata.ts";
import { RuleCheck } from "./rule-check.ts";
import { ruleTree } from "./rule-tree.ts";
import { scaleSpecErrors, scaleStatusErrors } from "./scale-rules.ts";
import type { VersionDefinition } from "./type-definition.ts";

/** Time after which the check of rules pauses. */
const sliceMs = 20;
/**
 * Longest time of the repetition of an evaluation. Evaluations up to the greatest cost must end within it: comparing texts up to that cost
 * takes about 16 ms.
 */
const repeatMs = 45;
/** Number of slices in which the check of one object must end. */
const slicesMax = 500;

/** The parts of a version that its checks need. */
export interface CheckedVersion {
  readonly definition: VersionDefinition;
  readonly schema: StructuralSchema;
}

type Objects = {
  readonly object: DeepReadonly<ApiObject>;
  readonly old: DeepReadonly<ApiObject> | undefined;
};

/** Returns the errors of a new object, or of an object whose update does not only concern its status. */
export function objectErrors(version: CheckedVersion, { object, old }: Objects): readonly FieldError[] {
  const { definition, schema } = version;
  const correlated = old && new Correlated(object, old, schema);
  const { scale } = definition;
  return [
    ...validateValue(schema, object, correlated ? { correlated } : {}),
    ...(scale ? [...scaleSpecErrors(object, scale), ...scaleStatusErrors(object, scale)] : []),
    ...validateEmbeddedResources(schema, object, { rules: embeddedMetadataRules }),
    ...listErrors(schema, object, old),
  ];
}

/** Returns the errors of an object of which only the status was written. */
export function statusErrors(version: CheckedVersion, { object, old }: Objects): readonly FieldError[] {
  const { definition, schema } = version;
  const statusSchema = schema.declaredProperties?.get("status");
  const { status } = object as { readonly status?: unknown };
  const correlated = old && new Correlated(object, old, schema).field("status");
  const { scale } = definition;
  return [
    ...(statusSchema && status !== undefined
      ? validateValue(statusSchema, status, { path: "status", ...(correlated ? { correlated } : {}) })
      : []),
    ...(scale ? scaleStatusErrors(object, scale) : []),
    ...listErrors(schema, object, old),
  ];
}

/** As in the reference, repeated items are accepted in updates of an object that has repeated items already. */
function listErrors(schema: StructuralSchema, object: unknown, old: unknown): readonly FieldError[] {
  const errors = validateListTypes(schema, object);
  const mayStay = errors.length > 0 && old !== undefined && validateListTypes(schema, old).length > 0;
  return mayStay ? [] : errors;
}

const nothing: PausingResult = { errors: [], warnings: [] };

/** Checks the rules of the schema. Pauses, so that other requests are processed. */
export async function checkRules(
  schema: StructuralSchema,
  { object, old, errors, vocabulary, monotonicMs }: PausingWrite<ApiObject>,
): Promise<PausingResult> {
  const tree = ruleTree(schema, vocabulary);
  if (!tree) return nothing;
  const unchecked = uncheckedRulesError(errors);
  if (unchecked) return { errors: [unchecked], warnings: [] };
  const [value, oldValue] = [object, old] as readonly unknown[] as [ReadonlyJsonObject, ReadonlyJsonObject | undefined];
  const check = new RuleCheck(tree, value, oldValue, { nowMs: monotonicMs, sliceMs, repeatMs, slicesMax });
  while (!check.advance()) await nextTurn();
  return { errors: check.errors, warnings: check.warnings };
}
