/**
 * Removes fields of disabled features from objects that clients send, unless the stored object already uses the
 * feature. Disabling a feature therefore removes no stored data. A field names its feature; a feature with more than
 * one field has a rule. The visitors are compiled once per schema, and schemas without features have none.
 */
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { Schema, StructSchema } from "./schema.ts";
import { StructWalk, type Visitor } from "./struct-walk.ts";
import { containedStructs, declaredStruct } from "./vocabulary-structs.ts";

/** How a struct uses a feature. */
export interface FeatureRule<T = unknown> {
  /** Name of the feature gate. */
  readonly gate: string;
  /** Whether the value uses the feature. */
  readonly isUsed: (value: T) => boolean;
  /** Whether a stored object that uses the feature may keep using it in an update. Default: true. */
  readonly countsAsUse?: boolean;
  /** Whether `drop` also changes a value that does not use the feature. Default: it does not. */
  readonly isDropped?: (value: T) => boolean;
  /** Removes the feature's fields from the value. */
  readonly drop: (value: T) => void;
}

/** The feature rules of each struct. */
export type FeatureRuleSet = ReadonlyMap<StructSchema, readonly FeatureRule[]>;

/** One entry of a FeatureRuleSet. */
export type FeatureRuleEntry = readonly [StructSchema, readonly FeatureRule[]];

/** Returns one entry of a rule set. Its type parameter ties the rules to the struct. */
export function featuresOf<T>(struct: StructSchema<T>, rules: readonly FeatureRule<T>[]): FeatureRuleEntry {
  return [struct, rules as readonly FeatureRule[]];
}

/**
 * Called for each struct that uses a feature or that the feature's rule changes. Outer structs come before the structs
 * inside them.
 */
type ReportUse = (rule: FeatureRule, holder: unknown, isUsed: boolean) => void;

/** Removes fields of disabled features, with visitors compiled once per schema. */
export class FeatureCompiler {
  readonly #walk: StructWalk<ReportUse>;

  constructor(rules: FeatureRuleSet) {
    this.#walk = new StructWalk<ReportUse>({
      visitorOf: (schema) => useVisitor(rules, schema),
      isSkipped: ({ featuresUnchecked = false }) => featuresUnchecked,
    });
  }

  /** Removes fields of disabled features from `object`. */
  dropDisabled(schema: Schema, { object, old, isEnabled }: FeatureCheck): void {
    const visitor = this.#walk.of(schema);
    if (!visitor) return;
    const disabled: { readonly rule: FeatureRule; readonly holder: unknown }[] = [];
    visitor(object, (rule, holder) => {
      if (!isEnabled(rule.gate)) disabled.push({ rule, holder });
    });
    if (disabled.length === 0) return;
    const used = new Set<string>();
    if (old !== undefined) {
      visitor(old, ({ gate, countsAsUse = true }, _, isUsed) => void (isUsed && countsAsUse && used.add(gate)));
    }
    for (const { rule, holder } of disabled) if (!used.has(rule.gate)) rule.drop(holder);
  }
}

function useVisitor(ruleSet: FeatureRuleSet, schema: StructSchema): Visitor<ReportUse> | undefined {
  const marked = schema.fields.flatMap(({ name, featureGate: gate, countsAsFeatureUse: countsAsUse }) =>
    gate === undefined ? [] : [{ ...fieldRule(name, gate), ...(countsAsUse === undefined ? {} : { countsAsUse }) }],
  );
  const rules = [...(ruleSet.get(declaredStruct(schema)) ?? []), ...marked];
  if (rules.length === 0) return undefined;
  return (value, use) => {
    for (const rule of rules) {
      const isUsed = rule.isUsed(value);
      if (isUsed || rule.isDropped?.(value)) use(rule, value, isUsed);
    }
  };
}

/** An object to check for disabled features. */
export interface FeatureCheck {
  readonly object: unknown;
  /** The stored object that `object` replaces; undefined in a create. */
  readonly old: unknown;
  readonly isEnabled: IsEnabled;
}

function fieldRule(name: string, gate: string): FeatureRule {
  return {
    gate,
    // Null counts as unset: a field that is always written is null if it is unset.
    isUsed: (holder) => ((holder as Record<string, unknown>)[name] ?? undefined) !== undefined,
    drop: (holder) => void delete (holder as Record<string, unknown>)[name],
  };
}

/** Returns the feature gates of all fields of these structs and of the structs that they contain. */
export function gatesOfFields(structs: Iterable<StructSchema>): ReadonlySet<string> {
  const reached = new Set(structs);
  const gates = new Set<string>();
  for (const { fields } of reached) {
    for (const { schema, featureGate } of fields) {
      if (featureGate !== undefined) gates.add(featureGate);
      for (const held of containedStructs(schema)) reached.add(held);
    }
  }
  return gates;
}
