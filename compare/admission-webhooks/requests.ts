/** Requests of the suite `admission-webhooks`. */
import type { CaseRequest, CaseServer } from "../admission-policies/policy-case.ts";
import type { ComparedRequest, Json } from "../suite.ts";

/** Returns the path of the ConfigMaps in the namespace of the case, or of one of them. */
export function configMaps({ namespace }: CaseServer, name = ""): string {
  return `/api/v1/namespaces/${namespace}/configmaps${name === "" ? "" : `/${name}`}`;
}

/** Returns the create of a ConfigMap. */
export function createMap(
  server: CaseServer,
  name: string,
  fields: Json = { data: { size: "1" } },
  query = "",
): CaseRequest {
  const { metadata, ...others } = fields;
  const body = { kind: "ConfigMap", apiVersion: "v1", metadata: { name, ...metadata }, ...others };
  return { target: `${configMaps(server)}${query}`, body };
}

/** Returns the update of a ConfigMap. */
export function updateMap(server: CaseServer, name: string, fields: Json, query = ""): CaseRequest {
  const { metadata, ...others } = fields;
  const body = { kind: "ConfigMap", apiVersion: "v1", metadata: { name, ...metadata }, ...others };
  return { target: `${configMaps(server, name)}${query}`, method: "PUT", body };
}

/** Returns a merge patch. */
export function mergePatch(target: string, body: Json): CaseRequest {
  return { target, method: "PATCH", headers: { "content-type": "application/merge-patch+json" }, body };
}

/** Returns a server-side apply. */
export function applied(target: string, body: Json): CaseRequest {
  const headers = { "content-type": "application/apply-patch+yaml" };
  return { target: `${target}?fieldManager=applier&force=true`, method: "PATCH", headers, body };
}

/** Returns a request with this method. */
export function requestOf(method: string, target: string, others: ComparedRequest = {}): CaseRequest {
  return { target, method, ...others };
}
