/** Definitions of custom types for tests of whole servers. */
import { eventually } from "./until.ts";
import type { WireClient } from "./wire-client.ts";

/** Path of definitions in the vocabulary `orch`. */
export const definitionsPath = "/apis/apiextensions.orch.io/v1/customresourcedefinitions";

/** The group of all types of these tests. */
export const shopGroup = "shop.example.com";

/** The path of the Widgets in the namespace `default`. */
export const widgetsPath = `/apis/${shopGroup}/v1/namespaces/default/widgets`;

/** The parts of the definition of Widgets that differ between tests. */
export interface WidgetOptions {
  /** Schema of `spec`. Default: any members. */
  readonly spec?: object;
  /** Schema of the whole object, instead of that of `spec`. */
  readonly schema?: object;
  readonly scope?: "Namespaced" | "Cluster";
  /** Further members of the version, such as its subresources. */
  readonly version?: object;
}

/** A definition with the members that tests read. */
export interface WidgetDefinition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly versions: readonly object[]; readonly [name: string]: unknown };
}

/** A schema of any value, in the vocabulary `orch`. */
export const anyObject = { type: "object", "x-orch-preserve-unknown-fields": true };

/** Returns a definition of the type Widget in the vocabulary `orch`. */
export function widgetDefinition({
  spec = anyObject,
  schema,
  scope = "Namespaced",
  version,
}: WidgetOptions = {}): WidgetDefinition {
  const openAPIV3Schema = schema ?? { type: "object", properties: { spec } };
  return {
    apiVersion: "apiextensions.orch.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${shopGroup}` },
    spec: {
      group: shopGroup,
      scope,
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...version }],
    },
  };
}

/** Returns a Widget. */
export function widget(name: string, rest: object = {}, metadata: object = {}): object {
  return { apiVersion: `${shopGroup}/v1`, kind: "Widget", metadata: { name, ...metadata }, ...rest };
}

/** Creates the definition of Widgets, and waits until they are served. */
export async function defineWidgets(client: WireClient, options: WidgetOptions = {}): Promise<void> {
  const definition = widgetDefinition(options);
  const { status, text } = await client.request(definitionsPath, { body: definition });
  if (status !== 201) throw new Error(`the definition was not created: ${text}`);
  await eventually(
    async () => (await client.request(`/apis/${shopGroup}/v1/widgets`)).status === 200,
    "Widgets are served",
  );
}

/** Replaces the versions of the definition of Widgets. */
export async function redefineWidgets(client: WireClient, options: WidgetOptions): Promise<void> {
  const { versions } = widgetDefinition(options).spec;
  const headers = { "content-type": "application/merge-patch+json" };
  const path = `${definitionsPath}/widgets.${shopGroup}`;
  const { status, text } = await client.request(path, { method: "PATCH", headers, body: { spec: { versions } } });
  if (status !== 200) throw new Error(`the definition was not changed: ${text}`);
}
