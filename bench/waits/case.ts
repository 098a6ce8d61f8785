/**
 * Requests, objects and cases for the measurement of waits. `#` in a path or body stands for a name that is unique to
 * the case.
 */

/** A request of a case. */
export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

/** An expensive request, and the requests that prepare it. */
export interface WaitCase {
  readonly name: string;
  /** Requests before the measurement. */
  readonly before?: () => readonly CaseRequest[];
  readonly requests: () => readonly CaseRequest[];
  /** Status of orch's response, if orch rejects the request. Default: orch accepts it. */
  readonly rejectedWith?: number;
}

/** Path of the collection of ConfigMaps. */
export const maps = "/api/v1/namespaces/default/configmaps";
/** Path of the collection of Pods. */
export const pods = "/api/v1/namespaces/default/pods";
/** Path of the collection of Deployments. */
export const deployments = "/apis/apps/v1/namespaces/default/deployments";
/** Headers of a body in JSON. */
export const jsonHeaders = { "content-type": "application/json" };
/** Headers of a body in YAML. */
export const yamlHeaders = { "content-type": "application/yaml" };
/** Headers of a body in protobuf. */
export const protobufHeaders = { "content-type": "application/vnd.kubernetes.protobuf" };
/** Headers of a body in CBOR. */
export const cborHeaders = { "content-type": "application/cbor" };
/** Headers of an apply. */
export const applyHeaders = { "content-type": "application/apply-patch+yaml" };
/** Headers of a merge patch. */
export const mergePatchHeaders = { "content-type": "application/merge-patch+json" };
/** Headers of a JSON patch. */
export const jsonPatchHeaders = { "content-type": "application/json-patch+json" };
/** Headers of a strategic merge patch. */
export const strategicPatchHeaders = { "content-type": "application/strategic-merge-patch+json" };

/** An object of the API, or a part of it. */
export type ObjectFields = Readonly<Record<string, unknown>>;

/** Returns a list of `count` values. */
export function listOf<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Returns a record of `count` keys with their values. */
export function recordOf<T>(count: number, make: (index: number) => [string, T]): Record<string, T> {
  return Object.fromEntries(listOf(count, make));
}

/** Returns `count` keys that begin with the prefix, with empty values. */
export function keys(count: number, prefix = "k"): Record<string, string> {
  return recordOf(count, (index) => [`${prefix}${index}`, ""]);
}

/** Returns a ConfigMap with the name `#`. */
export function configMap(fields: ObjectFields, metadata: ObjectFields = {}): ObjectFields {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "#", ...metadata }, ...fields };
}

/** Returns a Pod with the name `#` and one container. */
export function pod(spec: ObjectFields, container: ObjectFields = {}, metadata: ObjectFields = {}): ObjectFields {
  const containers = [{ name: "main", image: "image", ...container }];
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "#", ...metadata }, spec: { containers, ...spec } };
}

/** Returns a Deployment with the name `#` and one container. */
export function deployment(spec: ObjectFields, container: ObjectFields = {}): ObjectFields {
  const labels = { app: "web" };
  const template = { metadata: { labels }, spec: pod(spec, container)["spec"] };
  const metadata = { name: "#" };
  return { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: { selector: { matchLabels: labels }, template } };
}

/** Returns `count` environment variables. */
export function variables(count: number): object[] {
  return listOf(count, (index) => ({ name: `VARIABLE_${index}`, value: "some value" }));
}

/** Returns a POST. Text is sent unchanged, any other value as JSON. */
export function post(
  path: string,
  object: unknown,
  headers: Readonly<Record<string, string>> = jsonHeaders,
): CaseRequest {
  return { method: "POST", path, headers, body: typeof object === "string" ? object : JSON.stringify(object) };
}

/** Query and expected rejection of a create. */
export interface CreateOptions {
  /** Begins with a question mark. Default: none. */
  readonly query?: string;
  readonly rejectedWith?: number;
}

/** Returns a case that sends one POST. */
export function createCase(
  name: string,
  path: string,
  object: () => unknown,
  { query = "", ...rejection }: CreateOptions = {},
): WaitCase {
  return { name, requests: () => [post(`${path}${query}`, object())], ...rejection };
}

/** Returns a GET of an object or a collection. */
export function get(path: string, headers: Readonly<Record<string, string | string[]>> = {}): CaseRequest {
  return { method: "GET", path, headers };
}

/** Returns a PATCH. Text is sent unchanged, any other value as JSON. */
export function patch(path: string, headers: Readonly<Record<string, string>>, body: unknown): CaseRequest {
  return { method: "PATCH", path, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** Returns a case that sends a request about an existing object. The object is created before the measurement. */
export function changeCase(
  name: string,
  collection: string,
  object: () => unknown,
  request: () => CaseRequest,
): WaitCase {
  return { name, before: () => [post(collection, object())], requests: () => [request()] };
}

/** The API group of roles. */
export const rbacGroup = "rbac.authorization.k8s.io";
/** Number of keys of an object that almost reaches the size limit. */
export const manyKeys = 180_000;

/** Returns a ConfigMap that almost reaches the size limit. */
export const largeConfigMap = (): ObjectFields => configMap({ data: keys(manyKeys) });
/** Returns a Deployment whose Pod has 40,000 environment variables. */
export const largeDeployment = (): ObjectFields => deployment({}, { env: variables(40_000) });
