/** The objects of manifests, with their types on the server and their namespaces. */
import { isJsonObject } from "../../base/json-object.ts";
import type { Api } from "../../client/index.ts";
import { noObject, objectsOf, type Tree, textAt, treeAt } from "../../manifests/index.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { ClientContext } from "../context.ts";
import { CommandError, CommandUsageError } from "../terminal.ts";
import { typeOfObject } from "../types/find-type.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";
import { type ManifestFileOptions, titleOf } from "./manifest-files.ts";
import { validDocuments } from "./object-files.ts";

/** An object that a manifest contains, with its type on the server and its namespace. */
export interface ManifestObject {
  /** Title for messages: `shop.yaml:3: Deployment web`. */
  readonly title: string;
  readonly type: ServedType;
  /** Api of the object's namespace. */
  readonly api: Api;
  readonly object: Tree;
  /** Empty if the server should generate a name. */
  readonly name: string;
}

/**
 * Yields the objects of all manifests. @throws CommandError at the first invalid object, and if there are no objects
 */
export async function* manifestObjects(
  options: ManifestFileOptions,
  context: ClientContext,
): AsyncGenerator<ManifestObject> {
  let types: readonly ServedType[] | undefined;
  for await (const { place, document } of validDocuments(options, context.terminal)) {
    const [repeated] = document.duplicates;
    if (repeated !== undefined) throw new CommandError(`${place}: ${repeated}; remove one of them`);
    for (const object of objectsOf(document.object)) {
      types ??= await loadTypes(context.client, context.signal);
      yield manifestObject(object, `${place}: ${titleOf(object)}`, { types, context });
    }
  }
  if (!types) throw new CommandError("the files contain no objects");
}

/**
 * Returns the objects of all manifests, or throws if any is invalid. A command then does nothing instead of half of its
 * work. @throws CommandError
 */
export async function allManifestObjects(
  options: ManifestFileOptions,
  context: ClientContext,
): Promise<readonly ManifestObject[]> {
  if (options.files.length === 0)
    throw new CommandUsageError("manifests are required: -f FILE, -f FOLDER, or -f - for standard input");
  const all: ManifestObject[] = [];
  for await (const one of manifestObjects(options, context)) all.push(one);
  return all;
}

/** The types of a server, and the namespace of objects that name none. */
export interface Placing {
  readonly types: readonly ServedType[];
  readonly context: ClientContext;
}

/** Returns an object with its type and namespace. @throws CommandError if the server does not serve its type, or it has none */
export function manifestObject(object: unknown, title: string, { types, context }: Placing): ManifestObject {
  try {
    if (!isJsonObject(object)) throw new CommandError(noObject);
    const type = typeOf(object, types);
    const metadata = treeAt(object, "metadata");
    const namespace = namespaceOf(type, textAt(metadata, "namespace"), context);
    return {
      title,
      type,
      object,
      name: textAt(metadata, "name") ?? "",
      api: context.client.resource(type, namespace),
    };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`${title}: ${error.message}`, { cause: error });
  }
}

function typeOf(object: Tree, types: readonly ServedType[]): ServedType {
  const [apiVersion, kind] = [textAt(object, "apiVersion"), textAt(object, "kind")];
  if (apiVersion === undefined || kind === undefined) {
    throw new CommandError(`${apiVersion === undefined ? "apiVersion" : "kind"} is missing`);
  }
  const version = parseGroupVersion(apiVersion);
  if (!version) throw new CommandError(`apiVersion: ${JSON.stringify(apiVersion)} is not VERSION or GROUP/VERSION`);
  return typeOfObject(types, { ...version, kind });
}

function namespaceOf(type: ServedType, own: string | undefined, context: ClientContext): string {
  if (!type.namespaced) return "";
  const { namespace, isNamespaceExplicit } = context;
  if (own === undefined || own === "") return namespace;
  if (isNamespaceExplicit && own !== namespace) {
    throw new CommandError(
      `metadata.namespace is ${JSON.stringify(own)}, but --namespace is ${JSON.stringify(namespace)}; remove one of them`,
    );
  }
  return own;
}
