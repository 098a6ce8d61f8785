/**
 * Validators, compiled once per schema to closures: the rules that stand beside the fields, and the structs' own rules.
 * Parts without rules have no validator at all. All errors are collected; none ends the walk, but very many do.
 */
import {
  errorsMax,
  type FieldError,
  invalidField,
  notSupportedField,
  requiredField,
  tooLongField,
} from "../meta/field-error.ts";
import { checkFormat } from "../meta/formats.ts";
import { inOrder, type OrderEntry } from "./error-order.ts";
import { PerSchema } from "./per-schema.ts";
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
import { declaredStruct } from "./spelling.ts";

export type Validator = (value: unknown, context: ValidationRun) => void;

/** Ends a walk. Only ever caught where the walk begins. */
class EnoughErrors extends Error {}

/** One validation: the path to the value at hand and what was found so far. */
export class ValidationRun implements ValidationContext {
  readonly errors: FieldError[] = [];
  readonly write: ValidatedWrite;
  /** Steps to the value at hand: a part of the path, or the index of an item. */
  readonly #steps: (string | number)[] = [];

  constructor(write: ValidatedWrite) {
    this.write = write;
  }

  path(): string {
    const parts = this.#steps.map((step) => (typeof step === "number" ? `[${step}]` : step));
    return parts.join("").replace(/^\./, "");
  }

  /** @returns what was found: all, or a little more than `errorsMax` */
  static errorsOf(value: unknown, validator: Validator, write: ValidatedWrite): readonly FieldError[] {
    const run = new ValidationRun(write);
    try {
      validator(value, run);
    } catch (error) {
      if (!(error instanceof EnoughErrors)) throw error;
    }
    return run.errors;
  }

  report(error: FieldError): void {
    this.errors.push(error);
    if (this.errors.length > errorsMax) throw new EnoughErrors();
  }

  isFaulty(path: () => string): boolean {
    if (this.errors.length === 0) return false;
    const place = path();
    return this.errors.some((error) => isAtOrBelow(error.path, place));
  }

  /** Puts what was found of the struct at hand into the order in which it is told. @param since how many were there before */
  arrange(since: number, order: readonly OrderEntry[]): void {
    if (this.errors.length < since + 2) return;
    const found = this.errors.splice(since);
    this.errors.push(...inOrder(found, { path: this.path(), order }));
  }

  /** Validates a part under `step`: `.name`, `[key]`, or the index of an item. */
  descend(step: string | number, value: unknown, validator: Validator): void {
    this.#steps.push(step);
    validator(value, this);
    this.#steps.pop();
  }
}

export class ValidatorCompiler {
  readonly #rules: RuleSet;
  readonly #validators = new PerSchema<Parameters<Validator>>((schema) => this.#build(schema));

  constructor(rules: RuleSet) {
    this.#rules = rules;
  }

  /** @returns undefined when nothing in the schema has a rule */
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
    const { validate: own, validateLast, skipped, order } = this.#rules.get(declaredStruct(schema)) ?? {};
    const fields = schema.fields.flatMap((field) => this.#field(field));
    if (!own && !validateLast && fields.length === 0) return undefined;
    return (value, context) => {
      const since = context.errors.length;
      own?.(value, context);
      const object = value as Record<string, unknown>;
      const left = skipped?.(value, context);
      for (const { name, step, mayBeAbsent, validator } of fields) {
        const member = object[name];
        if (mayBeAbsent && (member === undefined || member === null)) continue;
        if (!left?.includes(name)) context.descend(step, member, validator);
      }
      validateLast?.(value, context);
      if (order) context.arrange(since, typeof order === "function" ? order(value) : order);
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

  /** A text behind a pointer is set even when it is empty. Whether it may be, only its known values say. */
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
  /** Whether an absent value has no error. The validator never gets one then. */
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

/** An empty text is an unset one: whether it may be unset is its field's rule. */
function textValidator(schema: TextSchema): Validator | undefined {
  const validator = setTextValidator(schema);
  if (!validator) return undefined;
  return (value, context) => {
    if (value !== "") validator(value, context);
  };
}

/** For a text that is set even when it is empty, such as an item of a list. */
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
