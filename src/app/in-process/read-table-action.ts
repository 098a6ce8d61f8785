/** Reads the actions of a permission table. */
import type { NonResourceAttributes, ResourceAttributes } from "../../api/authorization/v1/resource-attributes.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { authorizedNamespace, type ScopedResource } from "../../meta/access/authorized-place.ts";

/** One row of a table, as a review and in words. */
export interface TableAction {
  /** The action in words: `list pods in the namespace shop`. */
  readonly title: string;
  /** Members of the spec of a SubjectAccessReview. */
  readonly attributes:
    | { readonly resourceAttributes: ResourceAttributes }
    | { readonly nonResourceAttributes: NonResourceAttributes };
}

/** The resources that actions can name, and the namespace of actions that name none. */
export interface ActionScope {
  readonly types: readonly ScopedResource[];
  readonly namespace: string;
}

const form = "VERB RESOURCE [NAME] [-n NAMESPACE | -A], or VERB /PATH";

/** Reads an action such as `get pods/log web -n shop`. @throws TypeError if it has another form or an unknown resource */
export function readTableAction(text: string, scope: ActionScope): TableAction {
  const { words, namespace = scope.namespace } = splitNamespace(text);
  const [verb = "", target = "", name = "", ...rest] = words;
  if (target === "" || rest.length > 0) throw new TypeError(`the action ${JSON.stringify(text)} is not ${form}`);
  if (target.startsWith("/")) {
    return { title: `${verb} ${target}`, attributes: { nonResourceAttributes: { verb, path: target } } };
  }
  const [typeName = "", subresource = ""] = target.split("/", 2);
  const type = typeNamed(typeName, text, scope.types);
  const { group, plural } = type;
  const place = authorizedNamespace(type, { verb, subresource, name, namespace });
  const object = name === "" ? "" : ` ${name}`;
  return {
    title: `${verb} ${target}${object}${place === "" ? "" : ` in the namespace ${place}`}`,
    attributes: { resourceAttributes: { verb, group, resource: plural, subresource, name, namespace: place } },
  };
}

function splitNamespace(text: string): { readonly words: readonly string[]; readonly namespace?: string } {
  const words = text.split(" ").filter((word) => word !== "");
  if (words.at(-1) === "-A") return { words: words.slice(0, -1), namespace: "" };
  if (words.at(-2) === "-n") return { words: words.slice(0, -2), namespace: words.at(-1) ?? "" };
  return { words };
}

function typeNamed(typeName: string, text: string, types: readonly ScopedResource[]): ScopedResource {
  const found = types.find(({ plural, group }) => typeName === plural || typeName === `${plural}.${group}`);
  if (found) return found;
  const similar = nearestName(
    typeName.slice(0, 100),
    types.map(({ plural }) => plural),
  );
  const hint = similar === undefined ? "" : `; did you mean ${similar}?`;
  throw new TypeError(
    `the action ${JSON.stringify(text)} names ${JSON.stringify(typeName)}, which the server does not serve${hint}`,
  );
}
