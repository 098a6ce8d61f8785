/** The estimated costs of the rules in a definition. */
import {
  type Cardinality,
  check,
  childCardinality,
  clusterEnvironments,
  type DeclaredType,
  declareType,
  definitionCostMax,
  type Environment,
  estimateRule,
  readStructuralSchema,
  resourceSchema,
  ruleCostMax,
  type StructuralSchema,
  schemaEnvironment,
} from "../../../cel/index.ts";
import type { Tree } from "../../../manifests/index.ts";
import { extension, type Vocabulary } from "../../../meta/vocabulary.ts";
import type { ObjectFault } from "../../check/judge.ts";
import { definitionOf } from "../definition.ts";

const rulesExtension = extension("validations");

/**
 * Returns a line for each rule of a definition, with its greatest cost for one object, and a line for the sum of each version.
 * A rule that cannot be compiled has no cost.
 */
export function ruleCosts(definition: Tree, vocabulary: Vocabulary): readonly ObjectFault[] {
  const { versions } = definitionOf(definition, "", vocabulary);
  return versions.flatMap(({ name, schema }, index) => {
    const costs = new VersionCosts(name, vocabulary);
    const field = `spec.versions[${index}].schema.openAPIV3Schema`;
    costs.add(resourceSchema(readStructuralSchema(schema, vocabulary)), { path: "", field, cardinality: 1n });
    return costs.lines(field);
  });
}

interface Position {
  /** Path of values: `spec.users[*]`. */
  readonly path: string;
  /** Path of the schema in the definition. */
  readonly field: string;
  readonly cardinality: Cardinality;
}

interface ExpressionContext {
  /** The version and the path of values. */
  readonly name: string;
  /** Path of the rule in the definition. */
  readonly place: string;
  readonly environment: Environment;
  readonly self: DeclaredType;
  readonly cardinality: Cardinality;
}

class VersionCosts {
  readonly #version: string;
  readonly #vocabulary: Vocabulary;
  readonly #lines: ObjectFault[] = [];
  #total = 0n;

  constructor(version: string, vocabulary: Vocabulary) {
    this.#version = version;
    this.#vocabulary = vocabulary;
  }

  add(schema: StructuralSchema, position: Position): void {
    const { path, field } = position;
    this.#addRules(schema, position);
    const cardinality = childCardinality(position.cardinality, schema);
    for (const [name, property] of schema.properties ?? []) {
      const inner = path === "" ? name : `${path}.${name}`;
      this.add(property, { path: inner, field: `${field}.properties[${name}]`, cardinality });
    }
    if (schema.values) {
      this.add(schema.values, { path: `${path}[*]`, field: `${field}.additionalProperties`, cardinality });
    }
    if (schema.items) this.add(schema.items, { path: `${path}[*]`, field: `${field}.items`, cardinality });
  }

  #addRules(schema: StructuralSchema, { path, field, cardinality }: Position): void {
    const self = schema.rules.length === 0 ? undefined : declareType(schema, "selfType");
    if (!self) return;
    const { forNewExpressions } = clusterEnvironments({ vocabulary: this.#vocabulary });
    const name = `${this.#version} ${path || "the object"}`;
    for (const [index, { rule, messageExpression, optionalOldSelf = false }] of schema.rules.entries()) {
      const oldSelf = optionalOldSelf ? "optional" : "plain";
      const environment = schemaEnvironment(forNewExpressions, { self, oldSelf });
      const place = `${field}.${this.#vocabulary.bind(rulesExtension)}[${index}]`;
      this.#addExpression(rule, { name, place, environment, self, cardinality });
      if (messageExpression === "") continue;
      // The server counts the text of one error, even if several values can violate the rule.
      this.#addExpression(messageExpression, { name: `${name} message`, place, environment, self, cardinality: 1n });
    }
  }

  #addExpression(text: string, { name, place, environment, self, cardinality }: ExpressionContext): void {
    const { checked } = check(text, environment);
    const shown = text.replaceAll(/\s+/g, " ").trim();
    if (!checked) {
      this.#lines.push({ field: place, text: `${name}: unknown, because the expression has errors: ${shown}` });
      return;
    }
    const rule = { checked, environment, self, cardinality: { max: cardinality } };
    const { evaluation, count, total, excess } = estimateRule(rule);
    this.#total += total;
    const product = count === 1n ? "" : `, ${evaluation.max} for each of ${count} values`;
    const advice = (excess?.missingLimits() ?? []).map((limit) => `; set ${limit.keyword} of ${limit.path}`).join("");
    this.#lines.push({
      field: place,
      text: `${name}: ${total} of at most ${ruleCostMax}${product}${advice}: ${shown}`,
    });
  }

  /** @param field path of the schema */
  lines(field: string): readonly ObjectFault[] {
    if (this.#lines.length === 0) return [{ field, text: `${this.#version}: no rules` }];
    const text = `${this.#version}: ${this.#total} of at most ${definitionCostMax} for all rules`;
    return [...this.#lines, { field, text }];
  }
}
