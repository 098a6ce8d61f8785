import { describe, expect, test } from "vitest";
import type { ApiObject } from "../meta/object-meta.ts";
import { forbidden } from "../meta/status-error.ts";
import { Admission, type AdmissionOperation, type AdmissionPlugin, type AdmissionRequest } from "./plugin.ts";

function request(operation: AdmissionOperation = "CREATE"): AdmissionRequest<ApiObject> {
  return {
    operation,
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    subresource: "",
    namespace: "default",
    name: "a",
    object: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } },
    oldObject: undefined,
    dryRun: false,
    user: { name: "alice", groups: [] },
  };
}

/** Returns a plugin that records its calls in `seen`. */
function recording(name: string, seen: string[], handled: readonly AdmissionOperation[] = ["CREATE"]): AdmissionPlugin {
  return {
    name,
    handles: (operation) => handled.includes(operation),
    admit: async ({ operation }) => void seen.push(`${name} admits ${operation}`),
    validate: async ({ operation }) => void seen.push(`${name} validates ${operation}`),
  };
}

describe("admission phases", () => {
  test("Admission calls the plugins in order", async () => {
    const seen: string[] = [];
    const admission = new Admission([recording("one", seen), recording("two", seen)]);
    await admission.admit(request());
    await admission.validate(request());
    expect(seen).toEqual(["one admits CREATE", "two admits CREATE", "one validates CREATE", "two validates CREATE"]);
  });

  test("Admission calls a plugin only for its operations", async () => {
    const seen: string[] = [];
    const admission = new Admission([recording("one", seen, ["UPDATE", "DELETE"])]);
    for (const operation of ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const) {
      await admission.admit(request(operation));
      await admission.validate(request(operation));
    }
    expect(seen).toEqual(["one admits UPDATE", "one validates UPDATE", "one admits DELETE", "one validates DELETE"]);
  });

  test("Admission stops after the first plugin that rejects", async () => {
    const seen: string[] = [];
    const refuse = (): Promise<void> =>
      Promise.reject(forbidden({ group: "", resource: "configmaps" }, "a", "because"));
    const refusing: AdmissionPlugin = { name: "refusing", handles: () => true, admit: refuse, validate: refuse };
    const admission = new Admission([recording("one", seen), refusing, recording("two", seen)]);
    const refusal = { code: 403, message: 'configmaps "a" is forbidden: because' };
    await expect(admission.admit(request())).rejects.toMatchObject(refusal);
    await expect(admission.validate(request())).rejects.toMatchObject(refusal);
    expect(seen).toEqual(["one admits CREATE", "one validates CREATE"]);
  });

  test("Admission skips plugins that do not implement the phase", async () => {
    const admission = new Admission([{ name: "idle", handles: () => true }]);
    await admission.admit(request());
    await admission.validate(request());
  });
});

test("Admission passes the changes of a plugin to later plugins", async () => {
  const labels: unknown[] = [];
  const first: AdmissionPlugin = {
    name: "first",
    handles: () => true,
    admit: async ({ object }) => {
      if (object) object.metadata.labels = { added: "yes" };
    },
  };
  const second: AdmissionPlugin = {
    name: "second",
    handles: () => true,
    admit: async ({ object }) => void labels.push(object?.metadata.labels),
  };
  await new Admission([first, second]).admit(request());
  expect(labels).toEqual([{ added: "yes" }]);
});

test("Admission without plugins admits all requests", async () => {
  await new Admission([]).admit(request("DELETE"));
  await new Admission([]).validate(request("DELETE"));
});
