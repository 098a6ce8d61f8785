import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, labelled, workload } from "./objects.ts";

/** The first that reads and writes other resources of an object than the object. */
const knowsSubresources = 24;

/** An editor in which a person makes one change: replaces a text by another everywhere. */
function editing(kubectl: Kubectl, before: string, after: string): Kubectl {
  return kubectl.with({ env: { KUBE_EDITOR: `sed -i s/${before}/${after}/` } });
}

describeWithKubectl("kubectl edit", (cluster) => {
  test("what the editor leaves is what the object becomes", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(labelled(configMap("a", { colour: "blue", size: "7" }), { tier: "front" }));
    expect(await editing(kubectl, "blue", "green").out`edit configmap a`).toBe("configmap/a edited\n");
    expect(await cluster().stored(kubectl, "api/v1", "configmaps/a")).toMatchObject({
      metadata: { labels: { tier: "front" } },
      data: { colour: "green", size: "7" },
    });
    expect(await editing(kubectl, "tier:.front", "role:\\ front").out`edit configmap a`).toBe("configmap/a edited\n");
    expect((await cluster().stored(kubectl, "api/v1", "configmaps/a")).metadata.labels).toEqual({ role: "front" });
  });

  test("what is not changed is not sent", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { colour: "blue" }));
    const before = await cluster().stored(kubectl, "api/v1", "configmaps/a");
    expect(await editing(kubectl, "unicorn", "horse").run`edit configmap a`).toEqual({
      code: 0,
      stdout: "",
      stderr: "Edit cancelled, no changes made.\n",
    });
    expect(await cluster().stored(kubectl, "api/v1", "configmaps/a")).toEqual(before);
  });

  test("an edit that the server refuses is offered again with the reason, and a copy is kept", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    // Makes the change the first time; the second time there is nothing left to change.
    const stubborn = editing(kubectl, "maxSurge:.25%", "maxSurge:\\ many");
    const complaint = await stubborn.failure`edit deployment web`;
    expect(complaint).toContain(
      'error: deployments.apps "web" is invalid\nA copy of your changes has been stored to "',
    );
    expect(complaint).toContain("error: Edit cancelled, no valid changes were saved.\n");
    const path = /stored to "([^"]+)"/.exec(complaint)?.[1] ?? "";
    expect(await readdir(cluster().directory)).toContain(path.slice(cluster().directory.length + 1));
    const copy = await readFile(join(path), "utf8");
    expect(copy).toContain('# deployments.apps "web" was not valid:\n');
    expect(copy).toContain("# * spec.strategy.rollingUpdate.maxSurge: Invalid value: ");
    expect((await cluster().stored(kubectl, "apis/apps/v1", "deployments/web")).spec.strategy.rollingUpdate).toEqual({
      maxSurge: "25%",
      maxUnavailable: "25%",
    });
  });

  test("the status is edited in place of the object", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    const editor = editing(kubectl, "replicas:.2", "replicas:\\ 4");
    if (kubectlMinor < knowsSubresources) {
      expect(await editor.failure`edit deployment web --subresource=status`).toContain("unknown flag: --subresource");
      return;
    }
    await kubectl.out`patch deployment web --subresource=status --type=merge -p ${{ status: { replicas: 2 } }}`;
    expect(await editor.out`edit deployment web --subresource=status`).toBe("deployment.apps/web edited\n");
    const { spec, status } = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    // The editor has changed both; only the status is written.
    expect([spec.replicas, status.replicas]).toEqual([2, 4]);
  });
});
