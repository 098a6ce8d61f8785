/** Definitions, valid and invalid, whose errors are compared with those of the reference. */
import type { Json } from "../suite.ts";
import { metadataSchemas } from "./metadata-schemas.ts";
import { nameCases } from "./name-cases.ts";
import { propertySchemas } from "./property-schemas.ts";
import { restrictingSchemas } from "./restricting-schemas.ts";
import { rootSchemas, statusRootSchemas } from "./root-schemas.ts";
import { selectableCases } from "./selectable-cases.ts";
import { updateCases } from "./update-cases.ts";
import { versionCases } from "./version-cases.ts";

/** A spec that is written. */
export interface DefinitionCase {
  readonly title: string;
  /** Members of the spec that differ from the usual ones. */
  readonly spec: Json;
  /** Members of the spec of the definition that is updated. Undefined for a new definition. */
  readonly stored?: Json;
  readonly annotations?: Json;
}

/** Returns the usual version with a schema. */
export function versionOf(openAPIV3Schema: Json, more: Json = {}): Json {
  return { name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...more };
}

/** Returns the spec of a case. */
export function specOf(changes: Json, group = "shop.example.com"): Json {
  const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
  const versions = [versionOf({ type: "object" })];
  return { group, names, scope: "Namespaced", versions, ...changes };
}

function schemaCase(schema: Json, more: Json = {}): DefinitionCase {
  const title = JSON.stringify({ ...schema, ...more });
  return { title, spec: { versions: [versionOf(schema, more)] } };
}

function* generateCases(): Generator<DefinitionCase> {
  for (const schema of rootSchemas) yield schemaCase(schema);
  for (const schema of statusRootSchemas) yield schemaCase(schema, { subresources: { status: {} } });
  for (const a of propertySchemas) yield schemaCase({ type: "object", properties: { a } });
  for (const restrictions of restrictingSchemas) {
    const member = { type: "string" };
    const a = { type: "object", properties: { b: member, c: { type: "array", items: member } }, ...restrictions };
    yield schemaCase({ type: "object", properties: { a } });
    yield schemaCase({ ...a, properties: { ...a.properties, a: { type: "object" } } });
  }
  for (const metadata of metadataSchemas) {
    yield schemaCase({ type: "object", properties: metadata });
    const embedded = { type: "object", "x-kubernetes-embedded-resource": true, properties: metadata };
    yield schemaCase({ type: "object", properties: { a: embedded } });
  }
  yield* versionCases;
  yield* selectableCases;
  yield* updateCases;
  // Updates have a group with the index of their case, so new cases follow all others.
  yield* nameCases;
}

/** All cases. Their titles are unique. */
export const definitionCases: readonly DefinitionCase[] = [...generateCases()];
