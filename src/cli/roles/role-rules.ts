/** The rules of a role that `orch create` makes from flags, as kubectl makes them. */
import { distinct } from "../../base/distinct.ts";
import { group, type Name, type Vocabulary } from "../../meta/vocabulary.ts";
import { CommandError } from "../terminal.ts";
import { findType, unknownType } from "../types/find-type.ts";
import type { ServedType } from "../types/served-type.ts";
import type { RoleRequest } from "./access-request.ts";

/** Rule with the fields that kubectl sets, in its spelling of the API. */
export interface NewRoleRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Types of the server, and the names that it uses. */
export interface RuleContext {
  readonly types: readonly ServedType[];
  readonly vocabulary: Vocabulary;
}

/** Verbs without a warning. */
const standardVerbs: ReadonlySet<string> = new Set(
  "* get delete list create update patch watch proxy deletecollection use bind escalate impersonate".split(" "),
);

/** Resources of an API group. */
interface SpecialResources {
  readonly group: Name;
  readonly resources: readonly string[];
}

const roles: SpecialResources = { group: group("rbac.authorization"), resources: ["roles", "clusterroles"] };

/** Verbs that exist only for some resources. No server lists all of these resources. */
const specialVerbs: ReadonlyMap<string, readonly SpecialResources[]> = new Map<string, readonly SpecialResources[]>([
  [
    "use",
    [
      { group: "policy", resources: ["podsecuritypolicies"] },
      { group: "extensions", resources: ["podsecuritypolicies"] },
    ],
  ],
  ["bind", [roles]],
  ["escalate", [roles]],
  [
    "impersonate",
    [
      { group: "", resources: ["users", "serviceaccounts", "groups"] },
      { group: group("authentication"), resources: ["userextras"] },
    ],
  ],
]);

/** Returns the verbs that kubectl warns about. */
export function unusualVerbs({ verbs, resources }: RoleRequest): readonly string[] {
  return resources.length === 0 ? [] : verbs.filter((verb) => !standardVerbs.has(verb));
}

/**
 * Returns the rules of a role: one for each API group of its resources, sorted by group, and one for its paths.
 * @throws CommandError if a resource does not exist, or has no such verb
 */
export function rulesOf(request: RoleRequest, context: RuleContext): readonly NewRoleRule[] {
  const { nonResourceUrls, resourceNames } = request;
  const verbs = request.verbs.includes("*") ? ["*"] : distinct(request.verbs);
  const byGroup = new Map<string, string[]>();
  for (const { group: apiGroup, resource } of resourcesOf(request.resources, verbs, context)) {
    const resources = byGroup.get(apiGroup) ?? [];
    byGroup.set(apiGroup, resources);
    if (!resources.includes(resource)) resources.push(resource);
  }
  const names = resourceNames.length === 0 ? {} : { resourceNames: distinct(resourceNames) };
  const rules: NewRoleRule[] = [...byGroup]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([apiGroup, resources]) => ({ apiGroups: [apiGroup], resources, ...names, verbs }));
  if (nonResourceUrls.length > 0) rules.push({ nonResourceURLs: distinct(nonResourceUrls), verbs });
  return rules;
}

interface RuleResource {
  readonly group: string;
  /** With the subresource: `pods/log`. */
  readonly resource: string;
}

const star = "*";

function resourcesOf(
  texts: readonly string[],
  verbs: readonly string[],
  context: RuleContext,
): readonly RuleResource[] {
  if (texts.includes(star)) return [{ group: "", resource: star }];
  return texts.map((text) => resourceOf(text, verbs, context));
}

function resourceOf(text: string, verbs: readonly string[], { types, vocabulary }: RuleContext): RuleResource {
  const [full = "", ...subresource] = text.split("/");
  const [name = "", ...groupParts] = full.split(".");
  const type = name === star ? undefined : findType(types, full);
  const resource = type?.plural ?? name;
  const apiGroup = type?.group ?? groupParts.join(".");
  const isSpecial = verbs.map((verb) => isSpecialFor(verb, { group: apiGroup, resource }, vocabulary));
  const unfit = name === star ? -1 : isSpecial.indexOf(false);
  if (unfit >= 0) throw new CommandError(`can not perform '${verbs[unfit]}' on '${resource}' in group '${apiGroup}'`);
  if (!type && name !== star && !isSpecial.includes(true)) throw unknownType(types, full);
  return { group: apiGroup, resource: [resource, ...subresource].join("/") };
}

/** Whether a verb that exists only for some resources exists for this one. Undefined if it is an ordinary verb. */
function isSpecialFor(
  verb: string,
  { group: apiGroup, resource }: RuleResource,
  vocabulary: Vocabulary,
): boolean | undefined {
  const places = specialVerbs.get(verb);
  return places?.some((place) => vocabulary.bind(place.group) === apiGroup && place.resources.includes(resource));
}
