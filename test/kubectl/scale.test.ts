import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, labelled, workload } from "./objects.ts";

/** Older versions of kubectl do not print "(server dry run)". */
const printsDryRun = kubectlMinor >= 21;

describeWithKubectl("kubectl scale", (cluster) => {
  const replicasOf = async (kubectl: Kubectl, name = "web"): Promise<number> =>
    (await cluster().stored(kubectl, "apis/apps/v1", `replicasets/${name}`)).spec.replicas;

  test("kubectl scale sets the replicas of one object or of several", async () => {
    const kubectl = await cluster().inNewNamespace();
    const [web, other] = [workload("ReplicaSet", "web", 2), workload("ReplicaSet", "other", 2)];
    await kubectl.create(labelled(web, { tier: "front" }), other);
    expect(await kubectl.out`scale replicaset web --replicas=4`).toBe("replicaset.apps/web scaled\n");
    expect([await replicasOf(kubectl), await replicasOf(kubectl, "other")]).toEqual([4, 2]);
    expect(await kubectl.out`scale replicaset --replicas=0 -l tier=front`).toBe("replicaset.apps/web scaled\n");
    expect([await replicasOf(kubectl), await replicasOf(kubectl, "other")]).toEqual([0, 2]);
    expect(await kubectl.out`scale rs/web rs/other --replicas=7`).toBe(
      joinLines("replicaset.apps/web scaled", "replicaset.apps/other scaled"),
    );
    expect([await replicasOf(kubectl), await replicasOf(kubectl, "other")]).toEqual([7, 7]);
  });

  test("kubectl scale fails unless --current-replicas and --resource-version match", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("ReplicaSet", "web", 2));
    expect(await kubectl.failure`scale replicaset web --current-replicas=3 --replicas=4`).toBe(
      "error: Expected replicas to be 3, was 2\n",
    );
    expect(await kubectl.out`scale replicaset web --current-replicas=2 --replicas=4`).toBe(
      "replicaset.apps/web scaled\n",
    );
    expect(await replicasOf(kubectl)).toBe(4);
    expect(await kubectl.failure`scale replicaset web --resource-version=1 --replicas=5`).toMatch(
      /^error: Expected resource version to be 1, was \d+\n$/,
    );
    expect(await replicasOf(kubectl)).toBe(4);
  });

  test("kubectl scale fails for a kind without scale and for a missing object", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a"));
    expect(await kubectl.failure`scale configmap a --replicas=1`).toBe(
      "Error from server (NotFound): the server could not find the requested resource\n",
    );
    expect(await kubectl.failure`scale replicaset nope --replicas=1`).toMatch(
      /replicasets\.apps "nope" not found|no objects passed to scale/,
    );
  });

  test("kubectl scale --dry-run=server changes nothing", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("ReplicaSet", "web", 2));
    expect(await kubectl.out`scale replicaset web --replicas=4 --dry-run=server`).toBe(
      `replicaset.apps/web scaled${printsDryRun ? " (server dry run)" : ""}\n`,
    );
    expect(await replicasOf(kubectl)).toBe(2);
  });
});
