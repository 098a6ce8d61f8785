/** The objects that contain the parameters of a policy. A binding selects them by name or by labels. */
import type { ParamKind, ParamRef } from "../../api/admissionregistration/v1/policy-param.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { formatGroupVersionKind, type GroupVersionKind } from "../../meta/group-version.ts";
import { fromLabelSelector } from "../../meta/label-selector.ts";
import type { ApiObject, SharedObject } from "../../meta/object-meta.ts";
import type { ObjectLister } from "../../meta/object-reader.ts";

/** The objects of a kind that the server serves. */
export interface ParameterObjects {
  readonly namespaced: boolean;
  readonly objects: ObjectLister<ApiObject>;
}

/** Returns a kind that a policy names. Undefined if it is not served. */
export type FindKind = (kind: GroupVersionKind) => ParameterObjects | undefined;

/** A policy or binding does not work as it is configured. The failure policy decides about the request. */
export class ConfigurationFault extends Error {
  override readonly name = "ConfigurationFault";
}

/** The kind of a policy's parameters. */
export class ParameterKind {
  readonly #kind: GroupVersionKind;
  readonly #findKind: FindKind;

  constructor({ apiVersion = "", kind = "" }: DeepReadonly<ParamKind>, findKind: FindKind) {
    const slash = apiVersion.indexOf("/");
    this.#kind = { group: apiVersion.slice(0, Math.max(slash, 0)), version: apiVersion.slice(slash + 1), kind };
    this.#findKind = findKind;
  }

  /** Returns the objects of the kind. @throws ConfigurationFault if the kind is not served */
  served(): ParameterObjects {
    const served = this.#findKind(this.#kind);
    if (served) return served;
    const shown = formatGroupVersionKind(this.#kind);
    throw new ConfigurationFault(`failed to find resource referenced by paramKind: '${shown}'`);
  }
}

/**
 * Returns the parameters that a binding selects for a request. Empty if there are none and the binding allows this.
 * @param namespace of the request
 * @throws ConfigurationFault
 */
export async function selectParameters(
  { namespaced, objects }: ParameterObjects,
  ref: DeepReadonly<ParamRef>,
  namespace: string,
): Promise<readonly SharedObject[]> {
  const found = await findParameters(objects, ref, parameterNamespace(namespaced, ref, namespace));
  if (found.length === 0 && ref.parameterNotFoundAction === "Deny") {
    throw new ConfigurationFault("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return found;
}

function parameterNamespace(
  namespaced: boolean,
  { namespace = "" }: DeepReadonly<ParamRef>,
  requestNamespace: string,
): string {
  if (!namespaced) {
    if (namespace === "") return "";
    throw new ConfigurationFault("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const chosen = namespace || requestNamespace;
  if (chosen !== "") return chosen;
  throw new ConfigurationFault(
    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
  );
}

async function findParameters(
  objects: ObjectLister<ApiObject>,
  { name = "", selector }: DeepReadonly<ParamRef>,
  namespace: string,
): Promise<readonly SharedObject[]> {
  if (name !== "") {
    const found = await objects.get(namespace, name);
    return found ? [found] : [];
  }
  const parsed = fromLabelSelector(selector);
  const all = await objects.list(namespace);
  return all.filter(({ metadata }) => parsed.matches(metadata.labels));
}
