/** The variables of rules and of the expressions of their messages. */
import { type Bindings, fromSchema, OptionalValue, type Value } from "../../cel/index.ts";
import type { PlannedRule, PlannedRules } from "./planned-rules.ts";
import type { RulePlace } from "./rule-place.ts";

/** The variables at one place. */
export class RuleBindings {
  /** The variables of messages, and of rules in which `oldSelf` is not optional. */
  readonly plain: Bindings;
  /** The variables of rules in which `oldSelf` is optional. */
  readonly #optional: Bindings;

  constructor({ value, oldValue, node }: RulePlace, { usesOldSelf }: PlannedRules) {
    const self = fromSchema(value, node.schema);
    const oldSelf: Value | undefined =
      usesOldSelf && oldValue !== undefined ? fromSchema(oldValue, node.schema) : undefined;
    this.plain = oldSelf === undefined ? { self } : { self, oldSelf };
    const optional = oldSelf === undefined ? OptionalValue.none : OptionalValue.of(oldSelf);
    this.#optional = usesOldSelf ? { self, oldSelf: optional } : this.plain;
  }

  of({ hasOptionalOldSelf }: PlannedRule): Bindings {
    return hasOptionalOldSelf ? this.#optional : this.plain;
  }
}
