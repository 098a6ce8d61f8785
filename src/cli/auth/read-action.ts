/** Reads the action that the words of a command name: a verb, and a type, an object or a path. */
import { splitOnce } from "../../base/split-once.ts";
import type { Attributes, ResourceAction } from "../../meta/access/access-control.ts";
import { authorizedNamespace, type ScopedResource, unlistedResources } from "../../meta/access/authorized-place.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { printable } from "../screen/printable.ts";
import type { Screen } from "../terminal.ts";
import { findType } from "../types/find-type.ts";
import type { ServedType } from "../types/served-type.ts";

/** The words and flags that name an action. */
export interface ActionWords {
  readonly verb: string;
  /** `TYPE`, `TYPE/NAME`, or a path that begins with a slash. */
  readonly target: string;
  /** Name of the object, if `target` is only a type. */
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  readonly allNamespaces: boolean;
}

/** An action, and the type that it applies to. */
export interface FoundAction {
  readonly action: Attributes;
  /** Undefined for a path, for all types, and if there is no such type. */
  readonly type: ScopedResource | undefined;
}

const resourceVerbs = new Set(
  "get list watch create update patch delete deletecollection use bind impersonate * approve sign escalate attest".split(
    " ",
  ),
);
const pathVerbs = new Set("get put post head options delete patch *".split(" "));
/** Resources that no server lists, about which kubectl does not warn. */
const unwarnedResources = new Set(["users", "groups"]);

/** Returns the action. @param namespace that of the command @param types those that the server serves */
export function readAction(words: ActionWords, namespace: string, types: readonly ServedType[]): FoundAction {
  const { verb, target, subresource = "", allNamespaces } = words;
  if (target.startsWith("/")) return { action: { isResource: false, verb, path: target }, type: undefined };
  const [typeName, targetName = ""] = splitOnce(target, "/");
  const type = typeName === "*" ? undefined : findType(types, typeName);
  const action: ResourceAction = {
    isResource: true,
    verb,
    group: type?.group ?? "",
    version: "",
    namespace: allNamespaces ? "" : namespace,
    // As in kubectl, an unknown type is sent as it was written.
    resource: type?.plural ?? typeName,
    subresource,
    name: words.name ?? targetName,
  };
  return { action, type };
}

/** The types of a server, and the namespace of a command. */
export interface WordsScope {
  readonly namespace: string;
  readonly types: readonly ServedType[];
  readonly vocabulary: Vocabulary;
}

/**
 * Returns the action in the namespace in which the server authorizes it, also for a resource that no server lists. Only `can-i` sends
 * the namespace of the command in any case, as kubectl does.
 */
export function readScopedAction(words: ActionWords, { namespace, types, vocabulary }: WordsScope): FoundAction {
  const { action, type } = readAction(words, namespace, types);
  if (!action.isResource) return { action, type };
  const resource = type ?? unlistedResource(action.resource, vocabulary);
  if (!resource) return { action, type };
  const { group, plural } = resource;
  const place = words.allNamespaces ? "" : authorizedNamespace(resource, action);
  return { action: { ...action, group, resource: plural, namespace: place }, type: resource };
}

function unlistedResource(text: string, vocabulary: Vocabulary): ScopedResource | undefined {
  const name = text.toLowerCase();
  return unlistedResources(vocabulary).find((one) => name === one.plural || name === `${one.plural}.${one.group}`);
}

/** Prints the warnings of kubectl about an unknown type or verb, and about a namespace without effect. */
export function warnAboutAction(
  { target, verb, allNamespaces }: ActionWords,
  type: FoundAction["type"],
  screen: Screen,
): void {
  const warn = (text: string): void => screen.error(`${screen.paint("yellow", "warning:")} ${printable(text)}\n`);
  const warnAboutVerb = (): void => warn(`verb '${verb}' is not a known verb`);
  if (target.startsWith("/")) {
    if (!pathVerbs.has(verb)) warnAboutVerb();
    return;
  }
  const [typeName] = splitOnce(target, "/");
  const [resource, group] = splitOnce(typeName.toLowerCase(), ".");
  if (typeName !== "*" && !type && !unwarnedResources.has(typeName.toLowerCase())) {
    warn(`the server doesn't have a resource type '${resource}'${inGroup(group ?? "")}`);
  }
  if (allNamespaces) return;
  if (type && !type.namespaced) {
    warn(`resource '${type.plural}' is not namespace scoped${inGroup(type.group)}`);
  }
  if (!resourceVerbs.has(verb)) warnAboutVerb();
}

function inGroup(group: string): string {
  return group === "" ? "" : ` in group '${group}'`;
}
