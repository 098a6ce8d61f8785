import { describe, expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { MetricRegistry } from "../base/metrics.ts";
import { forbidden } from "../meta/status-error.ts";
import { PendingConversion } from "../schema/index.ts";
import { Admission } from "./admission.ts";
import { AdmissionMetrics } from "./admission-metrics.ts";
import type { AdmissionOperation, AdmissionPlugin, PluginDefinition, PluginResource } from "./plugin.ts";
import { admissionOf, configMapRequest } from "./testing/requests.ts";

interface PluginParts {
  readonly operations?: readonly AdmissionOperation[];
  readonly resources?: readonly PluginResource[];
  readonly keepsObject?: boolean;
}

function definition(name: string, plugin: AdmissionPlugin, parts: PluginParts = {}): PluginDefinition {
  return { name, operations: ["CREATE"], keepsObject: false, load: () => plugin, ...parts };
}

/** Returns a plugin that records its calls in `seen`. */
function recording(name: string, seen: string[], parts?: PluginParts): PluginDefinition {
  const plugin: AdmissionPlugin = {
    admit: async ({ operation }) => void seen.push(`${name} admits ${operation}`),
    validate: async ({ operation }) => void seen.push(`${name} validates ${operation}`),
  };
  return definition(name, plugin, parts);
}

describe("admission phases", () => {
  test("Admission calls the plugins in order", async () => {
    const seen: string[] = [];
    const admission = admissionOf(recording("one", seen), recording("two", seen));
    await admission.admit(configMapRequest());
    await admission.validate(configMapRequest());
    expect(seen).toEqual(["one admits CREATE", "two admits CREATE", "one validates CREATE", "two validates CREATE"]);
  });

  test("Admission calls a plugin only for its operations", async () => {
    const seen: string[] = [];
    const admission = admissionOf(recording("one", seen, { operations: ["UPDATE", "DELETE"] }));
    for (const operation of ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const) {
      await admission.admit(configMapRequest({ operation }));
      await admission.validate(configMapRequest({ operation }));
    }
    expect(seen).toEqual(["one admits UPDATE", "one validates UPDATE", "one admits DELETE", "one validates DELETE"]);
  });

  test("Admission stops after the first plugin that rejects", async () => {
    const seen: string[] = [];
    const reject = (): Promise<void> =>
      Promise.reject(forbidden({ group: "", resource: "configmaps" }, "a", "because"));
    const rejecting = definition("rejecting", { admit: reject, validate: reject });
    const admission = admissionOf(recording("one", seen), rejecting, recording("two", seen));
    const rejection = { code: 403, message: 'configmaps "a" is forbidden: because' };
    await expect(admission.admit(configMapRequest())).rejects.toMatchObject(rejection);
    await expect(admission.validate(configMapRequest())).rejects.toMatchObject(rejection);
    expect(seen).toEqual(["one admits CREATE", "one validates CREATE"]);
  });

  test("Admission skips plugins that do not implement the phase", async () => {
    const admission = admissionOf(definition("idle", {}));
    await admission.admit(configMapRequest());
    await admission.validate(configMapRequest());
  });
});

test("Admission passes the changes of a plugin to later plugins", async () => {
  const labels: unknown[] = [];
  const first = definition("first", {
    admit: async ({ object }) => {
      if (object) object.metadata.labels = { added: "yes" };
    },
  });
  const second = definition("second", { admit: async ({ object }) => void labels.push(object?.metadata.labels) });
  await admissionOf(first, second).admit(configMapRequest());
  expect(labels).toEqual([{ added: "yes" }]);
});

test("Admission without plugins admits all requests", async () => {
  await admissionOf().admit(configMapRequest({ operation: "DELETE" }));
  await admissionOf().validate(configMapRequest({ operation: "DELETE" }));
});

describe("resources of plugins", () => {
  const secrets = { group: "", resource: "secrets" };
  const status = { group: "", resource: "configmaps", subresource: "status" };

  test("Admission calls a plugin only for its resources and subresources", async () => {
    const seen: string[] = [];
    const admission = admissionOf(
      recording("all", seen),
      recording("secrets", seen, { resources: [secrets] }),
      recording("status", seen, { resources: [status] }),
    );
    await admission.admit(configMapRequest());
    expect(seen.splice(0)).toEqual(["all admits CREATE"]);
    await admission.admit(configMapRequest({ resource: { group: "", version: "v1", resource: "secrets" } }));
    expect(seen.splice(0)).toEqual(["all admits CREATE", "secrets admits CREATE"]);
    await admission.admit(configMapRequest({ subresource: "status" }));
    expect(seen.splice(0)).toEqual(["all admits CREATE", "status admits CREATE"]);
    await admission.admit(configMapRequest({ resource: { group: "example.com", version: "v1", resource: "secrets" } }));
    expect(seen.splice(0)).toEqual(["all admits CREATE"]);
  });

  test("Admission knows whether a plugin may change the object of a request", () => {
    const admission = admissionOf(
      recording("all", [], { keepsObject: true }),
      recording("secrets", [], { resources: [secrets] }),
    );
    const ofResource = (resource: string): boolean =>
      admission.mayChange({ operation: "CREATE", resource: { group: "", version: "v1", resource }, subresource: "" });
    expect([ofResource("configmaps"), ofResource("secrets")]).toEqual([false, true]);
  });
});

test("a plugin is loaded once, with the first request that it sees", async () => {
  const seen: string[] = [];
  let loads = 0;
  const plugin: AdmissionPlugin = { admit: async () => void seen.push("admits") };
  const lazy: PluginDefinition = {
    ...definition("lazy", plugin),
    load: async () => {
      loads++;
      return plugin;
    },
  };
  const admission = admissionOf(lazy);
  await admission.admit(configMapRequest({ operation: "DELETE" }));
  expect(loads).toBe(0);
  await Promise.all([admission.admit(configMapRequest()), admission.admit(configMapRequest())]);
  await admission.admit(configMapRequest());
  expect([loads, seen.length]).toEqual([1, 3]);
});

test("a plugin that could not be loaded is loaded again with the next request", async () => {
  let loads = 0;
  const failing: PluginDefinition = {
    ...definition("failing", {}),
    load: async () => {
      loads++;
      if (loads === 1) throw new Error("no file");
      return {};
    },
  };
  const admission = admissionOf(failing);
  await expect(admission.admit(configMapRequest())).rejects.toThrow("no file");
  await admission.admit(configMapRequest());
  expect(loads).toBe(2);
});

test("Admission measures each plugin and each phase", async () => {
  const registry = new MetricRegistry();
  const clock = new ManualClock();
  const slow = definition("slow", { admit: async () => await clock.advance(200) });
  const rejecting = definition("rejecting", {
    validate: () => Promise.reject(forbidden({ group: "", resource: "configmaps" }, "a", "because")),
  });
  const admission = new Admission([slow, rejecting], { clock, metrics: new AdmissionMetrics(registry, clock) });
  await admission.admit(configMapRequest());
  await admission.validate(configMapRequest()).catch(() => {});
  const lines = registry.render().split("\n");
  const plugin = "apiserver_admission_controller_admission_duration_seconds";
  const step = "apiserver_admission_step_admission_duration_seconds";
  expect(lines).toContain(`${plugin}_sum{name="slow",operation="CREATE",rejected="false",type="admit"} 0.2`);
  expect(lines).toContain(`${plugin}_bucket{name="slow",operation="CREATE",rejected="false",type="admit",le="0.1"} 0`);
  expect(lines).toContain(`${plugin}_count{name="rejecting",operation="CREATE",rejected="true",type="validate"} 1`);
  expect(lines).toContain(`${step}_count{operation="CREATE",rejected="false",type="admit"} 1`);
  expect(lines).toContain(`${step}_count{operation="CREATE",rejected="true",type="validate"} 1`);
  const admitted = 'operation="CREATE",rejected="false",type="admit"';
  for (const quantile of ["0.5", "0.9", "0.99"]) {
    const line = lines.find((one) => one.startsWith(`${step}_summary{${admitted},quantile="${quantile}"} `));
    expect(Math.abs(Number(line?.split(" ")[1]) - 0.2)).toBeLessThan(0.003);
  }
  expect(lines).toContain(`${step}_summary_sum{${admitted}} 0.2`);
  expect(lines).toContain(`${step}_summary_count{${admitted}} 1`);
});

describe("rounds of the mutating phase", () => {
  test("all plugins are called a second time, and no third time, if one of them asks for it", async () => {
    const seen: string[] = [];
    const asking = definition("asking", {
      admit: async (_, rounds) => {
        seen.push(rounds.isRepeated ? "asking again" : "asking");
        rounds.repeat();
      },
    });
    await admissionOf(recording("one", seen), asking).admit(configMapRequest());
    expect(seen).toEqual(["one admits CREATE", "asking", "one admits CREATE", "asking again"]);
  });

  test("a plugin that needs a conversion is called again, without those before it", async () => {
    const seen: string[] = [];
    let isConverted = false;
    const converting = definition("converting", {
      admit: async () => {
        if (!isConverted) throw new PendingConversion(() => Promise.resolve((isConverted = true)));
        seen.push("converted");
      },
    });
    await admissionOf(recording("one", seen), converting).admit(configMapRequest());
    expect(seen).toEqual(["one admits CREATE", "converted"]);
  });
});
