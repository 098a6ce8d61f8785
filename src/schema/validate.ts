/**
 * Validators, compiled once per schema to closures. They apply the rules declared with the fields, and the rules of
 * structs. Parts of a schema without rules have no validator. Validation collects all errors, but stops when there are
 * very many.
 *
 * Absent fields are skipped before their path is recorded, and paths are built only for errors. docs/performance.md,
 * "Optimizations", has the measurement.
 */
import {
  type FieldError,
  fieldErrorsMax,
  invalidField,
  notSupportedField,
  requiredField,
  tooLongField,
} from "../meta/field-error.ts";
import { checkFormat } from "../meta/formats.ts";
import { CompiledPerSchema } from "./compiled-per-schema.ts";
import { type ErrorOrderEntry, sortErrors } from "./error-order.ts";
import type { RuleSet, ValidatedWrite, ValidationContext } from "./rules.ts";
import {
  type Field,
  type IntegerSchema,
  memberOf,
  type Schema,
  type StructSchema,
  type TextSchema,
  type UnionSchema,
} from "./schema.ts";
import { declaredStruct } from "./vocabulary-structs.ts";

/** Validates a value and reports its errors to the run. */
export type Validator = (value: unknown, context: ValidationRun) => void;

/** Ends a validation that has found too many errors. Only `errorsOf()` catches it. */
class TooManyErrors extends Error {}

/** The state of one validation: the path of the current value and the errors found so far. */
export class ValidationRun implements ValidationContext {
  readonly errors: FieldError[] = [];
  readonly write: ValidatedWrite;
  /** Steps to the current value: a part of the path, or the index of an item. */
  readonly #steps: (string | number)[] = [];

  constructor(write: ValidatedWrite) {
    this.write = write;
  }

  path(): string {
    const parts = this.#steps.map((step) => (typeof step === "number" ? `[${step}]` : step));
    return parts.join("").replace(/^\./, "");
  }

  /** Returns all errors of a value, or slightly more than `fieldErrorsMax` if there are more. */
  static errorsOf(value: unknown, validator: Validator, write: ValidatedWrite): readonly FieldError[] {
    const run = new ValidationRun(write);
    try {
      validator(value, run);
    } catch (error) {
      if (!(error instanceof TooManyErrors)) throw error;
    }
    return run.errors;
  }

  report(error: FieldError): void {
    this.errors.push(error);
    if (this.errors.length > fieldErrorsMax) throw new TooManyErrors();
  }

  isFaulty(path: () => string): boolean {
    if (this.errors.length === 0) return false;
    const place = path();
    return this.errors.some((error) => isAtOrBelow(error.path, place));
  }

  /**
   * Sorts the errors of the current struct into the order in which they are reported. @param since number of errors
   * before those of the struct
   */
  sortErrorsSince(since: number, order: readonly ErrorOrderEntry[]): void {
    if (this.errors.length < since + 2) return;
    const found = this.errors.splice(since);
    this.errors.push(...sortErrors(found, { path: this.path(), order }));
  }

  /** Validates a part below `step`: `.name`, `[key]`, or the index of an item. */
  descend(step: string | number, value: unknown, validator: Validator): void {
    this.#steps.push(step);
    validator(value, this);
    this.#steps.pop();
  }
}

/** Builds validators for schemas with one set of rules. Each is built on first use and cached. */
export class ValidatorCompiler {
  readonly #rules: RuleSet;
  readonly #validators = new CompiledPerSchema<Parameters<Validator>>((schema) => this.#build(schema));

  constructor(rules: RuleSet) {
    this.#rules = rules;
  }

  /** Returns the validator of a schema. Undefined if no rule applies to it. */
  validator(schema: Schema): Validator | undefined {
    return this.#validators.of(schema);
  }

  #build(schema: Schema): Validator | undefined {
    switch (schema.node) {
      case "struct":
        return this.#struct(schema);
      case "list":
        return eachItem(schema.items.node === "text" ? setTextValidator(schema.items) : this.validator(schema.items));
      case "map":
        return eachValue(this.validator(schema.values));
      case "union":
        return this.#union(schema);
      case "text":
        return textValidator(schema);
      case "integer":
        return integerValidator(schema);
      default:
        return undefined;
    }
  }

  #struct(schema: StructSchema): Validator | undefined {
    const { validate: validateStruct, validateLast, skipped, order } = this.#rules.get(declaredStruct(schema)) ?? {};
    const fields = schema.fields.flatMap((field) => this.#field(field));
    if (!validateStruct && !validateLast && fields.length === 0) return undefined;
    return (value, context) => {
      const since = context.errors.length;
      validateStruct?.(value, context);
      const object = value as Record<string, unknown>;
      const skippedMembers = skipped?.(value, context);
      for (const { name, step, mayBeAbsent, validator } of fields) {
        const member = object[name];
        if (mayBeAbsent && (member === undefined || member === null)) continue;
        if (!skippedMembers?.includes(name)) context.descend(step, member, validator);
      }
      validateLast?.(value, context);
      if (order) context.sortErrorsSince(since, typeof order === "function" ? order(value) : order);
    };
  }

  #union(schema: UnionSchema): Validator | undefined {
    const object = this.validator(schema.object.schema);
    const other = this.validator(schema.other.schema);
    if (!object && !other) return undefined;
    return (value, context) => {
      (memberOf(schema, value) === schema.object ? object : other)?.(value, context);
    };
  }

  /**
   * Returns the validator of a field's value. An empty string in a pointer field with an `enum` counts as set, so the
   * `enum` must contain it. Other empty strings are not validated.
   */
  #valueValidator({ presence, schema }: Field): Validator | undefined {
    const isPointer = presence === "pointer" && schema.node === "text" && schema.enum !== undefined;
    return isPointer ? setTextValidator(schema) : this.validator(schema);
  }

  #field(field: Field): readonly FieldValidator[] {
    const { name, nonEmpty } = field;
    const inner = field.unchecked ? undefined : this.#valueValidator(field);
    if (!nonEmpty) return inner ? [{ name, step: `.${name}`, mayBeAbsent: true, validator: inner }] : [];
    const validator: Validator = (value, context) => {
      if (isUnset(value)) context.report(requiredField(context.path()));
      else inner?.(value, context);
    };
    return [{ name, step: `.${name}`, mayBeAbsent: false, validator }];
  }
}

interface FieldValidator {
  readonly name: string;
  readonly step: string;
  /** Whether an absent value has no error. Otherwise the validator runs for it too. */
  readonly mayBeAbsent: boolean;
  readonly validator: Validator;
}

function isAtOrBelow(path: string, place: string): boolean {
  if (!path.startsWith(place)) return false;
  const next = path[place.length];
  return next === undefined || next === "." || next === "[";
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function eachItem(item: Validator | undefined): Validator | undefined {
  if (!item) return undefined;
  return (value, context) => {
    (value as unknown[]).forEach((one, index) => context.descend(index, one, item));
  };
}

function eachValue(validator: Validator | undefined): Validator | undefined {
  if (!validator) return undefined;
  return (value, context) => {
    for (const [key, one] of Object.entries(value as object)) context.descend(`[${key}]`, one, validator);
  };
}

/**
 * Validates a string in a field without a pointer, where an empty string is unset. The field's `nonEmpty` decides
 * whether it may be unset.
 */
function textValidator(schema: TextSchema): Validator | undefined {
  const validator = setTextValidator(schema);
  if (!validator) return undefined;
  return (value, context) => {
    if (value !== "") validator(value, context);
  };
}

/** Validates a string that is set even if it is empty, such as an item of a list. */
function setTextValidator(schema: TextSchema): Validator | undefined {
  const { enumEnforced = true, format, maxBytes } = schema;
  const allowed = enumEnforced ? schema.enum : undefined;
  if (!allowed && format === undefined && maxBytes === undefined) return undefined;
  return (value, context) => {
    const text = value as string;
    if (allowed && !allowed.includes(text)) context.report(notSupportedField(context.path(), text, allowed));
    if (format !== undefined) {
      for (const message of checkFormat(format, text)) context.report(invalidField(context.path(), text, message));
    }
    if (maxBytes !== undefined && Buffer.byteLength(text) > maxBytes) {
      context.report(tooLongField(context.path(), maxBytes));
    }
  };
}

function integerValidator(schema: IntegerSchema): Validator | undefined {
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) return undefined;
  const low = minimum ?? Number.NEGATIVE_INFINITY;
  const high = maximum ?? Number.POSITIVE_INFINITY;
  const rule =
    minimum === undefined
      ? `must be less than or equal to ${maximum}`
      : maximum === undefined
        ? `must be greater than or equal to ${minimum}`
        : `must be between ${minimum} and ${maximum}, inclusive`;
  return (value, context) => {
    const number = value as number;
    if (number < low || number > high) context.report(invalidField(context.path(), number, rule));
  };
}
