/** Cases for the rules of custom types. The answers of the reference to them are in `fixtures/rule-answers.json`. */
import type { JsonObject } from "../../../base/json-object.ts";

/** A schema in the vocabulary `kubernetes`. */
export type CaseSchema = Readonly<Record<string, unknown>>;

/** An object that is created, or an update of an existing object. Both have a name and the type of the definition. */
export interface ObjectCase {
  readonly object: JsonObject;
  /** The stored object. It was created before the schema had rules. */
  readonly old?: JsonObject;
}

/** A definition, and objects of its type if the definition is accepted. */
export interface RuleCase {
  /** Unique. */
  readonly title: string;
  /** Requirements. */
  readonly ids: readonly string[];
  /** The whole schema. */
  readonly schema: CaseSchema;
  /** The schema of the stored definition that is replaced. */
  readonly stored?: CaseSchema;
  readonly objects?: readonly ObjectCase[];
}

/** An error as responses describe it. */
export interface AnsweredCause {
  readonly field: string;
  readonly message: string;
  readonly reason: string;
}

/** The answer to one write. */
export interface Answer {
  readonly status: number;
  readonly causes: readonly AnsweredCause[];
  readonly warnings: readonly string[];
}

/** The answers to a case. */
export interface CaseAnswers {
  readonly title: string;
  readonly definition: Answer;
  /** In the order of the case's objects. */
  readonly objects: readonly Answer[];
}

/** The keyword of rules. */
export const validations = "x-kubernetes-validations";

/** Returns a schema with rules. A text is a rule without other members. */
export function withRules(schema: CaseSchema, ...rules: readonly (string | JsonObject)[]): CaseSchema {
  return { ...schema, [validations]: rules.map((rule) => (typeof rule === "string" ? { rule } : rule)) };
}

/** Returns the schema of an object with these properties. */
export function object(properties: CaseSchema, more: CaseSchema = {}): CaseSchema {
  return { type: "object", properties, ...more };
}

/** Returns the whole schema of a type whose `spec` has this schema. */
export function root(spec: CaseSchema): CaseSchema {
  return object({ spec });
}

/** Returns objects with these specs. */
export function specs(...values: readonly unknown[]): readonly ObjectCase[] {
  return values.map((spec) => ({ object: { spec } }));
}

/** Returns updates of specs: pairs of the old and the new one. */
export function updates(...pairs: readonly (readonly [old: unknown, spec: unknown])[]): readonly ObjectCase[] {
  return pairs.map(([old, spec]) => ({ object: { spec }, old: { spec: old } }));
}

/** Returns a case with one rule about `self.v` of the spec, and objects with these values of it. */
export function valueCase(
  ids: readonly string[],
  schema: CaseSchema,
  rule: string,
  ...values: readonly unknown[]
): RuleCase {
  const spec = withRules(object({ v: schema }), rule);
  return {
    title: `${rule} with ${JSON.stringify(schema)}`,
    ids,
    schema: root(spec),
    objects: specs(...values.map((v) => ({ v }))),
  };
}
