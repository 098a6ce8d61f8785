/**
 * What belongs to features that are off is taken out of what clients send, unless the stored object uses the feature
 * already: turning a feature off takes nothing away. Fields say which feature they belong to; what is more than one field
 * has a rule. Compiled once per schema: where nothing belongs to a feature, there is nothing to do.
 */
import type { IsEnabled } from "../meta/feature-gates.ts";
import type { Schema, StructSchema } from "./schema.ts";
import { declaredStruct, heldStructs } from "./spelling.ts";
import { StructWalk, type Visitor } from "./struct-walk.ts";

/** What a struct has of a feature. */
export interface FeatureRule<T = unknown> {
  readonly gate: string;
  readonly isUsed: (value: T) => boolean;
  /** Whether the use in a stored object keeps the feature's values in the object that takes its place. Default: true. */
  readonly countsAsUse?: boolean;
  /** Whether `drop` also changes this value if it does not use the feature. Default: it does not. */
  readonly isDropped?: (value: T) => boolean;
  /** Removes what belongs to the feature. */
  readonly drop: (value: T) => void;
}

/** Rules by struct. */
export type FeatureRuleSet = ReadonlyMap<StructSchema, readonly FeatureRule[]>;

export type FeatureRuleEntry = readonly [StructSchema, readonly FeatureRule[]];

/** One entry of a rule set, with the types of struct and rules tied together. */
export function featuresOf<T>(struct: StructSchema<T>, rules: readonly FeatureRule<T>[]): FeatureRuleEntry {
  return [struct, rules as readonly FeatureRule[]];
}

/** Called for each struct that uses a feature, or that the feature's rule changes. Outer structs come first. */
type ReportUse = (rule: FeatureRule, holder: unknown, isUsed: boolean) => void;

export class FeatureCompiler {
  readonly #walk: StructWalk<ReportUse>;

  constructor(rules: FeatureRuleSet) {
    this.#walk = new StructWalk<ReportUse>({
      visitorOf: (schema) => useVisitor(rules, schema),
      isSkipped: ({ featuresUnchecked = false }) => featuresUnchecked,
    });
  }

  /** Changes `object`. @param old the object that it takes the place of */
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

export interface FeatureCheck {
  readonly object: unknown;
  readonly old: unknown;
  readonly isEnabled: IsEnabled;
}

function fieldRule(name: string, gate: string): FeatureRule {
  return {
    gate,
    // A field that is always written shows null while it is unset.
    isUsed: (holder) => ((holder as Record<string, unknown>)[name] ?? undefined) !== undefined,
    drop: (holder) => void delete (holder as Record<string, unknown>)[name],
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
