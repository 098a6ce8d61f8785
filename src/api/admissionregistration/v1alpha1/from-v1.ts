/** Types that the mutating policies of v1alpha1 share with v1. Two of them differ: Variable and ParamRef. */
import { type FieldsOf, openEnum, pointer, type StructSchema, struct, VersionCopy } from "../../../schema/index.ts";
import { type MatchCondition, matchCondition as matchConditionOfV1 } from "../v1/match-condition.ts";
import { type MatchResources, matchResources as matchResourcesOfV1 } from "../v1/match-resources.ts";
import { type Variable, variableFields, variable as variableOfV1 } from "../v1/policy-expressions.ts";
import {
  type ParamKind,
  parameterNotFoundActionDoc,
  paramKind as paramKindOfV1,
  paramRef as paramRefOfV1,
  paramSelectionFields,
} from "../v1/policy-param.ts";
import {
  type NamedRuleWithOperations,
  namedRuleWithOperations as namedRuleOfV1,
  operationType,
  scopeType,
} from "../v1/rule.ts";

/** Named expression of a policy. In v1 it is atomic for server-side apply, in v1alpha1 it is not. */
export const variable: StructSchema<Variable> = struct(
  "admissionregistration/v1alpha1.Variable",
  variableOfV1.doc,
  variableFields,
);

const paramRefFields = {
  ...paramSelectionFields,
  parameterNotFoundAction: pointer(
    openEnum("v1alpha1.ParameterNotFoundActionType", ["Deny", "Allow"]),
    4,
    `${parameterNotFoundActionDoc} Default: Deny.`,
    { default: "Deny" },
  ),
};

/** Reference to the objects with the parameters of a policy. */
export interface ParamRef extends FieldsOf<typeof paramRefFields> {}

export const paramRef: StructSchema<ParamRef> = struct(
  "admissionregistration/v1alpha1.ParamRef",
  paramRefOfV1.doc,
  paramRefFields,
  { atomic: true },
);

const copy = new VersionCopy({ package: "admissionregistration", from: "v1", to: "v1alpha1" }, [
  [variableOfV1, variable],
  [paramRefOfV1, paramRef],
  [operationType, operationType],
  [scopeType, scopeType],
]);

export const matchCondition: StructSchema<MatchCondition> = copy.struct(matchConditionOfV1);

export const matchResources: StructSchema<MatchResources> = copy.struct(matchResourcesOfV1);

export const namedRuleWithOperations: StructSchema<NamedRuleWithOperations> = copy.struct(namedRuleOfV1);

export const paramKind: StructSchema<ParamKind> = copy.struct(paramKindOfV1);
