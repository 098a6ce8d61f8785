import { describe, test } from "vitest";
import { expectCauses, Refusals, ruleServer } from "../support/refusals.ts";
import { created, put, remove, stored } from "../support/writes.ts";

const server = ruleServer();

const unqualified = "name is neither a standard finalizer name nor is it fully qualified";
const badPart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe("a Namespace", () => {
  const namespaces = new Refusals(server, "/api/v1/namespaces", { spec: {} });

  namespaces.create(
    "[Namespace#1] waits for what has a name",
    ({ spec }) => {
      spec.finalizers = ["example.com/a b"];
    },
    [`spec.finalizers: Invalid value: "example.com/a b": ${badPart}`],
  );

  namespaces.create(
    "[Namespace#2] waits for what is known, or has a domain",
    ({ spec }) => {
      spec.finalizers = ["mine", "example.com/mine", "orphan"];
    },
    [`spec.finalizers: Invalid value: "mine": ${unqualified}`],
  );

  namespaces.update("[Namespace#3] is active until it is deleted", {
    subresource: "status",
    change: (namespace) => {
      namespace.status.phase = "Terminating";
    },
    causes: ["status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty"],
  });

  test("[Namespace#4] ends once it is deleted", async () => {
    const { client } = server();
    const path = "/api/v1/namespaces/ending";
    await created(client, "/api/v1/namespaces", { metadata: { name: "ending" } });
    await remove(client, path);
    const ending = await stored(client, path);
    ending.status.phase = "Active";
    expectCauses(await put(client, `${path}/status`, ending), [
      "status.Phase: Invalid value: \"Active\": may only be 'Terminating' if `deletionTimestamp` is not empty",
    ]);
  });

  namespaces.update("[Namespace#5] goes on waiting for what has a name", {
    subresource: "finalize",
    change: ({ spec }) => {
      spec.finalizers = ["orphan", "example.com/a b"];
    },
    causes: [`spec.finalizers[1]: Invalid value: "example.com/a b": ${badPart}`],
  });

  namespaces.update("[Namespace#6] goes on waiting for what is known, or has a domain", {
    subresource: "finalize",
    change: ({ spec }) => {
      spec.finalizers = ["orphan", "mine"];
    },
    causes: [`spec.finalizers[1]: Invalid value: "mine": ${unqualified}`],
  });
});
