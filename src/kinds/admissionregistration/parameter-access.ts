/**
 * Permissions that users of policies need: a policy reads its parameters with the server's rights, so only users who may read them
 * may name them.
 */
import type { ParamKind, ParamRef } from "../../api/admissionregistration/v1/policy-param.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import type { ResourceAction } from "../../meta/access/access-control.ts";
import { isPrivileged } from "../../meta/access/privileged-user.ts";
import { type FieldError, forbiddenField } from "../../meta/field-error.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { StatusError } from "../../meta/status-error.ts";
import type { User } from "../../meta/user.ts";
import type { AccessServices, KindDeclaration, ValidWrite } from "../../schema/index.ts";

interface Policy extends ApiObject {
  readonly spec?: { readonly paramKind?: ParamKind | null };
}

interface Binding extends ApiObject {
  readonly spec?: { readonly policyName?: string; readonly paramRef?: ParamRef | null };
}

/** Returns an error if the user may not read all objects of the policy's `paramKind`, unless it is unchanged. */
export async function policyAccessErrors(
  { object, old, user }: ValidWrite<Policy>,
  services: AccessServices,
): Promise<readonly FieldError[]> {
  const paramKind = object.spec?.paramKind;
  if (!paramKind || isPrivileged(user) || equalJson(paramKind, old?.spec?.paramKind)) return [];
  const { apiVersion = "", kind = "" } = paramKind;
  const action = { ...actionOn(resolveKind(paramKind, services)), verb: "get", name: "*", namespace: "*" };
  const { decision, error } = await services.access.authorize(user, action);
  if (error === undefined && decision === "allow") return [];
  const why = `user ${userText(user)} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
  return [forbiddenField("spec.paramKind", error ?? why)];
}

/** Messages that differ between the kinds of bindings. */
export interface BindingMessages {
  readonly failed: (error: string) => string;
  readonly denied: (user: string, verb: string) => string;
}

/**
 * Returns the check of a binding: the user may read the objects of its `paramRef`. As in the reference, it also applies to an
 * unchanged `paramRef`.
 * @param policyKind kind of the policies that the bindings name
 */
export function bindingAccessErrors(
  policyKind: KindDeclaration<Policy>,
  { failed, denied }: BindingMessages,
): (write: ValidWrite<Binding>, services: AccessServices) => Promise<readonly FieldError[]> {
  return async ({ object, user }, services) => {
    const { paramRef, policyName = "" } = object.spec ?? {};
    if (!paramRef || isPrivileged(user)) return [];
    const { name = "", namespace = "" } = paramRef;
    const verb = name === "" ? "list" : "get";
    const policy = await readPolicy(policyKind, policyName, services);
    const paramKind = policy?.spec?.paramKind;
    const target = paramKind ? resolveKind(paramKind, services) : {};
    const { decision, error } = await services.access.authorize(user, { ...actionOn(target), verb, name, namespace });
    if (error === undefined && decision === "allow") return [];
    const needed = `to determine minimum required permissions and user ${userText(user)} does not have "${verb}" permission for all groups, versions and resources`;
    const why = (): string => {
      if (error !== undefined) return failed(error);
      if (!policy) return `unable to get policy ${policyName} ${needed}`;
      if (!paramKind || target.resource !== undefined) return denied(userText(user), verb);
      const problem = target.version === undefined ? "parse" : "resolve";
      return `unable to ${problem} paramKind &{${paramKind.apiVersion ?? ""} ${paramKind.kind ?? ""}} ${needed}`;
    };
    return [forbiddenField("spec.paramRef", why())];
  };
}

async function readPolicy(
  policyKind: KindDeclaration<Policy>,
  name: string,
  { objects }: AccessServices,
): Promise<Policy | undefined> {
  try {
    return await objects.get(policyKind, { namespace: "", name });
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}

/** The part of a resource's name that a `paramKind` determines. */
type ResolvedKind = Partial<Pick<ResourceAction, "group" | "version" | "resource">>;

function resolveKind(
  { apiVersion = "", kind = "" }: DeepReadonly<ParamKind>,
  { resourceOfKind }: AccessServices,
): ResolvedKind {
  const version = parseGroupVersion(apiVersion);
  if (!version) return {};
  const resource = resourceOfKind(version, kind);
  return resource === undefined ? version : { ...version, resource };
}

/** Returns the action on what is known of the resource. The user needs the permission for all values of the rest. */
function actionOn({
  group = "*",
  version = "*",
  resource = "*",
}: ResolvedKind): Pick<ResourceAction, "isResource" | "group" | "version" | "resource" | "subresource"> {
  return { isResource: true, group, version, resource, subresource: "" };
}

/** Prints a user as the reference does. */
function userText({ name, uid = "", groups, extra = {} }: User): string {
  const properties = Object.entries(extra)
    .map(([key, values]) => `${key}:[${values.join(" ")}]`)
    .sort();
  return `&{${name} ${uid} [${groups.join(" ")}] map[${properties.join(" ")}]}`;
}
