/** Requests about objects of custom types, as data. */
import { type PatchType, patchTypes } from "../patch-types.ts";
import type { ComparedServer, Json } from "../suite.ts";
import { type DefinedType, define, type TypeOptions } from "./definitions.ts";

/** A request about the objects of a type. */
export interface Step {
  readonly method: string;
  /** Name of the object, subresource and query, after the path of the collection. */
  readonly path: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * In texts, `GROUP`, `KIND` and `NS` stand for those of the scenario, `VERSION` and `UID` for the version and the uid of the
   * object in the last answer that had one.
   */
  readonly body?: unknown;
}

const withBody = (body: unknown): { body?: unknown } => (body === undefined ? {} : { body });

export const get = (path = "", headers: Readonly<Record<string, string>> = {}): Step => ({
  method: "GET",
  path,
  headers,
});
/** A watch that ends after a second. */
export const watch = (query: string): Step => ({ method: "WATCH", path: `?watch=1&timeoutSeconds=1&${query}` });
export const create = (body: unknown, path = ""): Step => ({ method: "POST", path, body });
export const put = (path: string, body: unknown): Step => ({ method: "PUT", path, body });
export const remove = (path: string, body?: unknown): Step => ({ method: "DELETE", path, ...withBody(body) });
export const patch = (type: PatchType, path: string, body: unknown): Step => ({
  method: "PATCH",
  path,
  headers: { "content-type": patchTypes[type] },
  body,
});
export const inVersion = (version: string, step: Step): Step => ({ ...step, version });
export const inForm = (accept: string, step: Step): Step => ({ ...step, headers: { ...step.headers, accept } });

/** Returns an object of the type. */
export function object(name: string, rest: object = {}, metadata: object = {}): Json {
  return { apiVersion: "GROUP/v1", kind: "KIND", metadata: { name, ...metadata }, ...rest };
}

/** Defines a type and sends the requests one after another. */
export async function play(server: ComparedServer, type: TypeOptions, steps: readonly Step[]): Promise<void> {
  const defined = await define(server, type);
  await send(server, { ...defined, isNamespaced: type.scope !== "Cluster" }, steps);
}

interface Target extends DefinedType {
  readonly isNamespaced: boolean;
}

/** Sends the requests one after another. */
export async function send(server: ComparedServer, type: Target, steps: readonly Step[]): Promise<void> {
  const { group, kind, plural, isNamespaced } = type;
  const known = { version: "", uid: "" };
  const complete = (text: string): string =>
    text
      .replaceAll("GROUP", group)
      .replaceAll("KIND", kind)
      .replaceAll("NS", server.namespace)
      .replaceAll("VERSION", known.version)
      .replaceAll("UID", known.uid);
  for (const { method, path, version = "v1", headers = {}, body } of steps) {
    const scope = isNamespaced ? `/namespaces/${server.namespace}` : "";
    const collection = `/apis/${group}/${version}${scope}/${plural}`;
    const target = path.startsWith("//") ? path.slice(1) : `${collection}${path}`;
    if (method === "WATCH") {
      const stream = await server.watch(complete(target), { headers });
      await stream.upTo(Number.POSITIVE_INFINITY);
      await stream.close();
      continue;
    }
    const text = body === undefined || Buffer.isBuffer(body) ? body : complete(textOf(body));
    const { json } = await server.send(complete(target), {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...withBody(text),
    });
    // The version of a list is that of the store, which other scenarios change.
    if (json?.metadata?.uid === undefined) continue;
    known.version = json.metadata.resourceVersion ?? known.version;
    known.uid = json.metadata.uid;
  }
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
