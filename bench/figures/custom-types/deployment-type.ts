/**
 * A custom type with the fields of a Deployment. Its schema is made of the OpenAPI document of the server, as tools make schemas of
 * types with templates of Pods.
 */
import { deployment, jsonHeaders, sendRequest } from "../../objects.ts";
import type { OrchServer } from "../../orch-server.ts";
import { createType } from "./create-type.ts";

type Json = Record<string, unknown>;

/** Path of the objects. */
export const customCollection = "/apis/bench.example.com/v1/namespaces/default/customdeployments";
/** Path of the Deployments that they are compared with. */
export const builtInCollection = "/apis/apps/v1/namespaces/default/deployments";

const keptKeywords = ["type", "format", "properties", "items", "additionalProperties", "required", "default"] as const;
const keptExtensions = ["x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"] as const;

/** Creates the type. */
export async function createDeploymentType(server: OrchServer): Promise<void> {
  const { body } = await sendRequest(server.target, { method: "GET", path: "/openapi/v3/apis/apps/v1", headers: {} });
  const document = JSON.parse(body.toString("utf8")) as { components: { schemas: Record<string, Json> } };
  const { schemas } = document.components;
  const properties = schemas["io.k8s.api.apps.v1.Deployment"]?.["properties"] as Record<string, Json>;
  const [spec, status] = [
    structural(properties["spec"] ?? {}, schemas),
    structural(properties["status"] ?? {}, schemas),
  ];
  const names = { plural: "customdeployments", singular: "customdeployment", kind: "CustomDeployment" };
  await createType(server, {
    group: "bench.example.com",
    names,
    schema: { type: "object", properties: { spec, status } },
  });
}

/** Returns a schema without references, in the form that definitions allow. */
function structural(schema: Json, all: Readonly<Record<string, Json>>): Json {
  const [inner] = (schema["allOf"] as Json[] | undefined) ?? [schema];
  const reference = inner?.["$ref"];
  const resolved = typeof reference === "string" ? all[reference.slice(reference.lastIndexOf("/") + 1)] : schema;
  if (!resolved) throw new Error(`the OpenAPI document has no ${String(reference)}`);
  const description = schema["description"] ?? resolved["description"];
  if (resolved["format"] === "int-or-string" || resolved["oneOf"] !== undefined) {
    return { description, "x-kubernetes-int-or-string": true };
  }
  const kept: Json = { description };
  for (const keyword of [...keptKeywords, ...keptExtensions]) {
    if (resolved[keyword] !== undefined) kept[keyword] = resolved[keyword];
  }
  // Empty objects are no defaults of a definition, because fields of these objects are required.
  if (typeof schema["default"] === "string") kept["default"] = schema["default"];
  else delete kept["default"];
  const { properties, items, additionalProperties } = kept;
  if (properties) {
    const entries = Object.entries(properties as Record<string, Json>);
    kept["properties"] = Object.fromEntries(entries.map(([name, one]) => [name, structural(one, all)]));
  }
  if (items) kept["items"] = structural(items as Json, all);
  if (additionalProperties) kept["additionalProperties"] = structural(additionalProperties as Json, all);
  return kept;
}

/**
 * Returns the Deployment that a server stores for `deployment()`, without its status and the metadata that the server sets. It has no
 * nulls, because an apply of a custom object must not have any.
 */
export async function storedDeployment(server: OrchServer): Promise<{ readonly spec: object }> {
  const sent = { method: "POST", path: `${builtInCollection}?dryRun=All`, headers: jsonHeaders };
  const { status, body } = await sendRequest(server.target, { ...sent, body: JSON.stringify(deployment("whole")) });
  if (status !== 201) throw new Error(`a create returned status ${status}, not 201: ${body.toString("utf8")}`);
  const withoutNulls = (_name: string, value: unknown): unknown => value ?? undefined;
  return JSON.parse(body.toString("utf8"), withoutNulls) as { spec: object };
}
