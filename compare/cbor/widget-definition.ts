/** The custom type of the bodies in `custom-bodies.ts`, in the vocabulary `kubernetes`. */

const spec = {
  type: "object",
  properties: {
    i: { type: "integer" },
    n: { type: "number" },
    s: { type: "string" },
    b: { type: "boolean" },
    l: { type: "array", items: { type: "string" } },
    m: { type: "object", additionalProperties: { type: "string" } },
    x: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    ios: { "x-kubernetes-int-or-string": true },
    d: { type: "integer", default: 5 },
    by: { type: "string", format: "byte" },
    dt: { type: "string", format: "date-time" },
    replicas: { type: "integer" },
    nul: { type: "string", nullable: true },
  },
};
const status = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };

/** Returns the definition of the type Widget in a group. */
export function widgetDefinition(group: string): object {
  const openAPIV3Schema = { type: "object", properties: { spec, status } };
  const version = { name: "v1", served: true, storage: true, subresources: { status: {}, scale } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      scope: "Namespaced",
      versions: [{ ...version, schema: { openAPIV3Schema } }],
    },
  };
}
