/** A request as webhooks and expressions see it. */
import type { JsonObject, ReadonlyJsonObject } from "../../base/json-object.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../meta/group-version.ts";
import type { User } from "../../meta/user.ts";
import type { AdmissionRequest, VersionedRequest } from "../plugin.ts";
import { namespaceNameOf } from "./request-namespace.ts";

/**
 * Returns the members before the objects, in the order of the reference. Empty texts are missing.
 * @param version the version of the request that is seen
 */
export function requestDocument(
  uid: string,
  request: AdmissionRequest,
  version: Pick<VersionedRequest, "kind" | "resource">,
): ReadonlyJsonObject {
  const { subresource, name, operation, user } = request;
  const namespace = namespaceNameOf(request);
  return {
    uid,
    kind: kindDocument(version.kind),
    resource: resourceDocument(version.resource),
    ...(subresource === "" ? {} : { subResource: subresource }),
    requestKind: kindDocument(request.kind),
    requestResource: resourceDocument(request.resource),
    ...(subresource === "" ? {} : { requestSubResource: subresource }),
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation,
    userInfo: userDocument(user),
  };
}

function kindDocument({ group, version, kind }: GroupVersionKind): ReadonlyJsonObject {
  return { group, version, kind };
}

function resourceDocument({ group, version, resource }: GroupVersionResource): ReadonlyJsonObject {
  return { group, version, resource };
}

function userDocument({ name, uid = "", groups, extra = {} }: User): ReadonlyJsonObject {
  const document: JsonObject = {};
  if (name !== "") document["username"] = name;
  if (uid !== "") document["uid"] = uid;
  if (groups.length > 0) document["groups"] = groups;
  if (Object.keys(extra).length > 0) document["extra"] = extra;
  return document;
}
