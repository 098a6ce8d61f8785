import { describe, expect, test } from "vitest";
import { TestedPlugin } from "./testing/requests.ts";

const conforming = {
  containers: [
    {
      name: "a",
      image: "i",
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      },
    },
  ],
};
const hostPid = { ...conforming, hostPID: true };
const rejection = [
  403,
  'pods "a" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)',
];

describe("Pods", () => {
  test("PodSecurity rejects a Pod that violates the enforced level", async () => {
    const plugin = new TestedPlugin({ labels: { enforce: "baseline" } });
    expect(await plugin.sendPod(hostPid)).toEqual({ rejection, warnings: [] });
    expect(await plugin.sendPod(conforming)).toEqual({ rejection: undefined, warnings: [] });
  });

  test("a Pod that is rejected causes no warnings", async () => {
    const plugin = new TestedPlugin({ labels: { enforce: "baseline", warn: "restricted" } });
    expect(await plugin.sendPod({ containers: [], hostPID: true })).toEqual({ rejection, warnings: [] });
  });

  test("PodSecurity warns about a Pod that violates the level of warnings in its version", async () => {
    const plugin = new TestedPlugin({ labels: { warn: "baseline", "warn-version": "v1.20" } });
    const warning = 'would violate PodSecurity "baseline:v1.20": host namespaces (hostPID=true)';
    expect(await plugin.sendPod(hostPid)).toEqual({ rejection: undefined, warnings: [warning] });
  });

  test("an invalid label enforces the strictest level", async () => {
    const plugin = new TestedPlugin({ labels: { enforce: "x" } });
    const { rejection: answer } = await plugin.sendPod(hostPid);
    expect(answer?.[1]).toContain('violates PodSecurity "restricted:latest": host namespaces (hostPID=true)');
    expect(plugin.counts("errors")).toEqual([
      '{fatal="false",request_operation="create",resource="pod",subresource=""} 1',
    ]);
  });

  test("a Pod in a namespace that does not exist is an internal error", async () => {
    const plugin = new TestedPlugin({ labels: undefined });
    const { rejection: answer } = await plugin.sendPod(conforming);
    expect(answer).toEqual([500, 'Internal error occurred: failed to lookup namespace "shop"']);
    expect(plugin.counts("errors")).toEqual([
      '{fatal="true",request_operation="create",resource="pod",subresource=""} 1',
    ]);
  });

  test("the gate of user namespaces permits root in them", async () => {
    const spec = { ...conforming, hostUsers: false, securityContext: { runAsUser: 0 } };
    const labels = { enforce: "restricted" };
    expect((await new TestedPlugin({ labels }).sendPod(spec)).rejection?.[1]).toContain("runAsUser=0");
    const trusting = new TestedPlugin({ labels, trustsUserNamespaces: true });
    expect((await trusting.sendPod(spec)).rejection).toBeUndefined();
  });
});

describe("updates of Pods", () => {
  const [container] = conforming.containers;
  const podWith = (spec: object): object => ({ metadata: { name: "a" }, spec: { ...hostPid, ...spec } });

  test.each<[string, object, object, boolean]>([
    ["no change", {}, {}, false],
    ["a new label", { activeDeadlineSeconds: 1 }, {}, false],
    ["another image", { containers: [{ ...container, image: "j" }] }, {}, true],
    ["another container", { containers: [container, { name: "b", image: "i" }] }, {}, true],
    [
      "another image of an init container",
      { initContainers: [{ name: "b", image: "j" }] },
      { initContainers: [{ name: "b", image: "i" }] },
      true,
    ],
    ["a new ephemeral container", { ephemeralContainers: [{ name: "e", image: "i" }] }, {}, true],
    [
      "an ephemeral container that exists",
      { ephemeralContainers: [{ name: "e", image: "i" }] },
      { ephemeralContainers: [{ name: "e", image: "i" }] },
      false,
    ],
    [
      "an ephemeral container with another image",
      { ephemeralContainers: [{ name: "e", image: "j" }] },
      { ephemeralContainers: [{ name: "e", image: "i" }] },
      true,
    ],
    ["a removed ephemeral container", {}, { ephemeralContainers: [{ name: "e", image: "i" }] }, false],
  ])("PodSecurity checks only updates that bring other images: %s", async (_, next, old, isChecked) => {
    const plugin = new TestedPlugin({ labels: { enforce: "baseline" } });
    const { rejection: answer } = await plugin.sendPod(
      { ...hostPid, ...next },
      {
        operation: "UPDATE",
        oldObject: podWith(old) as never,
      },
    );
    expect(answer).toEqual(isChecked ? rejection : undefined);
  });
});

describe("templates", () => {
  const deployments = {
    kind: { group: "apps", version: "v1", kind: "Deployment" },
    resource: { group: "apps", version: "v1", resource: "deployments" },
  };
  const cronJobs = {
    kind: { group: "batch", version: "v1", kind: "CronJob" },
    resource: { group: "batch", version: "v1", resource: "cronjobs" },
  };
  const warning = 'would violate PodSecurity "baseline:latest": host namespaces (hostPID=true)';

  test.each([
    ["a Deployment", deployments, { spec: { template: { spec: hostPid } } }],
    ["a CronJob", cronJobs, { spec: { jobTemplate: { spec: { template: { spec: hostPid } } } } }],
  ])("PodSecurity admits %s and warns about its template", async (_, request, body) => {
    const plugin = new TestedPlugin({ labels: { enforce: "baseline" } });
    const object = { kind: "", apiVersion: "", metadata: { name: "a" }, ...body };
    expect(await plugin.send({ ...request, object })).toEqual({ rejection: undefined, warnings: [warning] });
    expect(plugin.counts("evaluations")).toEqual([
      '{decision="deny",policy_level="baseline",policy_version="latest",mode="warn",request_operation="create",resource="controller",subresource=""} 1',
    ]);
  });

  test("an object without a template causes no warning", async () => {
    const plugin = new TestedPlugin({ labels: { enforce: "baseline" } });
    const request = { ...deployments, resource: { group: "", version: "v1", resource: "replicationcontrollers" } };
    const object = { kind: "", apiVersion: "", metadata: { name: "a" }, spec: {} };
    expect(await plugin.send({ ...request, object })).toEqual({ rejection: undefined, warnings: [] });
  });

  test("a template in a namespace that does not exist is admitted", async () => {
    const plugin = new TestedPlugin({ labels: undefined });
    const object = { kind: "", apiVersion: "", metadata: { name: "a" }, spec: { template: { spec: hostPid } } };
    expect(await plugin.send({ ...deployments, object })).toEqual({ rejection: undefined, warnings: [] });
    expect(plugin.counts("errors")).toEqual([
      '{fatal="true",request_operation="create",resource="controller",subresource=""} 1',
    ]);
  });
});

describe("exemptions", () => {
  const labels = { enforce: "baseline" };
  const none = { usernames: [], namespaces: [], runtimeClasses: [] };

  test.each([
    ["namespace", { ...none, namespaces: ["shop"] }],
    ["user", { ...none, usernames: ["alice"] }],
    ["runtime class", { ...none, runtimeClasses: ["safe"] }],
  ])("PodSecurity does not check the Pods of an exempt %s", async (_, exemptions) => {
    const plugin = new TestedPlugin({ labels, settings: { exemptions } });
    const answer = await plugin.sendPod({ ...hostPid, runtimeClassName: "safe" });
    expect(answer).toEqual({ rejection: undefined, warnings: [] });
    expect(plugin.counts("exemptions")).toEqual(['{request_operation="create",resource="pod",subresource=""} 1']);
    expect(plugin.counts("evaluations")).toEqual([]);
  });

  test("PodSecurity checks Pods of others", async () => {
    const exemptions = { usernames: ["bob"], namespaces: ["other"], runtimeClasses: ["other"] };
    const plugin = new TestedPlugin({ labels, settings: { exemptions } });
    expect((await plugin.sendPod({ ...hostPid, runtimeClassName: "safe" })).rejection).toEqual(rejection);
  });

  const settings = { exemptions: { ...none, namespaces: ["shop"] } };

  test("labels of an exempt namespace cause a warning", async () => {
    const plugin = new TestedPlugin({ labels, settings });
    const warning = (policy: string): string =>
      `namespace "shop" is exempt from Pod Security, and the policy (${policy}) will be ignored`;
    expect((await plugin.label({ enforce: "baseline" })).warnings).toEqual([warning("enforce=baseline:latest")]);
    expect((await plugin.label({ audit: "baseline", "warn-version": "v1.2" })).warnings).toEqual([
      warning("audit=baseline:latest"),
    ]);
    expect((await plugin.label({ enforce: "restricted", warn: "baseline" }, {})).warnings).toEqual([
      warning("enforce=restricted:latest, warn=baseline:latest"),
    ]);
    expect((await plugin.label({ enforce: "privileged" })).warnings).toEqual([]);
    expect((await plugin.label({ enforce: "baseline" }, undefined, "other")).warnings).toEqual([]);
  });
});

describe("the policy of namespaces without labels", () => {
  const level = { level: "baseline", version: "latest" } as const;
  const privileged = { level: "privileged", version: "latest" } as const;
  const settings = { defaults: { enforce: level, audit: privileged, warn: privileged } };

  test("the configuration sets it", async () => {
    expect((await new TestedPlugin({ labels: {}, settings }).sendPod(hostPid)).rejection).toEqual(rejection);
    const labelled = new TestedPlugin({ labels: { enforce: "privileged" }, settings });
    expect(await labelled.sendPod(hostPid)).toEqual({ rejection: undefined, warnings: [] });
  });

  test("a default level that is enforced causes no warnings", async () => {
    const plugin = new TestedPlugin({ labels: {}, settings });
    const object = { kind: "", apiVersion: "", metadata: { name: "a" }, spec: { template: { spec: hostPid } } };
    const resource = { group: "apps", version: "v1", resource: "deployments" };
    expect(await plugin.send({ resource, object })).toEqual({ rejection: undefined, warnings: [] });
  });
});

describe("metrics", () => {
  test("PodSecurity counts each mode with its level and version", async () => {
    const labels = {
      enforce: "baseline",
      "enforce-version": "v1.31",
      audit: "restricted",
      "audit-version": "v1.33",
      warn: "restricted",
    };
    const plugin = new TestedPlugin({ labels });
    await plugin.sendPod({ ...conforming, securityContext: { runAsUser: 0 } });
    await plugin.sendPod(hostPid);
    const counts = plugin
      .counts("evaluations")
      .map((line) => line.replace(/,request_operation="create",resource="pod",subresource=""/, ""));
    expect(counts.toSorted()).toEqual(
      [
        '{decision="allow",policy_level="baseline",policy_version="v1.31",mode="enforce"} 1',
        '{decision="deny",policy_level="baseline",policy_version="v1.31",mode="enforce"} 1',
        '{decision="deny",policy_level="restricted",policy_version="future",mode="audit"} 2',
        '{decision="deny",policy_level="restricted",policy_version="latest",mode="warn"} 1',
      ].toSorted(),
    );
  });

  test("PodSecurity counts Pods of privileged namespaces, and shows 0 before the first one", async () => {
    const plugin = new TestedPlugin({ labels: { "enforce-version": "v1.2" } });
    const series =
      'pod_security_evaluations_total{decision="allow",policy_level="privileged",policy_version="latest",mode="enforce",request_operation="create",resource="pod",subresource=""}';
    expect(plugin.metrics.render()).toContain(`${series} 0\n`);
    await plugin.sendPod(hostPid);
    expect(plugin.metrics.render()).toContain(`${series} 1\n`);
  });
});
