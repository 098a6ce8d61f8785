import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl } from "../support/kubectl.ts";
import { configMap, labelled, pod, workload } from "./objects.ts";

const immediate =
  "arning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.\n";

describeWithKubectl("kubectl delete", (cluster) => {
  const metadataOf = async (kubectl: Kubectl, kind: string, name: string) =>
    (await cluster().stored(kubectl, "apis/apps/v1", `${kind}/${name}`)).metadata;

  test("kubectl delete deletes objects by name and reports missing ones", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a"), configMap("b"), configMap("c"), pod("web"));
    expect(await kubectl.out`delete configmap a b`).toBe(joinLines('configmap "a" deleted', 'configmap "b" deleted'));
    expect(await kubectl.out`delete configmap/c pod/web`).toBe(joinLines('configmap "c" deleted', 'pod "web" deleted'));
    expect(await kubectl.out`get configmaps,pods -o name`).toBe("");
    expect(await kubectl.failure`delete configmap a`).toBe('Error from server (NotFound): configmaps "a" not found\n');
    expect(await kubectl.out`delete configmap a --ignore-not-found`).toBe("");
  });

  test("kubectl delete -f deletes the objects of a file in its order", async () => {
    const kubectl = await cluster().inNewNamespace();
    const objects = [pod("web"), configMap("a")];
    await kubectl.create(...objects);
    const stdin = objects.map((object) => JSON.stringify(object)).join("\n");
    expect(await kubectl.with({ stdin }).out`delete -f -`).toBe(
      joinLines('pod "web" deleted', 'configmap "a" deleted'),
    );
  });

  test("kubectl delete deletes objects by label, by field, or all of a type", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(
      labelled(configMap("a"), { tier: "front" }),
      labelled(configMap("b"), { tier: "back" }),
      configMap("c"),
      configMap("d"),
    );
    expect(await kubectl.out`delete configmaps -l tier=front`).toBe('configmap "a" deleted\n');
    expect(await kubectl.out`delete configmaps --field-selector metadata.name=d`).toBe('configmap "d" deleted\n');
    expect(await kubectl.out`delete configmaps,pods --all`).toBe(
      joinLines('configmap "b" deleted', 'configmap "c" deleted'),
    );
    expect(await kubectl.out`delete configmaps --all`).toBe("No resources found\n");
  });

  test("kubectl delete waits until the last finalizer is removed", async () => {
    const kubectl = await cluster().inNewNamespace();
    const object = configMap("a");
    await kubectl.create({ ...object, metadata: { ...object.metadata, finalizers: ["example.com/cleanup"] } });
    await using deletion = kubectl.start`delete configmap a -v=6`;
    expect(await deletion.take(1)).toEqual(['configmap "a" deleted']);
    await deletion.waitForWatch();
    expect((await cluster().stored(kubectl, "api/v1", "configmaps/a")).metadata).toMatchObject({
      deletionTimestamp: expect.any(String),
      finalizers: ["example.com/cleanup"],
    });
    await kubectl.out`patch configmap a --type=merge -p ${{ metadata: { finalizers: null } }}`;
    expect(await deletion.ended()).toBe(0);
    expect(await kubectl.out`get configmaps -o name`).toBe("");
  });

  test("kubectl delete --cascade sets the finalizer of the propagation policy", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(...["a", "b", "c"].map((name) => workload("ReplicaSet", name, 1)));
    expect(await kubectl.out`delete replicaset a --cascade=background --wait=false`).toBe(
      'replicaset.apps "a" deleted\n',
    );
    expect(await kubectl.failure`get replicaset a`).toBe(
      'Error from server (NotFound): replicasets.apps "a" not found\n',
    );
    expect(await kubectl.out`delete replicaset b --cascade=orphan --wait=false`).toBe('replicaset.apps "b" deleted\n');
    expect(await metadataOf(kubectl, "replicasets", "b")).toMatchObject({
      deletionTimestamp: expect.any(String),
      finalizers: ["orphan"],
    });
    expect(await kubectl.out`delete replicaset c --cascade=foreground --wait=false`).toBe(
      'replicaset.apps "c" deleted\n',
    );
    expect(await metadataOf(kubectl, "replicasets", "c")).toMatchObject({
      deletionTimestamp: expect.any(String),
      finalizers: ["foregroundDeletion"],
    });
  });

  test("kubectl delete gives a Pod on a node its grace period, a shorter one on request, or none with --force", async () => {
    const kubectl = await cluster().inNewNamespace();
    const onNode = { nodeName: "worker-1" };
    await kubectl.create(pod("patient", onNode), pod("quick", onNode), pod("forced", onNode), pod("unplaced"));
    const graceOf = async (name: string) =>
      (await cluster().stored(kubectl, "api/v1", `pods/${name}`)).metadata.deletionGracePeriodSeconds;
    expect(await kubectl.out`delete pod patient --wait=false`).toBe('pod "patient" deleted\n');
    expect(await graceOf("patient")).toBe(30);
    expect(await kubectl.out`get pod patient --no-headers`).toMatch(/^patient +0\/1 +Terminating +0 +0s\n$/);
    expect(await kubectl.out`delete pod patient --grace-period=5 --wait=false`).toBe('pod "patient" deleted\n');
    expect(await graceOf("patient")).toBe(5);
    expect(await kubectl.out`delete pod quick --now --wait=false`).toBe('pod "quick" deleted\n');
    expect(await graceOf("quick")).toBe(1);
    const { code, stdout, stderr } = await kubectl.run`delete pod forced --grace-period=0 --force`;
    expect([code, stdout]).toEqual([0, 'pod "forced" force deleted\n']);
    expect(stderr).toContain(immediate);
    expect(await kubectl.out`delete pod unplaced`).toBe('pod "unplaced" deleted\n');
    expect(await kubectl.out`get pods -o name`).toBe(joinLines("pod/patient", "pod/quick"));
  });

  test("a deleted namespace is Terminating and accepts no new objects, and the namespace default cannot be deleted", async () => {
    const { kubectl } = cluster();
    await kubectl.out`create namespace shop`;
    expect(await kubectl.out`delete namespace shop --wait=false`).toBe('namespace "shop" deleted\n');
    expect(await kubectl.out`get namespace shop --no-headers`).toMatch(/^shop +Terminating +0s\n$/);
    expect(await kubectl.inNamespace("shop").failure`create configmap a`).toContain(
      'configmaps "a" is forbidden: unable to create new content in namespace shop because it is being terminated\n',
    );
    expect(await kubectl.failure`delete namespace default`).toBe(
      'Error from server (Forbidden): namespaces "default" is forbidden: this namespace may not be deleted\n',
    );
  });
});
