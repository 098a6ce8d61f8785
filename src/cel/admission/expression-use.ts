/** How the fields of policies and webhooks use their expressions. */
import { boolType, listType, nullType, objectType, stringType, type Type } from "../types/index.ts";
import { jsonPatchTypeName, patchedObjectTypeName } from "./patch-types.ts";

/**
 * How a field uses its expression. Conditions on requests and validations are a `condition`; mutations are a `jsonPatch` or
 * an `applyConfiguration`.
 */
export type ExpressionUse = "condition" | "variable" | "message" | "annotation" | "jsonPatch" | "applyConfiguration";

/** Which results a field accepts, and which names its expression can use. */
export interface ExpressionLimits {
  /** Types that the result can have. Empty if it can have any type. */
  readonly results: readonly Type[];
  /** Whether the expression can use `authorizer`. */
  readonly hasAuthorizer: boolean;
  /** Whether the expression can create patches. */
  readonly hasPatchTypes: boolean;
}

const condition = { results: [boolType], hasAuthorizer: true, hasPatchTypes: false };
const mutation = { ...condition, hasPatchTypes: true };

/** The limits of each use. The result of a variable can have any type. A null in place of an annotation omits it. */
export const limitsOfUses: Readonly<Record<ExpressionUse, ExpressionLimits>> = {
  condition,
  variable: { ...condition, results: [] },
  message: { ...condition, results: [stringType], hasAuthorizer: false },
  annotation: { ...condition, results: [stringType, nullType] },
  jsonPatch: { ...mutation, results: [listType(objectType(jsonPatchTypeName))] },
  applyConfiguration: { ...mutation, results: [objectType(patchedObjectTypeName)] },
};
