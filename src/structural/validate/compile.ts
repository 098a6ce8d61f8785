/** Compiles schemas into checks. */
import { isJsonList, isJsonObject, type JsonList, type ReadonlyJsonObject } from "../../base/json-object.ts";
import { tooManyField } from "../../meta/field-error.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { combinationCheck } from "./check-combinations.ts";
import { enumCheck } from "./check-enum.ts";
import { numberCheck } from "./check-number.ts";
import { textCheck } from "./check-text.ts";
import { checkType, type TypeRule } from "./check-type.ts";
import { hasEqualItems } from "./equal-items.ts";
import { formatTest } from "./formats/index.ts";
import type { SchemaRun, ValueCheck } from "./run.ts";

/** Whether objects are checked, or the defaults of a definition. The reference reads the schema differently for defaults. */
export type Purpose = "objects" | "defaults";

const compiled: Readonly<Record<Purpose, WeakMap<StructuralSchema, ValueCheck>>> = {
  objects: new WeakMap(),
  defaults: new WeakMap(),
};

/** Returns the check of a schema. It is compiled once, and the checks of its parts when they are first needed. */
export function compileCheck(schema: StructuralSchema, purpose: Purpose): ValueCheck {
  let check = compiled[purpose].get(schema);
  if (!check) {
    check = compile(schema, purpose);
    compiled[purpose].set(schema, check);
  }
  return check;
}

function compile(schema: StructuralSchema, purpose: Purpose): ValueCheck {
  const typeRule = typeRuleOf(schema, purpose);
  const hasTypeRule = typeRule.types.length > 0 || typeRule.format !== "";
  const { constraints } = schema;
  const checkCombinations = constraints && combinationCheck(constraints, (inner) => compileCheck(inner, purpose));
  const checkText = textCheck(schema);
  const checkNumber = constraints && numberCheck(constraints);
  const checkList = listCheck(schema, purpose);
  const checkObject = objectCheck(schema, purpose);
  const checkEnum = enumCheck(schema.enum);

  /** The numbers of matches are those of the reference. They decide which of several schemas explains an error. */
  const checkValue = (value: {}, run: SchemaRun): void => {
    if (hasTypeRule) {
      run.matches++;
      checkType(typeRule, value, run);
    }
    run.matches += 2;
    checkCombinations?.(value, run);
    if (typeof value === "string") {
      run.matches++;
      checkText?.(value, run);
    } else if (typeof value === "number" || typeof value === "bigint") {
      run.matches += 2;
      checkNumber?.(value, run);
    } else if (isJsonList(value)) {
      run.matches += 2;
      checkList?.(value, run);
    }
    checkEnum?.(value, run);
    run.matches++;
    if (isJsonObject(value)) {
      checkObject?.(value, run);
      run.matches++;
    }
    run.matches++;
  };

  return (value, run) => {
    const { errorCount, correlated } = run;
    if (value === null || value === undefined) {
      checkType(typeRule, value, run);
      checkEnum?.(value, run);
    } else checkValue(value, run);
    if (run.errorCount > errorCount && correlated?.isEqual()) run.dropErrorsAfter(errorCount);
  };
}

const integersAndTexts = ["integer", "string"] as const;

function typeRuleOf({ type, format, isIntOrString, isNullable }: StructuralSchema, purpose: Purpose): TypeRule {
  const types = type === "" ? [] : [type];
  return purpose === "objects"
    ? {
        types: isIntOrString ? integersAndTexts : types,
        format: formatTest(format) ? format : "",
        isNullable,
      }
    : { types, format, isNullable };
}

type ListCheck = (list: JsonList, run: SchemaRun) => void;

function listCheck({ items, maxItems, constraints }: StructuralSchema, purpose: Purpose): ListCheck | undefined {
  const { minItems, uniqueItems } = constraints ?? {};
  if (!items && maxItems === undefined && minItems === undefined && !uniqueItems) return undefined;
  let checkItem: ValueCheck | undefined;
  return (list, run) => {
    if (items) {
      checkItem ??= compileCheck(items, purpose);
      for (let index = 0; index < list.length && !run.isFull; index++) run.checkItem(index, list[index], checkItem);
    }
    const count = list.length;
    if (minItems !== undefined && count < minItems) {
      run.report("Invalid", count, `in body should have at least ${minItems} items`);
    }
    if (maxItems !== undefined && count > maxItems) reportTooMany(count, maxItems, run);
    if (uniqueItems && hasEqualItems(list)) run.report("Invalid", "", "in body shouldn't contain duplicates");
  };
}

function reportTooMany(count: number, max: number, run: SchemaRun): void {
  const { type, value, detail } = tooManyField("", { count, max });
  run.reportDetail(type, { value, detail });
}

type ObjectCheck = (object: ReadonlyJsonObject, run: SchemaRun) => void;

function objectCheck(schema: StructuralSchema, purpose: Purpose): ObjectCheck | undefined {
  const checks = [sizeCheck(schema), memberCheck(schema, purpose), requiredCheck(schema.required)].filter(
    (check) => check !== undefined,
  );
  if (checks.length === 0) return undefined;
  return (object, run) => {
    for (const check of checks) check(object, run);
  };
}

function sizeCheck({ maxProperties, constraints }: StructuralSchema): ObjectCheck | undefined {
  const minProperties = constraints?.minProperties;
  if (maxProperties === undefined && minProperties === undefined) return undefined;
  return (object, run) => {
    const count = Object.keys(object).length;
    if (minProperties !== undefined && count < minProperties) {
      run.report("Invalid", count, `in body should have at least ${minProperties} properties`);
    }
    if (maxProperties !== undefined && count > maxProperties) reportTooMany(count, maxProperties, run);
  };
}

function memberCheck(schema: StructuralSchema, purpose: Purpose): ObjectCheck | undefined {
  const { declaredProperties, values, forbidsAdditionalProperties } = schema;
  if (!declaredProperties && !values && !forbidsAdditionalProperties) return undefined;
  const members = new Map<string, { readonly check: ValueCheck; readonly isMapKey: boolean }>();
  const memberOf = (name: string, property: StructuralSchema): { check: ValueCheck; isMapKey: boolean } => {
    const member = { check: compileCheck(property, purpose), isMapKey: false };
    members.set(name, member);
    return member;
  };
  let mapValue: { readonly check: ValueCheck; readonly isMapKey: boolean } | undefined;
  return (object, run) => {
    for (const name in object) {
      if (run.isFull) return;
      const property = declaredProperties?.get(name);
      if (property) run.checkMember(name, object[name], members.get(name) ?? memberOf(name, property));
      else if (values) {
        mapValue ??= { check: compileCheck(values, purpose), isMapKey: true };
        run.checkMember(name, object[name], mapValue);
      } else if (forbidsAdditionalProperties) {
        const detail = `${run.placeName()}.${name} in body is a forbidden property`;
        run.reportDetail("Invalid", { value: name, detail });
      }
    }
  };
}

function requiredCheck(required: ReadonlySet<string>): ObjectCheck | undefined {
  if (required.size === 0) return undefined;
  const names = [...required];
  return (object, run) => {
    for (const name of names) if (!Object.hasOwn(object, name)) run.reportRequired(name);
  };
}
