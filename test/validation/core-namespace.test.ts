import { describe, test } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { expectCauses, Refusals, ruleServer } from "../support/refusals.ts";
import { createObject, deleteObject, getObject, put } from "../support/writes.ts";

const server = ruleServer();

const unqualified = "name is neither a standard finalizer name nor is it fully qualified";

describe("a Namespace", () => {
  const namespaces = new Refusals(server, "/api/v1/namespaces", { spec: {} });

  namespaces.create(
    "[Namespace#1] a finalizer that is no qualified name is rejected",
    ({ spec }) => {
      spec.finalizers = ["example.com/a b"];
    },
    [`spec.finalizers: Invalid value: "example.com/a b": ${notQualifiedName}`],
  );

  namespaces.create(
    "[Namespace#2] an unknown finalizer without a domain is rejected",
    ({ spec }) => {
      spec.finalizers = ["mine", "example.com/mine", "orphan"];
    },
    [`spec.finalizers: Invalid value: "mine": ${unqualified}`],
  );

  namespaces.update("[Namespace#3] the phase Terminating of a Namespace that is not deleted is rejected", {
    subresource: "status",
    change: (namespace) => {
      namespace.status.phase = "Terminating";
    },
    causes: ["status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty"],
  });

  test("[Namespace#4] the phase Active of a deleted Namespace is rejected", async () => {
    const { client } = server();
    const path = "/api/v1/namespaces/ending";
    await createObject(client, "/api/v1/namespaces", { metadata: { name: "ending" } });
    await deleteObject(client, path);
    const ending = await getObject(client, path);
    ending.status.phase = "Active";
    expectCauses(await put(client, `${path}/status`, ending), [
      "status.Phase: Invalid value: \"Active\": may only be 'Terminating' if `deletionTimestamp` is not empty",
    ]);
  });

  namespaces.update("[Namespace#5] /finalize rejects a finalizer that is no qualified name", {
    subresource: "finalize",
    change: ({ spec }) => {
      spec.finalizers = ["orphan", "example.com/a b"];
    },
    causes: [`spec.finalizers[1]: Invalid value: "example.com/a b": ${notQualifiedName}`],
  });

  namespaces.update("[Namespace#6] /finalize rejects an unknown finalizer without a domain", {
    subresource: "finalize",
    change: ({ spec }) => {
      spec.finalizers = ["orphan", "mine"];
    },
    causes: [`spec.finalizers[1]: Invalid value: "mine": ${unqualified}`],
  });
});
