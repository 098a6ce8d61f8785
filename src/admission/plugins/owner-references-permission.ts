/**
 * The OwnerReferencesPermissionEnforcement plugin: who may change the owners of an object. An owner's deletion can delete the
 * object, and a blocking object delays the deletion of its owner.
 */
import { equalJson } from "../../base/json-tree.ts";
import type { Attributes } from "../../meta/access/access-control.ts";
import { parseGroupVersion } from "../../meta/group-version.ts";
import type { OwnerReference, SharedObject } from "../../meta/object-meta.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../plugin.ts";
import type { PluginServices } from "./plugin-services.ts";

const blockOwnerDeletion = "cannot set blockOwnerDeletion";

/** Returns the plugin. */
export function ownerReferencesPermissionEnforcement(services: PluginServices): AdmissionPlugin {
  return {
    validate: async (request) => {
      // As in the reference, because old agents send other owners with the status of a Pod, which are ignored.
      if (request.resource.resource === "pods" && request.subresource === "status") return;
      const owners = ownersOf(request.object);
      const oldOwners = ownersOf(request.oldObject);
      if (equalJson(owners, oldOwners)) return;
      if (request.operation === "UPDATE") await requireDeletion(request, services);
      for (const owner of newlyBlocked(owners, oldOwners)) await requireFinalizers(owner, request, services);
    },
  };
}

/** Requires that the user may delete the object. The creator of an object may choose its owners. @throws StatusError */
async function requireDeletion(request: AdmissionRequest, services: PluginServices): Promise<void> {
  const { resource, subresource, namespace, name } = request;
  const denial = await denialOf(request, services, { ...resource, verb: "delete", subresource, namespace, name });
  if (denial === undefined) return;
  throw rejectedRequest(request, `cannot set an ownerRef on a resource you can't delete: ${denial}, <nil>`);
}

function ownersOf(object: SharedObject | undefined): readonly Readonly<OwnerReference>[] {
  return object?.metadata.ownerReferences ?? [];
}

/** Returns the owners whose deletion waits for the object from now on. */
function newlyBlocked(
  owners: readonly Readonly<OwnerReference>[],
  oldOwners: readonly Readonly<OwnerReference>[],
): readonly Readonly<OwnerReference>[] {
  const blockedBefore = new Set(oldOwners.filter((one) => one.blockOwnerDeletion).map(({ uid }) => uid));
  return owners.filter((one) => one.blockOwnerDeletion && !blockedBefore.has(one.uid));
}

/** Requires that the user may set finalizers on an owner. @throws StatusError */
async function requireFinalizers(
  { apiVersion, kind, name }: Readonly<OwnerReference>,
  request: AdmissionRequest,
  services: PluginServices,
): Promise<void> {
  const version = parseGroupVersion(apiVersion);
  const owner = version && services.servedKind(version, kind);
  if (!version || !owner) {
    const fault = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}: no matches for kind "${kind}" in version "${apiVersion}"`;
    throw rejectedRequest(request, `${blockOwnerDeletion} in this case because ${fault}`);
  }
  const denial = await denialOf(request, services, {
    ...version,
    verb: "update",
    resource: owner.resource,
    subresource: "finalizers",
    namespace: owner.isNamespaced ? request.namespace : "",
    name,
  });
  if (denial === undefined) return;
  const why = `an ownerReference refers to a resource you can't set finalizers on: ${denial}, <nil>`;
  throw rejectedRequest(request, `${blockOwnerDeletion} if ${why}`);
}

/** Returns the reason why the user may not act. Undefined if the user may. */
async function denialOf(
  { user }: AdmissionRequest,
  { authorize }: PluginServices,
  action: Omit<Extract<Attributes, { isResource: true }>, "isResource">,
): Promise<string | undefined> {
  const { decision, reason } = await authorize(user, { isResource: true, ...action });
  return decision === "allow" ? undefined : reason;
}
