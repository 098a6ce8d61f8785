/** Values of the types with which expressions describe changes of an object. */
import { type ObjectType, objectType } from "../types/index.ts";
import { EvaluationError, equalValues, ObjectValue, typeOfValue, type Value } from "../values/index.ts";

/** A part of the changed object: a value of the type `Object` or `Object.spec`. */
export class PatchedObjectValue extends ObjectValue {
  override readonly type: ObjectType;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(typeName: string, fields: ReadonlyMap<string, Value>) {
    super();
    this.type = objectType(typeName);
    this.fields = fields;
  }

  /** As in the reference, a field that is not set is null. */
  override get(field: string): Value {
    return this.fields.get(field) ?? null;
  }

  override has(field: string): boolean {
    return this.fields.has(field);
  }

  override keys(): Iterable<string> {
    return this.fields.keys();
  }

  override equals(other: Value): boolean {
    if (!(other instanceof PatchedObjectValue) || other.type.name !== this.type.name) return false;
    return (
      other.fields.size === this.fields.size &&
      [...this.fields].every(([name, value]) => other.has(name) && equalValues(value, other.get(name)) === true)
    );
  }
}

/** The texts of a JSON patch's operation. */
const textFields = ["op", "path", "from"] as const;

type TextField = (typeof textFields)[number];

/** One operation of a JSON patch. */
export class JsonPatchValue extends ObjectValue {
  override readonly type: ObjectType;
  readonly texts: Readonly<Record<TextField, string>>;
  /** Undefined if the operation has none. */
  readonly value: Value | undefined;

  private constructor(typeName: string, texts: Readonly<Record<TextField, string>>, value: Value | undefined) {
    super();
    this.type = objectType(typeName);
    this.texts = texts;
    this.value = value;
  }

  /** Returns the operation, or an error if a field has a wrong type. */
  static of(typeName: string, fields: ReadonlyMap<string, Value>): JsonPatchValue | EvaluationError {
    const texts = { op: "", path: "", from: "" };
    for (const [name, value] of fields) {
      if (name === "value") continue;
      if (!isTextField(name)) return new EvaluationError(`unexpected JSONPatchType field: ${name}`);
      if (typeof value !== "string") {
        return new EvaluationError(`unexpected type ${goTypeOf(value)} for JSONPatchType '${name}' field`);
      }
      texts[name] = value;
    }
    return new JsonPatchValue(typeName, texts, fields.get("value"));
  }

  override get(field: string): Value | undefined {
    return isTextField(field) ? this.texts[field] : this.value;
  }

  override has(field: string): boolean {
    return isTextField(field) ? this.texts[field] !== "" : field === "value" && this.value !== undefined;
  }

  override keys(): Iterable<string> {
    return [...textFields, "value"].filter((field) => this.has(field));
  }

  override equals(other: Value): boolean {
    if (!(other instanceof JsonPatchValue) || textFields.some((field) => this.texts[field] !== other.texts[field])) {
      return false;
    }
    if (this.value === undefined || other.value === undefined) return this.value === other.value;
    return equalValues(this.value, other.value) === true;
  }
}

function isTextField(name: string): name is TextField {
  return (textFields as readonly string[]).includes(name);
}

/** Returns the Go type of a value that is no text, as the reference's messages name it. */
function goTypeOf(value: Value): string {
  const { kind } = typeOfValue(value);
  return goTypes.get(kind) ?? "map[string]interface {}";
}

const goTypes: ReadonlyMap<string, string> = new Map([
  ["null", "structpb.NullValue"],
  ["bool", "bool"],
  ["int", "int64"],
  ["uint", "uint64"],
  ["double", "float64"],
  ["bytes", "[]uint8"],
  ["list", "[]ref.Val"],
  ["map", "map[ref.Val]ref.Val"],
  ["timestamp", "time.Time"],
  ["duration", "time.Duration"],
]);
