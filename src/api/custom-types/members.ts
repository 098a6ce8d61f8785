/**
 * The words in which programs declare custom types (`customType`). They create schemas of the field language of `schema/`,
 * whose numbers and names of protobuf custom types do not have.
 */
import {
  boolean as booleanSchema,
  bytes as bytesSchema,
  enumText,
  type Field,
  type FieldSpec,
  type FieldsOf,
  float64,
  int64,
  intOrString as intOrStringSchema,
  type ListSchema,
  list,
  type MapSchema,
  map,
  optional as optionalField,
  quantityPattern,
  rawObject,
  required as requiredField,
  type Schema,
  type StructSchema,
  type StructuralKeywords,
  struct,
  type TextSchema,
  text as textSchema,
  time as timeSchema,
  type ValueOf,
  type ValueRule,
} from "../../schema/index.ts";

/** A member of an object: its schema, or a schema with the options of `required()` or `optional()`. */
export type TypeMember = Schema | FieldSpec;

/** The members of an object by name. */
export type TypeMembers = Readonly<Record<string, TypeMember>>;

type SpecOf<M> = M extends FieldSpec ? M : M extends Schema ? FieldSpec<M, false> : never;

/** Joins the parts of a type, so that editors show one list of members. */
type Joined<T> = { [K in keyof T]: T[K] };

/** The TypeScript type of an object with these members. */
export type ObjectWith<M extends TypeMembers> = Joined<FieldsOf<{ -readonly [K in keyof M]: SpecOf<M[K]> }>>;

/** Description and default of a member. */
export interface MemberOptions<S extends Schema> {
  /** Description for people. Clients see it in `explain`. */
  readonly doc?: string;
  /** The server sets it if the member is absent. */
  readonly default?: ValueOf<S>;
}

/** Rules in the expression language that a value must satisfy. */
export interface WithRules {
  readonly rules?: readonly ValueRule[];
}

/** Restrictions of a text besides its type. Lengths count characters. */
export interface TextLimits extends WithRules, Pick<StructuralKeywords, "minLength" | "maxLength" | "pattern"> {
  /** Such as `date-time`, `uuid`, `ipv4`, `cidr`, `email` or `uri`. */
  readonly format?: string;
}

/** Restrictions of a number besides its type. Bounds are inclusive unless they are exclusive. */
export interface NumberLimits
  extends WithRules,
    Pick<StructuralKeywords, "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf"> {}

/** Limits of a list, and its ownership in server-side apply. */
export interface ListLimits extends WithRules, Pick<StructuralKeywords, "minItems" | "maxItems"> {
  /** Names of the members that identify an item. Field managers then own items separately. */
  readonly keys?: readonly string[];
  /** Whether the list is a set of unique values. Field managers then own values separately. */
  readonly isSet?: boolean;
}

/** Limits of a map, and its ownership in server-side apply. */
export interface MapLimits extends WithRules, Pick<StructuralKeywords, "minProperties" | "maxProperties"> {
  /** Whether one field manager owns the whole map. Default: each entry has its owners. */
  readonly isAtomic?: boolean;
}

/** Rules of an object, and its ownership in server-side apply. */
export interface ObjectOptions extends WithRules {
  /** Whether one field manager owns the whole object. Default: each member has its owners. */
  readonly isAtomic?: boolean;
}

/** Custom types have no protobuf. */
const noNumber = 0;

/**
 * Declares a member that each object must have, unless it has a default.
 * @param schema the values of the member
 * @param options description and default
 * @example `size: required(integer({ minimum: 1 }), { doc: "Length in meters." })`
 */
export function required<S extends Schema>(schema: S, options: MemberOptions<S> = {}): FieldSpec<S, true> {
  return requiredField(schema, noNumber, options.doc ?? "", fieldOptions(options));
}

/**
 * Declares a member that an object may have. A schema alone does the same.
 * @param schema the values of the member
 * @param options description and default
 * @example `color: optional(enumOf("red", "blue"), { default: "red" })`
 */
export function optional<S extends Schema>(schema: S, options: MemberOptions<S> = {}): FieldSpec<S, false> {
  return optionalField(schema, noNumber, options.doc ?? "", fieldOptions(options));
}

function fieldOptions<S extends Schema>(options: MemberOptions<S>): Partial<Pick<Field, "default">> {
  return options.default === undefined ? {} : { default: options.default };
}

/**
 * Returns the schema of a string.
 * @param options limits and rules of the value
 * @example `text({ maxLength: 63, pattern: "^[a-z]+$" })`
 */
export function text(options: TextLimits = {}): TextSchema {
  return { ...textSchema, keywords: options };
}

/**
 * Returns the schema of a string that is one of `values`.
 * @param values the allowed strings
 * @example `enumOf("red", "blue")`
 */
export function enumOf<const V extends readonly [string, ...string[]]>(...values: V): TextSchema<V[number]> {
  return enumText("string", values);
}

/**
 * Returns the schema of an integer of 64 bits.
 * @param options limits and rules of the value
 * @example `integer({ minimum: 1 })`
 */
export function integer(options: NumberLimits = {}): typeof int64 {
  return { ...int64, keywords: options };
}

/**
 * Returns the schema of a floating point number.
 * @param options limits and rules of the value
 * @example `number({ minimum: 0, exclusiveMinimum: true })`
 */
export function number(options: NumberLimits = {}): typeof float64 {
  return { ...float64, keywords: options };
}

/**
 * Returns the schema of a boolean.
 * @param options rules of the value
 * @example `isReady: boolean()`
 */
export function boolean(options: WithRules = {}): typeof booleanSchema {
  return { ...booleanSchema, keywords: options };
}

/**
 * Returns the schema of bytes, which JSON contains as base64.
 * @param options limits of the base64 text, and rules
 * @example `bytes({ maxLength: 4096 })`
 */
export function bytes(options: TextLimits = {}): typeof bytesSchema {
  return { ...bytesSchema, keywords: options };
}

/**
 * Returns the schema of a time in RFC 3339 form.
 * @param options rules of the value
 * @example `startedAt: time()`
 */
export function time(options: WithRules = {}): typeof timeSchema {
  return { ...timeSchema, keywords: options };
}

/**
 * Returns the schema of a quantity such as `500m` or `1Gi`.
 * @param options rules of the value
 * @example `memory: quantity()`
 */
export function quantity(options: WithRules = {}): typeof intOrStringSchema {
  return { ...intOrStringSchema, keywords: { pattern: quantityPattern, ...options } };
}

/**
 * Returns the schema of an integer or a string, such as a number or a percentage.
 * @param options rules of the value
 * @example `maxUnavailable: intOrString()`
 */
export function intOrString(options: WithRules = {}): typeof intOrStringSchema {
  return { ...intOrStringSchema, keywords: options };
}

/**
 * Returns the schema of an object of any shape.
 * @param options rules of the value
 * @example `parameters: anyObject()`
 */
export function anyObject(options: WithRules = {}): typeof rawObject {
  return { ...rawObject, keywords: options };
}

/**
 * Returns the schema of a list.
 * @param items schema of the items
 * @param options limits and rules of the list, and how its items are identified
 * @example `listOf(objectOf({ name: required(text()) }), { keys: ["name"], maxItems: 10 })`
 */
export function listOf<S extends Schema>(items: S, options: ListLimits = {}): ListSchema<ValueOf<S>> {
  const { keys, isSet = false, ...keywords } = options;
  return { ...list(items, keys ? { type: "map", keys } : isSet ? { type: "set" } : {}), keywords };
}

/**
 * Returns the schema of a map from strings to `values`.
 * @param values schema of the values
 * @param options limits and rules of the map, and whether it has one owner
 * @example `prices: mapOf(quantity(), { maxProperties: 5 })`
 */
export function mapOf<S extends Schema>(values: S, options: MapLimits = {}): MapSchema<ValueOf<S>> {
  const { isAtomic = false, ...keywords } = options;
  return { ...map(values, { atomic: isAtomic }), keywords };
}

/**
 * Returns the schema of an object with these members.
 * @param members schemas by the names of members
 * @param options rules of the object, and whether it has one owner
 * @example `objectOf({ min: integer(), max: integer() }, { rules: [{ rule: "self.min <= self.max" }] })`
 */
export function objectOf<const M extends TypeMembers>(
  members: M,
  options: ObjectOptions = {},
): StructSchema<ObjectWith<M>> {
  const { isAtomic = false, ...keywords } = options;
  const fields = Object.entries(members).map(([name, member]) => [name, specOf(member)] as const);
  const schema: StructSchema = struct("", "", Object.fromEntries(fields), { atomic: isAtomic });
  return { ...(schema as StructSchema<ObjectWith<M>>), keywords };
}

function specOf(member: TypeMember): FieldSpec {
  return "node" in member ? optional(member) : member;
}
