import { describe, expect, test } from "vitest";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import type { AdmissionRequest } from "../../index.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";

function namespace(name: string, deletionTimestamp?: string): ApiObject {
  const metadata = { name, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) };
  return { kind: "Namespace", apiVersion: "v1", metadata };
}

const present = [namespace("shop"), namespace("going", "2025-01-01T00:00:00Z")];

/** Returns the error that the client gets. Undefined if the request is admitted. */
async function answerTo(
  request: Partial<AdmissionRequest<ApiObject>>,
  vocabulary: "orch" | "kubernetes" = "orch",
): Promise<[code: number, message: string] | undefined> {
  const services = servicesOver(present, { vocabulary: vocabularies[vocabulary] });
  const admission = onlyPlugin("NamespaceLifecycle", services);
  return await rejectionOf(admission.admit(configMapRequest({ namespace: "shop", object: undefined, ...request })));
}

describe("a namespace that does not exist", () => {
  test.each(["CREATE", "UPDATE", "CONNECT"] as const)("has nothing in it: %s", async (operation) => {
    const answer = operation === "CONNECT" ? undefined : [404, 'namespaces "nowhere" not found'];
    expect(await answerTo({ operation, namespace: "nowhere" })).toEqual(answer);
  });

  test("NamespaceLifecycle admits requests that change nothing in a missing namespace", async () => {
    expect(await answerTo({ namespace: "nowhere", changesNothing: true })).toBeUndefined();
    expect(await answerTo({ namespace: "going", changesNothing: true })).toBeUndefined();
  });

  test("NamespaceLifecycle admits cluster-scoped objects", async () => {
    expect(await answerTo({ namespace: "" })).toBeUndefined();
  });
});

describe("a namespace that is being deleted", () => {
  test("NamespaceLifecycle rejects creates in a namespace that is being deleted, and names the reason", async () => {
    expect(await answerTo({ namespace: "going" })).toEqual([
      403,
      'configmaps "a" is forbidden: unable to create new content in namespace going because it is being terminated',
    ]);
  });

  test("NamespaceLifecycle admits updates and deletes in a namespace that is being deleted", async () => {
    expect(await answerTo({ namespace: "going", operation: "UPDATE" })).toBeUndefined();
    expect(await answerTo({ namespace: "going", operation: "DELETE" })).toBeUndefined();
  });
});

test("NamespaceLifecycle admits creates in an existing namespace", async () => {
  expect(await answerTo({})).toBeUndefined();
  expect(await answerTo({ operation: "UPDATE" })).toBeUndefined();
});

describe("protected namespaces", () => {
  const deletion = {
    operation: "DELETE",
    namespace: "",
    kind: { group: "", version: "v1", kind: "Namespace" },
    resource: { group: "", version: "v1", resource: "namespaces" },
  } as const;

  test.each([
    ["orch", ["default", "orch-system", "orch-public"], ["shop", "kube-system", "orch-node-lease"]],
    ["kubernetes", ["default", "kube-system", "kube-public"], ["shop", "orch-system", "kube-node-lease"]],
  ] as const)(
    "NamespaceLifecycle rejects the deletion of protected namespaces in the vocabulary %s",
    async (vocabulary, kept, others) => {
      for (const name of kept) {
        const answer = await answerTo({ ...deletion, name }, vocabulary);
        expect(answer).toEqual([403, `namespaces "${name}" is forbidden: this namespace may not be deleted`]);
      }
      for (const name of others) expect(await answerTo({ ...deletion, name }, vocabulary), name).toBeUndefined();
    },
  );

  test("NamespaceLifecycle admits the deletion of other objects with a protected name", async () => {
    expect(await answerTo({ operation: "DELETE", name: "default" })).toBeUndefined();
  });
});
