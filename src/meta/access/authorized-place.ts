/** The namespace in which the server authorizes an action that a person describes by a type and perhaps a name. */
import { group, type Vocabulary } from "../vocabulary.ts";
import type { ResourceAction } from "./access-control.ts";

/** The names of a resource, and whether its objects belong to namespaces. */
export interface ScopedResource {
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/**
 * Returns the resources of the whole cluster that no server lists, because they exist only in rules: those of impersonation and of
 * the signers of certificates.
 */
export function unlistedResources(vocabulary: Vocabulary): readonly ScopedResource[] {
  const authentication = vocabulary.bind(group("authentication"));
  const certificates = vocabulary.bind(group("certificates"));
  return [
    { group: "", plural: "users", namespaced: false },
    { group: "", plural: "groups", namespaced: false },
    { group: authentication, plural: "uids", namespaced: false },
    { group: authentication, plural: "userextras", namespaced: false },
    { group: certificates, plural: "signers", namespaced: false },
  ];
}

/** Verbs of requests whose paths contain no name. */
const verbsWithoutName = new Set(["create", "list", "watch", "deletecollection"]);

/**
 * Returns the namespace in which the server authorizes an action. Empty: in the whole cluster. The path of a Namespace has the form
 * of a path in this namespace, so requests for it are authorized there.
 * @param namespace of the action if the resource is in namespaces. Empty: all namespaces
 */
export function authorizedNamespace(
  { plural, namespaced }: Pick<ScopedResource, "plural" | "namespaced">,
  { verb, subresource, name, namespace }: Pick<ResourceAction, "verb" | "subresource" | "name" | "namespace">,
): string {
  if (namespaced) return namespace;
  const hasNameInPath = name !== "" && (subresource !== "" || !verbsWithoutName.has(verb));
  return plural === "namespaces" && hasNameInPath ? name : "";
}
