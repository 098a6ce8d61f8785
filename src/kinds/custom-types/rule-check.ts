/**
 * Checks the rules of a custom type on one object, in the order of the reference: the rules of a value come before those of the
 * values in it.
 */
import type { ReadonlyJsonObject } from "../../base/json-object.ts";
import { type Bindings, EvaluationCancelled, EvaluationError, type Program, type Value } from "../../cel/index.ts";
import {
  duplicateField,
  type FieldError,
  fieldErrorsMax,
  forbiddenField,
  formatFieldError,
  invalidField,
  requiredField,
} from "../../meta/field-error.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import type { PlannedRule } from "./planned-rules.ts";
import { RuleBindings } from "./rule-bindings.ts";
import { memberPath } from "./rule-field-path.ts";
import { RulePlace } from "./rule-place.ts";
import type { RuleNode } from "./rule-tree.ts";

/** Greatest cost of one evaluation, and of all evaluations for one object. */
const evaluationCostMax = 1_000_000;
const objectCostMax = 10_000_000;
/** Longest message that an expression may return. */
const messageBytesMax = 5 * 1024;
/** Number of attempts of one evaluation. It is more than one, because the machine may be busy with other work. */
const attemptsMax = 3;
/** The path of the object itself in errors. */
const rootPath = "<nil>";
const atEnd = "no further validation rules will be run";

/** Time limits of a check. The reference has none, because an evaluation does not block other requests there. */
export interface RuleTimes {
  /** Returns monotonic time in milliseconds. */
  readonly nowMs: () => number;
  /** Time after which the check pauses. */
  readonly sliceMs: number;
  /** Longest time of an evaluation that did not end within its slice, and is therefore repeated. */
  readonly repeatMs: number;
  /** Number of slices in which the check must end. */
  readonly slicesMax: number;
}

/** The end of an evaluation. */
interface Outcome {
  /** Undefined if the evaluation has exceeded a limit of cost. */
  readonly value: Value | undefined;
  readonly cost: number;
}

/** The next step after a rule. `repeat`: the slice has ended during the rule. `end`: no further rule is checked. */
type Next = "continue" | "repeat" | "end";

/** The check of one object. Call `advance()` until it returns true, and let other work run between the calls. */
export class RuleCheck {
  /** The errors that reject the write. */
  readonly errors: FieldError[] = [];
  readonly #warnings = new Set<string>();
  readonly #root: RulePlace;
  readonly #times: RuleTimes;
  readonly #steps: Iterator<void>;
  #budget = objectCostMax;
  #sliceCount = 0;
  #sliceEndMs = 0;

  /** @param old undefined for a new object */
  constructor(node: RuleNode, object: ReadonlyJsonObject, old: ReadonlyJsonObject | undefined, times: RuleTimes) {
    this.#root = RulePlace.root(node, object, old);
    this.#times = times;
    this.#steps = this.#run();
  }

  /** The errors of values that an update does not change, each once. They do not reject the update. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** Checks rules until the end of a slice. Returns whether the check has ended. */
  advance(): boolean {
    const { nowMs, sliceMs, slicesMax } = this.#times;
    if (this.#sliceCount === slicesMax) {
      this.#addInvalid(this.#root, `validation failed due to running out of time, ${atEnd}`);
      return true;
    }
    this.#sliceCount++;
    this.#sliceEndMs = nowMs() + sliceMs;
    return this.#steps.next().done === true;
  }

  /** Yields at the end of each slice. */
  *#run(): Generator<void> {
    const places = [this.#root];
    for (let place = places.pop(); place; place = places.pop()) {
      const isLast = yield* this.#checkPlace(place);
      if (isLast) return;
      for (const part of place.parts().toReversed()) places.push(part);
    }
  }

  /** Checks the rules of one value. Returns whether the check has ended. */
  *#checkPlace(place: RulePlace): Generator<void, boolean> {
    const planned = place.node.rules?.();
    if (!planned) return false;
    if (this.#budget <= 0) {
      this.#addBudgetError(place);
      return true;
    }
    const bindings = new RuleBindings(place, planned);
    for (const rule of planned.rules) {
      let next = this.#check(rule, place, bindings);
      for (let attempts = 1; next === "repeat" && attempts < attemptsMax; attempts++) {
        yield;
        this.#sliceEndMs = this.#times.nowMs() + this.#times.repeatMs;
        next = this.#check(rule, place, bindings);
      }
      if (next === "repeat") this.#addEndError(place, "operation interrupted", "duration", rule);
      if (next !== "continue" || this.errors.length >= fieldErrorsMax) return true;
      if (this.#times.nowMs() > this.#sliceEndMs) yield;
    }
    return false;
  }

  #check(rule: PlannedRule, place: RulePlace, bindings: RuleBindings): Next {
    if (!rule.program) {
      this.#addInvalid(place, `rule compile error: ${rule.fault}`);
      return "continue";
    }
    if (rule.usesOldSelf && place.oldValue === undefined && !rule.hasOptionalOldSelf) return "continue";
    const outcome = this.#evaluate(rule.program, bindings.of(rule));
    if (!outcome) return "repeat";
    const { value, cost } = outcome;
    const budget = this.#budget - cost;
    if (budget < 0) {
      this.#addBudgetError(place);
      return "end";
    }
    if (value === undefined) {
      this.#addEndError(place, "operation cancelled: actual cost limit exceeded", "cost", rule);
      return "end";
    }
    if (value !== true && !(value instanceof EvaluationError)) return this.#fail(rule, place, bindings, budget);
    if (value !== true) this.#addInvalid(place, evaluationMessage(value.message, rule));
    this.#budget = budget;
    return "continue";
  }

  /** Returns the result of an evaluation; undefined if the slice has ended before. */
  #evaluate(program: Program, bindings: Bindings): Outcome | undefined {
    try {
      const deadline = { atMs: this.#sliceEndMs, nowMs: this.#times.nowMs };
      return program.evaluate(bindings, { costMax: evaluationCostMax, deadline });
    } catch (error) {
      if (!(error instanceof EvaluationCancelled)) throw error;
      return error.limit === "cost" ? { value: undefined, cost: error.cost } : undefined;
    }
  }

  /** Adds the error of a rule that is false. @param budget the cost that is left after the rule */
  #fail(rule: PlannedRule, place: RulePlace, bindings: RuleBindings, budget: number): Next {
    if (!rule.message) {
      this.#budget = budget;
      return this.#addRuleError(rule, place, errorOf(rule, place, rule.defaultMessage));
    }
    const outcome = this.#evaluate(rule.message, bindings.plain);
    if (!outcome) return "repeat";
    const { value, cost } = outcome;
    this.#budget = budget - cost;
    const [path, { type }] = [errorPath(place, rule), place.node.schema];
    if (this.#budget < 0) {
      const why = "messageExpression evaluation failed due to running out of cost budget";
      this.#addRuleError(rule, place, invalidField(path, type, `${why}, ${atEnd}`));
      return "end";
    }
    if (value === undefined) {
      const why = `due to call cost exceeds limit for messageExpression: ${goQuote(rule.messageExpression)}`;
      this.#addRuleError(rule, place, invalidField(path, type, `${atEnd} ${why}`));
      return "end";
    }
    return this.#addRuleError(rule, place, errorOf(rule, place, messageOf(value) ?? rule.defaultMessage));
  }

  /** Adds an error, or a warning if the value did not change. A rule about a change is always an error. */
  #addRuleError({ usesOldSelf }: PlannedRule, place: RulePlace, error: FieldError): Next {
    if (!usesOldSelf && place.isUnchanged) this.#warnings.add(formatFieldError(error));
    else this.errors.push(error);
    return "continue";
  }

  #addInvalid(place: RulePlace, detail: string): void {
    this.errors.push(invalidField(place.path || rootPath, place.node.schema.type, detail));
  }

  #addBudgetError(place: RulePlace): void {
    this.#addInvalid(place, `validation failed due to running out of cost budget, ${atEnd}`);
  }

  #addEndError(place: RulePlace, message: string, limit: "cost" | "duration", { name }: PlannedRule): void {
    this.#addInvalid(place, `'${message}': ${atEnd} due to call ${limit} exceeds limit for rule: ${name}`);
  }
}

/** Returns the message of a rule whose evaluation has failed. */
function evaluationMessage(message: string, { name }: PlannedRule): string {
  if (!message.startsWith("no such overload")) return `${message} evaluating rule: ${name}`;
  return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`;
}

function errorPath(place: RulePlace, rule: PlannedRule): string {
  return (rule.errorPath === "" ? place.path : memberPath(place.path, rule.errorPath)) || rootPath;
}

function errorOf(rule: PlannedRule, place: RulePlace, message: string): FieldError {
  const [path, { type }] = [errorPath(place, rule), place.node.schema];
  switch (rule.reason) {
    case "FieldValueForbidden":
      return forbiddenField(path, message);
    case "FieldValueRequired":
      return requiredField(path, message);
    case "FieldValueDuplicate":
      return duplicateField(path, type);
    default:
      return invalidField(path, type, message);
  }
}

/** Returns the result of a message's expression; undefined if it cannot be a message. */
function messageOf(value: Value): string | undefined {
  if (typeof value !== "string") return undefined;
  const message = trimGoSpace(value);
  const isMessage = message !== "" && Buffer.byteLength(message) <= messageBytesMax && !message.includes("\n");
  return isMessage ? message : undefined;
}
