import { expect, test } from "vitest";
import { type ResourceQuota, resourceQuota } from "../../../api/index.ts";
import { collect } from "../../reporting.ts";
import { KindWrites } from "../../testing/kind-writes.ts";
import { rowOf } from "../../testing/rows.ts";
import { reportQuota } from "./resource-quota-rules.ts";

const writes = new KindWrites(resourceQuota);

test("rows of ResourceQuotas show the used amount of each resource, with limits in a separate column", () => {
  const metadata = { name: "team", creationTimestamp: "2025-06-01T11:00:00Z" };
  const status = {
    hard: { "requests.cpu": "2", pods: "10", "limits.memory": "4Gi", "limits.cpu": "4", limits: "1" },
    used: { "requests.cpu": "500m", pods: "3", "limits.cpu": "1" },
  };
  expect(rowOf(resourceQuota, { metadata, spec: { hard: { secrets: "5" } }, status })).toEqual({
    Name: "team",
    Age: "60m",
    Request: "limits: 0/1, pods: 3/10, requests.cpu: 500m/2",
    Limit: "limits.cpu: 1/4, limits.memory: 0/4Gi",
  });
  expect(rowOf(resourceQuota, { metadata })).toMatchObject({ Request: "", Limit: "" });
});

test("amounts of a ResourceQuota are rounded up to a thousandth", () => {
  const decoded = writes.decode({
    spec: { hard: { cpu: "1u" } },
    status: { hard: { cpu: "1n" }, used: { cpu: "2500u" } },
  });
  expect(decoded.spec?.hard).toEqual({ cpu: "1m" });
  expect(decoded.status).toEqual({ hard: { cpu: "1m" }, used: { cpu: "3m" } });
});

test("an update that changes the set of scopes of a ResourceQuota is rejected", () => {
  const stored = writes.stored({ spec: { scopes: ["NotTerminating", "NotBestEffort"], hard: { pods: "1" } } });
  const errorsOf = (scopes: NonNullable<ResourceQuota["spec"]>["scopes"]): readonly string[] =>
    writes.update(stored, ({ spec }) => Object.assign(spec ?? {}, { scopes, hard: { pods: "2" } })).errors;
  expect(errorsOf(["NotBestEffort", "NotTerminating"])).toEqual([]);
  expect(errorsOf(["NotBestEffort"])).toEqual([
    'spec.scopes: Invalid value: []core.ResourceQuotaScope{"NotBestEffort"}: field is immutable',
  ]);
  expect(errorsOf(undefined)).toEqual([
    "spec.scopes: Invalid value: []core.ResourceQuotaScope(nil): field is immutable",
  ]);
});

test("a ResourceQuota is created without a status, and an update of the status keeps the spec", () => {
  const stored = writes.stored({ spec: { hard: { pods: "1" } }, status: { used: { pods: "1" } } });
  expect(stored.status).toEqual({});
  const change = { spec: { hard: { pods: "5" } }, status: { hard: { pods: "1" }, used: { pods: "0" } } };
  const { object } = writes.update(stored, (quota) => Object.assign(quota, change), "status");
  expect(object).toMatchObject({ spec: { hard: { pods: "1" } }, status: change.status });
});

test("the errors of very many scopes show the same text, and each scope reads the limits once", () => {
  const scopes = Array.from({ length: 5000 }, () => "BestEffort" as const);
  let reads = 0;
  const hard = new Proxy<Record<string, string>>(
    { cpu: "1" },
    {
      ownKeys(target) {
        reads++;
        return Reflect.ownKeys(target);
      },
    },
  );
  const matchExpressions = scopes.map((scopeName) => ({ scopeName, operator: "Exists" as const }));
  const errors = collect((context) => reportQuota({ hard, scopes, scopeSelector: { matchExpressions } }, context));
  expect(errors).toHaveLength(10_000);
  expect(new Set(errors.map(({ value }) => value)).size).toBe(2);
  expect(reads).toBe(2);
});
