/** The variable `request` of match conditions: the spec of a SubjectAccessReview with all its texts, including empty ones. */
import type { ReadonlyJsonObject } from "../../../base/json-object.ts";
import type { Attributes, ResourceAction } from "../../../meta/access/access-control.ts";
import type { User } from "../../../meta/user.ts";
import { fieldRequirements, labelRequirements, type ReviewRequirement } from "../selector-requirements.ts";

/** The members that conditions can use besides those that are always present. */
export interface UsedSelectors {
  readonly field: boolean;
  readonly label: boolean;
}

/** Returns the value of the variable. Selectors that no condition uses are not read. */
export function conditionRequest(user: User, attributes: Attributes, used: UsedSelectors): ReadonlyJsonObject {
  const { name, groups, extra = {}, uid = "" } = user;
  const subject = { user: name, groups, uid, extra };
  if (attributes.isResource) return { ...subject, resourceAttributes: resourceAttributes(attributes, used) };
  const { path, verb } = attributes;
  return { ...subject, nonResourceAttributes: { path, verb } };
}

function resourceAttributes(action: ResourceAction, used: UsedSelectors): ReadonlyJsonObject {
  const { namespace, verb, group, version, resource, subresource, name } = action;
  const selectors = used.field || used.label ? action.selectors?.() : undefined;
  return {
    namespace,
    verb,
    group,
    version,
    resource,
    subresource,
    name,
    ...(selectors && used.field ? selectorMember("fieldSelector", fieldRequirements(selectors)) : {}),
    ...(selectors && used.label ? selectorMember("labelSelector", labelRequirements(selectors)) : {}),
  };
}

function selectorMember(member: string, requirements: readonly ReviewRequirement[]): ReadonlyJsonObject {
  if (requirements.length === 0) return {};
  return { [member]: { requirements: requirements.map(({ key, operator, values }) => ({ key, operator, values })) } };
}
