/**
 * Compiles the rules of a definition's schema, and estimates their costs.
 *
 * For the rules of definitions: `ruleTextErrors()` returns the errors of the texts of one node's rules, which belong to
 * the errors of the schema. `ruleErrors()` returns the errors of the expressions of a whole schema, which follow all errors of the
 * schema. The reference calls it only if the schema is structural and its defaults are valid.
 */

import { runAtOnce, type Steps } from "../../base/fair-turns.ts";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { isJsonList, isJsonObject } from "../../base/json-object.ts";
import {
  type Cardinality,
  type ClusterEnvironments,
  childCardinality,
  clusterEnvironments,
  costFault,
  type DeclaredType,
  declareType,
  definitionCostMax,
  estimateRule,
  type RuleEstimate,
  resourceSchema,
} from "../../cel/index.ts";
import { type FieldError, forbiddenField, internalField, invalidField } from "../../meta/field-error.ts";
import { GoText } from "../../meta/go-quote.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import { goStruct } from "../../meta/go-struct.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ValidatedWrite } from "../../schema/index.ts";
import { readRules, readStructuralSchema, type SchemaRule, type StructuralSchema } from "../../structural/index.ts";
import { compileMessage, compileRule, RuleEnvironments, usesOldSelf } from "./compile-rule.ts";
import { goRuleMembers } from "./go-rule.ts";
import { ruleKeyword } from "./rule-text-errors.ts";

/** The expressions of a stored definition, in all its versions. They may use everything that any release accepted. */
export interface StoredExpressions {
  readonly rules: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
}

/** Returns the expressions in schemas of a stored definition. */
export function storedExpressions(schemas: readonly ReadonlyJsonObject[], vocabulary: Vocabulary): StoredExpressions {
  const rules = new Set<string>();
  const messages = new Set<string>();
  const keyword = vocabulary.bind(ruleKeyword);
  const visit = (json: unknown): void => {
    if (isJsonList(json)) for (const item of json) visit(item);
    if (!isJsonObject(json)) return;
    for (const { rule, messageExpression } of readRules(json[keyword])) {
      rules.add(rule);
      messages.add(messageExpression);
    }
    for (const inner of Object.values(json)) visit(inner);
  };
  visit(schemas);
  return { rules, messages };
}

/** The estimated cost of an expression of a rule. */
export interface ExpressionEstimate extends RuleEstimate {
  /** The path of the expression in the definition. */
  readonly path: string;
}

/** Path, release and stored state of a definition whose rules are checked. */
export interface RuleOptions {
  /** The path of the schema, such as `spec.versions[0].schema.openAPIV3Schema`. */
  readonly path: string;
  readonly write: Pick<ValidatedWrite, "vocabulary" | "isEnabled">;
  /** Undefined for a new definition. */
  readonly stored?: StoredExpressions;
  /** Whether the stored definition has the same schema. Its expressions were accepted, whatever one of them costs. */
  readonly isUnchanged?: boolean;
  /** The errors of the schema itself. Rules of a node are not compiled if there are errors in the node or below it. */
  readonly schemaErrors?: readonly FieldError[];
  /** Is called with each estimate. */
  readonly onEstimate?: (estimate: ExpressionEstimate) => void;
}

/** Returns the errors of the expressions of a schema, in the order of the reference: those of inner nodes come first. */
export function ruleErrors(json: ReadonlyJsonObject, options: RuleOptions): FieldError[] {
  return runAtOnce(ruleErrorSteps(json, options));
}

/** Like `ruleErrors`, with a step for each rule. */
export function* ruleErrorSteps(json: ReadonlyJsonObject, options: RuleOptions): Steps<FieldError[]> {
  const checker = new RuleChecker(options);
  yield* checker.visit(rootNode(readStructuralSchema(json, options.write.vocabulary), options.path));
  return checker.allErrors();
}

/** A node of the schema whose rules are checked. */
interface SchemaNode {
  readonly schema: StructuralSchema;
  /**
   * The schema from which the type of the values is declared. It can differ from `schema` in `metadata`, which counts as declared
   * by the server if a node around it has rules.
   */
  readonly typeSchema: StructuralSchema;
  /** Whether the node or a node around it has rules. */
  readonly isInScope: boolean;
  readonly path: string;
  readonly cardinality: Cardinality;
  /** The path of the outermost list or object whose parts have no old values. */
  readonly uncorrelatablePath: string | undefined;
}

function rootNode(schema: StructuralSchema, path: string): SchemaNode {
  const isInScope = schema.rules.length > 0;
  const typeSchema = resourceSchema(schema);
  return { schema, typeSchema, isInScope, path, cardinality: 1n, uncorrelatablePath: undefined };
}

/** Yields the nodes below a node in the order of the reference. */
function* childrenOf(node: SchemaNode): Generator<SchemaNode> {
  const { schema, typeSchema, path } = node;
  const { values, declaredProperties: properties, items, mapType, listType } = schema;
  if (values) yield childNode(node, values, typeSchema.values, { path: `${path}.additionalProperties` });
  const hasOldMembers = mapType === "" || mapType === "granular" || mapType === "atomic";
  for (const [name, property] of properties ?? []) {
    const step = { path: `${path}.properties[${name}]`, hasOldValues: hasOldMembers };
    yield childNode(node, property, typeSchema.properties?.get(name), step);
  }
  if (items)
    yield childNode(node, items, typeSchema.items, { path: `${path}.items`, hasOldValues: listType === "map" });
}

function childNode(
  parent: SchemaNode,
  schema: StructuralSchema,
  declared: StructuralSchema | undefined,
  { path, hasOldValues = true }: { readonly path: string; readonly hasOldValues?: boolean },
): SchemaNode {
  return {
    schema,
    typeSchema: (parent.isInScope && declared) || schema,
    isInScope: parent.isInScope || schema.rules.length > 0,
    path,
    cardinality: childCardinality(parent.cardinality, parent.schema),
    uncorrelatablePath: parent.uncorrelatablePath ?? (hasOldValues ? undefined : parent.path),
  };
}

/** Errors in the total show at most this number of expressions, if they cost at least a hundredth of the limit. */
const expensiveMax = 4;
const expensiveCostMin = definitionCostMax / 100n;
const costMax = 2n ** 64n - 1n;

class RuleChecker {
  readonly #options: RuleOptions;
  readonly #errors: FieldError[] = [];
  readonly #keyword: string;
  readonly #environments: ClusterEnvironments;
  /** The paths of the schema's errors, sorted. */
  readonly #faultyPaths: readonly string[];
  #total = 0n;
  #expensive: { readonly path: string; readonly cost: bigint }[] = [];

  constructor(options: RuleOptions) {
    this.#options = options;
    this.#environments = clusterEnvironments(options.write);
    this.#keyword = options.write.vocabulary.bind(ruleKeyword);
    this.#faultyPaths = (options.schemaErrors ?? []).map(({ path }) => path).sort();
  }

  allErrors(): FieldError[] {
    if (this.#total <= definitionCostMax) return this.#errors;
    const why = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
    const subject = `${this.#keyword} estimated rule cost total for entire OpenAPIv3 schema`;
    return [
      ...this.#errors,
      ...this.#expensive.map(({ path }) => forbiddenField(path, why)),
      forbiddenField(this.#options.path, costFault(subject, this.#total, definitionCostMax)),
    ];
  }

  *visit(node: SchemaNode): Steps<void> {
    for (const child of childrenOf(node)) yield* this.visit(child);
    if (node.schema.rules.length > 0 && !this.#hasSchemaErrors(node.path)) yield* this.#checkRules(node);
  }

  #hasSchemaErrors(path: string): boolean {
    let [start, end] = [0, this.#faultyPaths.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if ((this.#faultyPaths[middle] ?? "") < path) start = middle + 1;
      else end = middle;
    }
    return this.#faultyPaths[start]?.startsWith(path) === true;
  }

  *#checkRules(node: SchemaNode): Steps<void> {
    const path = `${node.path}.${this.#keyword}`;
    const self = declareType(node.typeSchema, "selfType");
    if (!self) {
      const why = `internal error: failed to construct type information for ${this.#keyword} rules`;
      this.#errors.push(internalField(path, `${why}: unable to convert structural schema to CEL declarations`));
      return;
    }
    const environments = new RuleEnvironments(this.#environments, self);
    for (const [index, rule] of node.schema.rules.entries()) {
      if (trimGoSpace(rule.rule) === "") continue;
      this.#checkRule(rule, { node, self, environments, path: `${path}[${index}]` });
      yield;
    }
  }

  #checkRule(rule: SchemaRule, place: RulePlace): void {
    const { node, environments, path } = place;
    const { stored } = this.#options;
    const result = compileRule(rule, environments.of(rule, stored?.rules.has(rule.rule) === true));
    if ("fault" in result) {
      this.#errors.push(invalidField(`${path}.rule`, goRule(rule), result.fault));
    } else {
      const cardinality = { max: node.cardinality };
      this.#addCost(estimateRule({ ...result, self: place.self, cardinality }), `${path}.rule`);
      this.#checkMessage(rule, place);
    }
    this.#checkOldSelf(rule, place, usesOldSelf(result.checked));
  }

  #checkMessage(rule: SchemaRule, { environments, self, path }: RulePlace): void {
    if (rule.messageExpression === "") return;
    const isStored = this.#options.stored?.messages.has(rule.messageExpression) === true;
    const result = compileMessage(rule, environments.of(rule, isStored));
    const messagePath = `${path}.messageExpression`;
    if ("fault" in result) this.#errors.push(invalidField(messagePath, goRule(rule), result.fault));
    else this.#addCost(estimateRule({ ...result, self, subject: "estimated messageExpression cost" }), messagePath);
  }

  #checkOldSelf({ rule, optionalOldSelf }: SchemaRule, { node, path }: RulePlace, isUsed: boolean): void {
    const { uncorrelatablePath } = node;
    if (isUsed && uncorrelatablePath !== undefined) {
      const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatablePath}`;
      this.#errors.push(invalidField(`${path}.rule`, rule, why));
    } else if (!isUsed && optionalOldSelf !== undefined) {
      const why = "may not be set if oldSelf is not used in rule";
      this.#errors.push(invalidField(`${path}.optionalOldSelf`, optionalOldSelf, why));
    }
  }

  #addCost(estimate: RuleEstimate, path: string): void {
    const { total, excess } = estimate;
    if (excess && !this.#options.isUnchanged) this.#errors.push(forbiddenField(path, excess.message));
    const sum = this.#total + total;
    this.#total = sum > costMax ? costMax : sum;
    if (total >= expensiveCostMin) {
      this.#expensive.push({ path, cost: total });
      this.#expensive.sort((one, other) => (one.cost > other.cost ? -1 : Number(one.cost < other.cost)));
      this.#expensive.length = Math.min(this.#expensive.length, expensiveMax);
    }
    this.#options.onEstimate?.({ ...estimate, path });
  }
}

/** A rule's place in the schema. */
interface RulePlace {
  readonly node: SchemaNode;
  readonly self: DeclaredType;
  readonly environments: RuleEnvironments;
  readonly path: string;
}

/** Returns a rule as messages show it. */
function goRule(rule: SchemaRule): GoText {
  return new GoText(goStruct("apiextensions.ValidationRule", goRuleMembers(rule)));
}
