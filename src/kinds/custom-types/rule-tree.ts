/** The nodes of a schema that have rules, or are around such nodes. Other parts of an object are not visited. */

import { escapeFieldName } from "../../cel/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { resourceSchema, type StructuralSchema } from "../../structural/index.ts";
import { type PlannedRules, plannedRules } from "./planned-rules.ts";

/** A node of the schema. */
export interface RuleNode {
  readonly schema: StructuralSchema;
  /** The rules of the node itself, in order. They are compiled when they are first read. Undefined if there are none. */
  readonly rules: (() => PlannedRules) | undefined;
  readonly values: RuleNode | undefined;
  readonly properties: ReadonlyMap<string, RuleNode> | undefined;
  readonly items: RuleNode | undefined;
}

/** By the schema of an API object. Null if it has no rules. */
const known = new WeakMap<StructuralSchema, RuleNode | null>();

/** Returns the node of the schema of a custom type; undefined if no value needs to be checked. */
export function ruleTree(schema: StructuralSchema, vocabulary: Vocabulary): RuleNode | undefined {
  let node = known.get(schema);
  if (node === undefined) {
    const root = resourceSchema(schema);
    node = nodeOf(root, root, vocabulary) ?? null;
    known.set(schema, node);
  }
  return node ?? undefined;
}

/**
 * @param typeSchema the schema from which the type of the values is declared. It differs from `schema` in the
 * `metadata` of API objects, because the server declares it if the definition does not declare it completely.
 */
function nodeOf(schema: StructuralSchema, typeSchema: StructuralSchema, vocabulary: Vocabulary): RuleNode | undefined {
  const { values, items } = schema;
  const inner = {
    values: values && nodeOf(values, values, vocabulary),
    properties: propertiesOf(schema, typeSchema, vocabulary),
    items: items && nodeOf(items, items, vocabulary),
  };
  const rules = schema.rules.length > 0 ? plannedRules(schema, typeSchema, vocabulary) : undefined;
  return rules || inner.values || inner.properties || inner.items ? { schema, rules, ...inner } : undefined;
}

function propertiesOf(
  { declaredProperties }: StructuralSchema,
  typeSchema: StructuralSchema,
  vocabulary: Vocabulary,
): RuleNode["properties"] {
  const nodes = new Map<string, RuleNode>();
  for (const [name, property] of declaredProperties ?? []) {
    const declared = escapeFieldName(name) === undefined ? property : typeSchema.properties?.get(name);
    const node = declared && hasType(declared) ? nodeOf(property, declared, vocabulary) : undefined;
    if (node) nodes.set(name, node);
  }
  return nodes.size > 0 ? nodes : undefined;
}

/** Whether expressions can access the values of a property. As in the reference, rules below other properties are never checked. */
function hasType({ isIntOrString, type, values, items }: StructuralSchema): boolean {
  if (isIntOrString) return true;
  if (type === "array") return items !== undefined && hasType(items);
  return type !== "" && (type !== "object" || values === undefined || hasType(values));
}
