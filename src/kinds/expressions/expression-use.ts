/** How the fields of policies and webhooks use their expressions. */
import { boolType, listType, nullType, objectType, stringType, type Type } from "../../cel/index.ts";
import { jsonPatchTypeName, patchedObjectTypeName } from "./patch-types.ts";

/** How a field uses its expression. */
export interface ExpressionUse {
  /** Types that the result can have. Empty if it can have any type. */
  readonly results: readonly Type[];
  /** Whether the expression can use `authorizer`. */
  readonly hasAuthorizer: boolean;
  /** Whether the expression can create patches. */
  readonly hasPatchTypes: boolean;
}

const condition = { results: [boolType], hasAuthorizer: true, hasPatchTypes: false };

/** For conditions on requests, and for validations. */
export const conditionUse: ExpressionUse = condition;

/** For variables, whose type follows from their expression. */
export const variableUse: ExpressionUse = { ...condition, results: [] };

/** For messages of validations. */
export const messageUse: ExpressionUse = { ...condition, results: [stringType], hasAuthorizer: false };

/** For values of audit annotations. Null omits the annotation. */
export const annotationUse: ExpressionUse = { ...condition, results: [stringType, nullType] };

const mutation = { ...condition, hasPatchTypes: true };

/** For mutations by JSON patches. */
export const jsonPatchUse: ExpressionUse = { ...mutation, results: [listType(objectType(jsonPatchTypeName))] };

/** For mutations by server-side apply. */
export const applyUse: ExpressionUse = { ...mutation, results: [objectType(patchedObjectTypeName)] };
