/** Definitions for tests, as JSON. */

/** A schema in JSON. */
export type SchemaJson = Readonly<Record<string, unknown>>;

/** Returns the schema of an API object with these fields in its `spec`. */
export function specSchema(properties: SchemaJson, others: SchemaJson = {}): SchemaJson {
  return { type: "object", properties: { spec: { type: "object", properties, ...others } } };
}

/** Returns a version that is served and stored. @param changes members that differ */
export function versionJson(schema: SchemaJson, changes: SchemaJson = {}): SchemaJson {
  return { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, ...changes };
}

/** Returns the definition of the kind `Widget`. @param changes members of its spec that differ */
export function widgetDefinition(versions: readonly SchemaJson[], changes: SchemaJson = {}): Record<string, unknown> {
  return {
    apiVersion: "apiextensions.orch.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      names: { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget" },
      scope: "Namespaced",
      versions,
      ...changes,
    },
  };
}

/** Returns a schema of objects in objects. @param levels number of objects */
export function nestedSchema(levels: number, name = "inner"): SchemaJson {
  let schema: SchemaJson = { type: "string" };
  for (let level = 0; level < levels; level++) schema = { type: "object", properties: { [name]: schema } };
  return schema;
}
