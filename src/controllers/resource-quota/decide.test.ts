import { expect, test } from "vitest";
import type { ResourceQuota } from "../../api/index.ts";
import { amountsOf } from "../../usage/index.ts";
import { decide, type QuotaDecision } from "./decide.ts";

type Amounts = Record<string, string>;

interface Observation {
  readonly hard: Amounts;
  readonly status?: { readonly hard?: Amounts; readonly used?: Amounts };
  readonly measured: Amounts;
  readonly isRising?: boolean;
}

function decided({ hard, status, measured, isRising = false }: Observation): QuotaDecision {
  const quota = { kind: "ResourceQuota", apiVersion: "v1", metadata: {}, spec: { hard }, status } as ResourceQuota;
  return decide({ quota, measured: amountsOf(measured), isRising });
}

const hard = { pods: "5", "count/unknown.example.com": "1" };

test("a new quota gets its limits and the measured use, and is measured again soon", () => {
  expect(decided({ hard, measured: { pods: "2", secrets: "1" } })).toEqual({
    status: { hard, used: { pods: "2" } },
    isProvisional: true,
  });
});

test("amounts that could not be measured keep their values, and those without a limit are removed", () => {
  const status = {
    hard: { ...hard, secrets: "1" },
    used: { pods: "4", "count/unknown.example.com": "1", secrets: "1" },
  };
  expect(decided({ hard, status, measured: { pods: "2" } })).toEqual({
    status: { hard, used: { pods: "2", "count/unknown.example.com": "1" } },
    isProvisional: false,
  });
});

test("a status that is up to date is not written, whatever its notation", () => {
  const limits = { "requests.memory": "1Gi" };
  const status = { hard: { "requests.memory": "1024Mi" }, used: { "requests.memory": "1Mi" } };
  expect(decided({ hard: limits, status, measured: { "requests.memory": "1024Ki" } })).toEqual({
    status: undefined,
    isProvisional: false,
  });
});

test("an empty status is written once", () => {
  expect(decided({ hard: {}, measured: {} }).status).toEqual({ hard: {}, used: {} });
  expect(decided({ hard: {}, status: { hard: {}, used: {} }, measured: {} }).status).toBeUndefined();
});

test("no amount becomes less while the use is rising", () => {
  const status = { hard: { pods: "5", secrets: "5" }, used: { pods: "4", secrets: "1" } };
  const observation = { hard: { pods: "5", secrets: "5" }, status, measured: { pods: "2", secrets: "3" } };
  expect(decided({ ...observation, isRising: true })).toEqual({
    status: { hard: { pods: "5", secrets: "5" }, used: { pods: "4", secrets: "3" } },
    isProvisional: true,
  });
  expect(decided(observation)).toEqual({
    status: { hard: { pods: "5", secrets: "5" }, used: { pods: "2", secrets: "3" } },
    isProvisional: false,
  });
});
