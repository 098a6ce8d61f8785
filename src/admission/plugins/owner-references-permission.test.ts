import { describe, expect, test } from "vitest";
import type { Attributes } from "../../meta/access/access-control.ts";
import type { ApiObject, OwnerReference } from "../../meta/object-meta.ts";
import { configMapRequest, rejectionOf } from "../testing/requests.ts";
import { onlyPlugin, servicesOver } from "./testing/plugin-services.ts";

const owner: OwnerReference = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "rs", uid: "1" };
const blocked: OwnerReference = { ...owner, blockOwnerDeletion: true };

function owned(...ownerReferences: readonly OwnerReference[]): ApiObject {
  return { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a", ownerReferences: [...ownerReferences] } };
}

/** Returns the answer to a user with these permissions, such as `delete configmaps`. */
async function answer(
  change: { readonly object: ApiObject; readonly oldObject?: ApiObject },
  ...permissions: readonly string[]
): Promise<[number, string] | undefined> {
  const described = (action: Attributes): string =>
    action.isResource ? [action.verb, action.resource, action.subresource].filter((part) => part !== "").join(" ") : "";
  const services = servicesOver([], {
    authorize: (_user, action) => ({
      decision: permissions.includes(described(action)) ? "allow" : "no opinion",
      reason: "",
    }),
    servedKind: (_version, kind) =>
      kind === "ReplicaSet" ? { resource: "replicasets", isNamespaced: true } : undefined,
  });
  const admission = onlyPlugin("OwnerReferencesPermissionEnforcement", services);
  const operation = change.oldObject ? "UPDATE" : "CREATE";
  return await rejectionOf(admission.validate(configMapRequest({ operation, ...change })));
}

describe("OwnerReferencesPermissionEnforcement", () => {
  test("owners can be set by users who may delete the object", async () => {
    const forbidden = [
      403,
      'configmaps "a" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>',
    ];
    expect(await answer({ object: owned(owner), oldObject: owned() })).toEqual(forbidden);
    expect(await answer({ object: owned(), oldObject: owned(owner) })).toEqual(forbidden);
    expect(await answer({ object: owned(owner), oldObject: owned() }, "delete configmaps")).toBeUndefined();
  });

  test("the creator of an object may choose its owners", async () => {
    expect(await answer({ object: owned(owner) })).toBeUndefined();
  });

  test("a write that leaves the owners as they are needs no permission", async () => {
    expect(await answer({ object: owned() })).toBeUndefined();
    expect(await answer({ object: owned(blocked), oldObject: owned(blocked) })).toBeUndefined();
  });

  test("a deletion can be blocked by users who may set finalizers of the owner", async () => {
    const message =
      'configmaps "a" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set ' +
      "finalizers on: , <nil>";
    expect(await answer({ object: owned(blocked) }, "delete configmaps")).toEqual([403, message]);
    expect(await answer({ object: owned(blocked), oldObject: owned(owner) }, "delete configmaps")).toEqual([
      403,
      message,
    ]);
    const both = ["delete configmaps", "update replicasets finalizers"];
    expect(await answer({ object: owned(blocked) }, ...both)).toBeUndefined();
  });

  test("an owner of an unknown kind cannot be blocked", async () => {
    const unknown = { ...blocked, kind: "Unknown" };
    expect(await answer({ object: owned(unknown) }, "delete configmaps")).toEqual([
      403,
      'configmaps "a" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ' +
        'apps/v1 Kind Unknown: no matches for kind "Unknown" in version "apps/v1"',
    ]);
  });
});
