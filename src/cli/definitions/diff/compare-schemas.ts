/** Compares two schemas of a version. */
import { equalJson } from "../../../base/json-tree.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { readStructuralSchema, resourceSchema, type StructuralSchema } from "../../../structural/index.ts";
import { exactJson } from "../../exact-json.ts";
import type { Definition, DefinitionVersion } from "../definition.ts";
import type { ChangeClass, DefinitionChange, ReportChange } from "./change.ts";
import { compareLimits } from "./compare-limits.ts";
import { compareConditions, compareRules } from "./compare-rules.ts";
import { withOwnLimits } from "./own-limits.ts";

/** Returns the changes from one schema to another. Their paths are those of values. */
export function compareSchemas(
  old: { readonly definition: Definition; readonly version: DefinitionVersion },
  now: { readonly definition: Definition; readonly version: DefinitionVersion },
): readonly DefinitionChange[] {
  const comparison = new SchemaComparison();
  comparison.compare(
    readStructuralSchema(old.version.schema, old.definition.vocabulary),
    readStructuralSchema(now.version.schema, now.definition.vocabulary),
    { path: "", isRequired: false, isInPlainList: false, isObject: true },
  );
  return comparison.changes;
}

interface Position {
  readonly path: string;
  /** Whether the new schema requires the value. */
  readonly isRequired: boolean;
  /**
   * Whether the value is in a list whose items have no identity. The server cannot find the old item, so a change of the list
   * is a change of all items.
   */
  readonly isInPlainList: boolean;
  /** Whether the value is the object itself. The server adds its `kind`, `apiVersion` and `metadata`. */
  readonly isObject?: boolean;
}

/** The schema of a value that a parent keeps without a schema. */
const anyValue: StructuralSchema = {
  ...readStructuralSchema({}, vocabularies.orch),
  preservesUnknownFields: true,
};

const noMembers: ReadonlyMap<string, StructuralSchema> = new Map();

/** The schemas of the members that every API object has. A server checks them even if the schema does not declare them. */
const typeMeta = resourceSchema(readStructuralSchema({ type: "object" }, vocabularies.orch)).properties ?? noMembers;

class SchemaComparison {
  readonly changes: DefinitionChange[] = [];

  compare(old: StructuralSchema, now: StructuralSchema, position: Position): void {
    const { path, isInPlainList } = position;
    const reporter =
      (isPartOfValue: boolean): ReportChange =>
      (changeClass, text, values) => {
        const isStored = isPartOfValue && changeClass === "breaks-clients";
        this.changes.push({ class: isStored ? "breaks-stored-objects" : changeClass, path, text, ...values });
      };
    const reportValue = reporter(isInPlainList);
    const isNarrowed = compareTypes(old, now, reportValue);
    compareDefaults(old, now, position, reportValue);
    // If values of any type were accepted, those of the new type are compared with its other rules.
    if (isNarrowed && !acceptsAllTypes(old)) return;
    // A rule for a value with parts counts for each change of a part.
    const report = reporter(isInPlainList || hasParts(now));
    compareEnums(old, now, report);
    const [oldLimits, limits] = [withOwnLimits(old), withOwnLimits(now)];
    compareLimits(oldLimits, limits, report);
    compareConditions(oldLimits, limits, report);
    compareRules(old, now, report);
    // The server ignores equal items of a stored list that has such items already.
    compareMerging(old, now, reporter(false));
    this.#compareMembers(old, now, position, reportValue);
    const oldItems = old.items ?? (acceptsAllTypes(old) ? anyValue : undefined);
    if (!oldItems || !now.items) return;
    const isPlain = isInPlainList || now.listType !== "map";
    this.compare(oldItems, now.items, { path: `${path}[*]`, isRequired: false, isInPlainList: isPlain });
  }

  #compareMembers(old: StructuralSchema, now: StructuralSchema, position: Position, report: ReportChange): void {
    const { path, isInPlainList, isObject = false } = position;
    const [oldMembers, members] = [membersOf(old, isObject, false), membersOf(now, isObject, true)];
    const positionOf = (name: string): Position => {
      return { path: joined(path, name), isRequired: now.required.has(name), isInPlainList };
    };
    for (const [name, property] of oldMembers) {
      const own = members.get(name) ?? now.values;
      if (own) this.compare(property, own, positionOf(name));
      else this.#reportRemoved(now, joined(path, name));
    }
    // Objects have values of a new member only if the old schema kept them.
    const kept = old.values ?? (keepsOthers(old) ? anyValue : undefined);
    for (const [name, property] of now.declaredProperties ?? []) {
      if (!kept || oldMembers.has(name)) continue;
      // A default of a new member is no change.
      this.compare({ ...kept, default: property.default }, property, positionOf(name));
    }
    if (old.values && now.values) {
      this.compare(old.values, now.values, { path: `${path}[*]`, isRequired: false, isInPlainList });
    } else compareOpenness(old, now, report);
    // A server requires the type and metadata of every object.
    this.#compareRequired(old, now, path, isObject ? typeMeta : undefined);
  }

  #reportRemoved(parent: StructuralSchema, path: string): void {
    const [changeClass, text]: [ChangeClass, string] = keepsOthers(parent)
      ? ["warning", "is no longer declared; its values are kept and not checked"]
      : ["loses-data", "is removed; the server drops its values"];
    this.changes.push({ class: changeClass, path, text });
  }

  #compareRequired(old: StructuralSchema, now: StructuralSchema, path: string, always = noMembers): void {
    for (const name of now.required) {
      if (old.required.has(name) || always.has(name) || now.properties?.get(name)?.default !== undefined) continue;
      const text = "becomes required and has no default";
      this.changes.push({ class: "breaks-stored-objects", path: joined(path, name), text });
    }
  }
}

/**
 * Returns the schemas of the members. Those of an API object always include its type and metadata.
 * @param keepsMetadata whether the metadata keeps fields that it does not declare. A new schema never removes them. In an old schema, such
 * fields do not count, because a server always checks their types
 */
function membersOf(
  schema: StructuralSchema,
  isObject: boolean,
  keepsMetadata: boolean,
): ReadonlyMap<string, StructuralSchema> {
  const declared = schema.declaredProperties ?? noMembers;
  const implicitMetadata = typeMeta.get("metadata");
  if (!implicitMetadata || !(isObject || schema.isEmbeddedResource)) return declared;
  const metadata = declared.get("metadata") ?? implicitMetadata;
  const properties = new Map([...(implicitMetadata.properties ?? []), ...(metadata.declaredProperties ?? [])]);
  const whole = { ...metadata, properties, declaredProperties: properties, preservesUnknownFields: keepsMetadata };
  return new Map([...typeMeta, ...declared, ["metadata", whole]]);
}

function joined(path: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

function hasParts({ type, isIntOrString }: StructuralSchema): boolean {
  return !isIntOrString && (type === "object" || type === "array" || type === "");
}

/** Whether members that the schema does not declare are kept, without a schema. */
function keepsOthers({ preservesUnknownFields, hasAdditionalProperties, ...schema }: StructuralSchema): boolean {
  return preservesUnknownFields || (hasAdditionalProperties && !schema.forbidsAdditionalProperties && !schema.values);
}

function compareOpenness(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  if (keepsOthers(now) || !(keepsOthers(old) || old.values) || !acceptedTypes(now).includes("object")) return;
  if (now.values) report("breaks-clients", "checks the values of all members; before, they could be anything");
  else if (old.values) report("loses-data", "is no longer a map; the server drops members that are not declared");
  else report("loses-data", "no longer keeps unknown fields; the server drops them");
}

const allTypes = ["string", "integer", "number", "boolean", "object", "array"] as const;

function acceptedTypes({ type, isIntOrString }: StructuralSchema): readonly string[] {
  if (isIntOrString) return ["integer", "string"];
  if (type === "") return allTypes;
  return type === "number" ? ["integer", "number"] : [type];
}

function acceptsAllTypes({ type, isIntOrString }: StructuralSchema): boolean {
  return type === "" && !isIntOrString;
}

function typeText({ type, isIntOrString }: StructuralSchema): string {
  return isIntOrString ? "integer or string" : type || "any";
}

/** Reports another type. Returns whether the new schema rejects values of a type that the old one accepts. */
function compareTypes(old: StructuralSchema, now: StructuralSchema, report: ReportChange): boolean {
  const [before, after] = [typeText(old), typeText(now)];
  const accepted = acceptedTypes(now);
  const isNarrowed = acceptedTypes(old).some((type) => !accepted.includes(type));
  if (before !== after) {
    if (isNarrowed) report("breaks-clients", "has another type", { before, after });
    else report("warning", "can have further types, which clients may not expect", { before, after });
  }
  if (isNarrowed) return true;
  if (old.isNullable && !now.isNullable) report("breaks-clients", "can no longer be null");
  if (now.isEmbeddedResource && !old.isEmbeddedResource) {
    report("breaks-stored-objects", "must be an API object with apiVersion and kind");
  }
  return false;
}

function compareDefaults(
  old: StructuralSchema,
  now: StructuralSchema,
  { isRequired }: Position,
  report: ReportChange,
): void {
  const values = { before: old.default, after: now.default };
  if (equalJson(old.default, now.default)) return;
  if (old.default === undefined) report("warning", "gets a default, also in stored objects without a value", values);
  else if (now.default !== undefined)
    report("warning", "has another default, also in stored objects without a value", values);
  else if (isRequired) report("breaks-stored-objects", "is required and no longer has a default", values);
  else report("warning", "no longer has a default", values);
}

function compareEnums(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  if (now.enum.length === 0) return;
  const values = { before: old.enum.length === 0 ? undefined : old.enum, after: now.enum };
  if (old.enum.length === 0) report("breaks-clients", "accepts only some values", values);
  const removed = old.enum.filter((value) => !now.enum.some((other) => equalJson(value, other)));
  if (removed.length === 0) return;
  report(
    "breaks-clients",
    `no longer accepts ${removed.map((value) => exactJson.stringify(value)).join(", ")}`,
    values,
  );
}

/** Reports changes of how lists and maps are merged. */
function compareMerging(old: StructuralSchema, now: StructuralSchema, report: ReportChange): void {
  const [before, after] = [old.listType || "atomic", now.listType || "atomic"];
  if (before !== after) {
    const values = { before, after };
    if (after === "atomic") report("warning", "is merged as a whole; appliers replace the items of others", values);
    else report("breaks-clients", "is another type of list, whose items must be distinct", values);
  } else if (after === "map" && !equalJson(old.listMapKeys.toSorted(), now.listMapKeys.toSorted())) {
    const values = { before: old.listMapKeys, after: now.listMapKeys };
    report("breaks-clients", "has other keys, by which items must be distinct", values);
  }
  const maps = { before: old.mapType || "granular", after: now.mapType || "granular" };
  if (maps.before !== maps.after) report("warning", "is merged in another way by appliers", maps);
}
