import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, labelled, workload } from "./objects.ts";

/** The first minor version of kubectl with --subresource. */
const minorWithSubresources = 24;

/** Returns a kubectl whose editor replaces a text everywhere. */
function editing(kubectl: Kubectl, before: string, after: string): Kubectl {
  return kubectl.with({ env: { KUBE_EDITOR: `sed -i s/${before}/${after}/` } });
}

describeWithKubectl("kubectl edit", (cluster) => {
  test("kubectl edit stores the edited object", async () => {
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

  test("kubectl edit sends nothing if the editor changes nothing", async () => {
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

  test("kubectl edit opens a rejected edit again with the reason, and keeps a copy", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    // The first call of the editor makes the change. The second finds nothing to replace.
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

  test("kubectl edit --subresource=status writes only the status", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    const editor = editing(kubectl, "replicas:.2", "replicas:\\ 4");
    if (kubectlMinor < minorWithSubresources) {
      expect(await editor.failure`edit deployment web --subresource=status`).toContain("unknown flag: --subresource");
      return;
    }
    await kubectl.out`patch deployment web --subresource=status --type=merge -p ${{ status: { replicas: 2 } }}`;
    expect(await editor.out`edit deployment web --subresource=status`).toBe("deployment.apps/web edited\n");
    const { spec, status } = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    // The editor changed both fields; only the status is written.
    expect([spec.replicas, status.replicas]).toEqual([2, 4]);
  });
});
