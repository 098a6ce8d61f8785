/** The spec of SubjectAccessReviews: who wants to do what. */
import { compareText } from "../../base/compare-text.ts";
import type { Attributes, PathAction, ResourceAction } from "../../meta/access/access-control.ts";
import type { User } from "../../meta/user.ts";
import { fieldRequirements, labelRequirements, type ReviewRequirement } from "./selector-requirements.ts";

/** The spec of a SubjectAccessReview in the version v1. Empty members are absent, as in the reference. */
export interface ReviewSpec {
  readonly resourceAttributes?: object;
  readonly nonResourceAttributes?: object;
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly uid?: string;
}

/** Returns the spec. Its members have a fixed order, so that equal questions have equal texts. */
export function reviewSpec(user: User, attributes: Attributes): ReviewSpec {
  const { name, groups, extra = {}, uid = "" } = user;
  return withoutEmpty({
    ...(attributes.isResource
      ? { resourceAttributes: resourceAttributes(attributes) }
      : { nonResourceAttributes: pathAttributes(attributes) }),
    user: name,
    groups,
    extra: sortedByKey(extra),
    uid,
  });
}

function resourceAttributes(action: ResourceAction): object {
  const { namespace, verb, group, version, resource, subresource, name } = action;
  const selectors = action.selectors?.();
  return withoutEmpty({
    namespace,
    verb,
    group,
    version,
    resource,
    subresource,
    name,
    fieldSelector: selectors ? selectorOf(fieldRequirements(selectors)) : {},
    labelSelector: selectors ? selectorOf(labelRequirements(selectors)) : {},
  });
}

function selectorOf(requirements: readonly ReviewRequirement[]): object {
  return withoutEmpty({ requirements: requirements.map((requirement) => withoutEmpty(requirement)) });
}

function pathAttributes({ path, verb }: PathAction): object {
  return withoutEmpty({ path, verb });
}

/** Returns the members that are neither empty texts, nor empty lists, nor empty objects. */
function withoutEmpty<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => !isEmpty(value))) as Partial<T>;
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function sortedByKey<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => compareText(left, right)));
}
