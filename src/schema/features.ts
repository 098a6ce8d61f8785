/**
 * What belongs to features that are off is taken out of what clients send, unless the stored object uses the feature
 * already: turning a feature off takes nothing away. Fields say which feature they belong to; what is more than one field
 * has a rule. Compiled once per schema: where nothing belongs to a feature, there is nothing to do.
 */
import type { IsEnabled } from "../meta/feature-gates.ts";
import { PerSchema } from "./per-schema.ts";
import { type Field, memberOf, type Schema, type StructSchema, type UnionSchema } from "./schema.ts";
import { declaredStruct, heldStructs } from "./spelling.ts";

/** What a struct has of a feature. */
export interface FeatureRule<T = unknown> {
  readonly gate: string;
  readonly isUsed: (value: T) => boolean;
  /** Takes it out. */
  readonly drop: (value: T) => void;
}

/** Rules by struct. */
export type FeatureRuleSet = ReadonlyMap<StructSchema, readonly FeatureRule[]>;

export type FeatureRuleEntry = readonly [StructSchema, readonly FeatureRule[]];

/** One entry of a rule set, with the types of struct and rules tied together. */
export function featuresOf<T>(struct: StructSchema<T>, rules: readonly FeatureRule<T>[]): FeatureRuleEntry {
  return [struct, rules as readonly FeatureRule[]];
}

/** Tells `use` of each use of a feature in a value, the outer ones first. */
type Visitor = (value: unknown, use: (rule: FeatureRule, holder: unknown) => void) => void;

export class FeatureCompiler {
  readonly #rules: FeatureRuleSet;
  readonly #visitors = new PerSchema<Parameters<Visitor>>((schema) => this.#build(schema));

  constructor(rules: FeatureRuleSet) {
    this.#rules = rules;
  }

  /** Changes `object`. @param old the object that it takes the place of */
  dropDisabled(schema: Schema, { object, old, isEnabled }: FeatureCheck): void {
    const visitor = this.#visitors.of(schema);
    if (!visitor) return;
    const disabled: { readonly rule: FeatureRule; readonly holder: unknown }[] = [];
    visitor(object, (rule, holder) => {
      if (!isEnabled(rule.gate)) disabled.push({ rule, holder });
    });
    if (disabled.length === 0) return;
    const used = new Set<string>();
    if (old !== undefined) visitor(old, ({ gate }) => void used.add(gate));
    for (const { rule, holder } of disabled) if (!used.has(rule.gate)) rule.drop(holder);
  }

  /** @returns undefined when nothing in the schema belongs to a feature */
  #build(schema: Schema): Visitor | undefined {
    switch (schema.node) {
      case "struct":
        return this.#struct(schema);
      case "list":
        return eachOf(this.#visitors.of(schema.items), (value) => value as readonly unknown[]);
      case "map":
        return eachOf(this.#visitors.of(schema.values), (value) => Object.values(value as object));
      case "union":
        return this.#union(schema);
      default:
        return undefined;
    }
  }

  #struct(schema: StructSchema): Visitor | undefined {
    const marked = schema.fields.flatMap(({ name, featureGate: gate }) =>
      gate === undefined ? [] : fieldRule(name, gate),
    );
    const rules = [...(this.#rules.get(declaredStruct(schema)) ?? []), ...marked];
    const parts = schema.fields.flatMap((field) => this.#part(field));
    if (rules.length === 0 && parts.length === 0) return undefined;
    return (value, use) => {
      for (const rule of rules) if (rule.isUsed(value)) use(rule, value);
      const object = value as Record<string, unknown>;
      for (const { name, visitor } of parts) {
        const part = object[name];
        if (part !== undefined && part !== null) visitor(part, use);
      }
    };
  }

  #part({ name, schema, featuresUnchecked = false }: Field): readonly { name: string; visitor: Visitor }[] {
    const visitor = featuresUnchecked ? undefined : this.#visitors.of(schema);
    return visitor ? [{ name, visitor }] : [];
  }

  #union(schema: UnionSchema): Visitor | undefined {
    const object = this.#visitors.of(schema.object.schema);
    const other = this.#visitors.of(schema.other.schema);
    if (!object && !other) return undefined;
    return (value, use) => (memberOf(schema, value) === schema.object ? object : other)?.(value, use);
  }
}

export interface FeatureCheck {
  readonly object: unknown;
  readonly old: unknown;
  readonly isEnabled: IsEnabled;
}

function fieldRule(name: string, gate: string): FeatureRule {
  return {
    gate,
    isUsed: (holder) => (holder as Record<string, unknown>)[name] !== undefined,
    drop: (holder) => void delete (holder as Record<string, unknown>)[name],
  };
}

function eachOf(one: Visitor | undefined, all: (value: unknown) => readonly unknown[]): Visitor | undefined {
  if (!one) return undefined;
  return (value, use) => {
    for (const part of all(value)) if (part !== null) one(part, use);
  };
}

/** The gates of all fields of these structs, and of whatever they hold. */
export function gatesOfFields(structs: Iterable<StructSchema>): ReadonlySet<string> {
  const reached = new Set(structs);
  const gates = new Set<string>();
  for (const { fields } of reached) {
    for (const { schema, featureGate } of fields) {
      if (featureGate !== undefined) gates.add(featureGate);
      for (const held of heldStructs(schema)) reached.add(held);
    }
  }
  return gates;
}
