/** Types, values and sizes of the expression language from structural schemas in OpenAPI form, and the estimated cost of rules. */

export { readStructuralSchema, resourceSchema, type StructuralSchema } from "../../structural/index.ts";
export { costFault, definitionCostMax, excessFactor, ruleCostMax } from "./cost-limit.ts";
export { type DeclaredType, declareType, type LimitKeyword } from "./declared-type.ts";
export {
  type Cardinality,
  childCardinality,
  estimateRule,
  type MissingLimit,
  type Rule,
  type RuleEstimate,
  type RuleExcess,
} from "./rule-cost.ts";
export { declaredTypes, fieldNamesOf, type SchemaVariables, schemaEnvironment } from "./schema-environment.ts";
export { schemaSizes } from "./schema-sizes.ts";
export { fromSchema } from "./values/from-schema.ts";
