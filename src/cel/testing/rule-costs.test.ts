/**
 * Compares the rejections of rules that can cost too much with those of the API server v1.32.13. They were recorded from
 * responses to random definitions. The fixture has one definition per line.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  type Cardinality,
  check,
  childCardinality,
  clusterEnvironments,
  costFault,
  declareType,
  definitionCostMax,
  estimateRule,
  readStructuralSchema,
  resourceSchema,
  schemaEnvironment,
} from "../index.ts";

interface SchemaWithRules extends ReadonlyJsonObject {
  readonly properties?: Readonly<Record<string, SchemaWithRules>>;
  readonly additionalProperties?: SchemaWithRules;
  readonly items?: SchemaWithRules;
  readonly "x-kubernetes-validations"?: readonly { readonly rule: string }[];
}

interface RecordedDefinition {
  readonly schema: SchemaWithRules;
  /** Empty if the server has accepted the definition. */
  readonly rejections: readonly string[];
}

const path = new URL("./fixtures/rule-costs.json", import.meta.url);
const definitions = JSON.parse(readFileSync(path, "utf8")) as readonly RecordedDefinition[];
const vocabulary = vocabularies.kubernetes;
const { forNewExpressions } = clusterEnvironments({ vocabulary });
const rootPath = "spec.versions[0].schema.openAPIV3Schema";

/** Estimates all rules of a definition. */
class Definition {
  readonly rejections: string[] = [];
  #total = 0n;

  constructor(root: SchemaWithRules) {
    this.#visit(root, 1n, rootPath);
    if (this.#total > definitionCostMax) {
      const subject = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
      this.rejections.push(`TOTAL ${costFault(subject, this.#total, definitionCostMax)}`);
    }
  }

  #visit(json: SchemaWithRules, max: Cardinality, at: string): void {
    const schema = readStructuralSchema(json, vocabulary);
    const childMax = childCardinality(max, schema);
    for (const [name, property] of Object.entries(json.properties ?? {})) {
      this.#visit(property, childMax, `${at}.properties[${name}]`);
    }
    if (json.additionalProperties) this.#visit(json.additionalProperties, childMax, `${at}.additionalProperties`);
    if (json.items) this.#visit(json.items, childMax, `${at}.items`);
    const self = declareType(at === rootPath ? resourceSchema(schema) : schema, "selfType");
    for (const [index, { rule }] of (json["x-kubernetes-validations"] ?? []).entries()) {
      const environment = self && schemaEnvironment(forNewExpressions, { self });
      const checked = environment && check(rule, environment).checked;
      if (!checked) throw new Error(`the rule ${rule} has faults`);
      const { total, excess } = estimateRule({ checked, environment, self, cardinality: { max } });
      this.#total += total;
      const field = `${at}.x-kubernetes-validations[${index}].rule`;
      if (excess) this.rejections.push(`${field}: Forbidden: ${excess.message}`);
    }
  }
}

describe("rejections of expensive rules equal those of the reference", () => {
  for (const [index, { schema, rejections }] of definitions.entries()) {
    test(`definition ${index}: ${rejections.length} rejections`, () => {
      expect(new Definition(schema).rejections.toSorted()).toEqual(rejections);
    });
  }
});
