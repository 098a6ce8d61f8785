import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl } from "../support/kubectl.ts";
import { pod } from "./objects.ts";

describeWithKubectl("kubectl and Pods", (cluster) => {
  /** Creates a node and a Pod that runs on it. */
  async function createRunningPod(kubectl: Kubectl, node: string): Promise<void> {
    await cluster().kubectl.create({ kind: "Node", apiVersion: "v1", metadata: { name: node } });
    await kubectl.create(pod("web", { nodeName: node }));
    const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
    await kubectl.out`patch pod web --subresource=status --type=merge -p ${{ status }}`;
  }

  test("kubectl debug adds an ephemeral container", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(pod("web"));
    await kubectl.out`debug web --image=busybox:1.37 --container=debugger --profile=general`;
    expect(await kubectl.out`get pod web -o ${"jsonpath={.spec.ephemeralContainers[*].name}"}`).toBe("debugger");
    expect(await kubectl.failure`debug web --image=busybox:1.37 --container=debugger --profile=general`).toContain(
      "debugger",
    );
  });

  test("kubectl logs, exec, attach and port-forward report that the node has no agent", async () => {
    const kubectl = await cluster().inNewNamespace();
    await createRunningPod(kubectl, "agentless");
    const complaint = joinLines(
      'Error from server (ServiceUnavailable): error dialing backend: no node agent is connected to node "agentless"',
    );
    expect(await kubectl.failure`logs web`).toBe(complaint);
    expect(await kubectl.failure`exec web -- ls`).toBe(complaint);
    expect(await kubectl.failure`attach web`).toContain(complaint);
    expect(await kubectl.failure`port-forward web 8080:80`).toContain("no node agent is connected");
    expect(await kubectl.failure`logs web -c other`).toBe(joinLines("error: container other is not valid for pod web"));
  });

  test("kubectl create --raw posts an Eviction, which deletes the Pod", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(pod("web"));
    const stdin = JSON.stringify({ kind: "Eviction", apiVersion: "policy/v1", metadata: { name: "web" } });
    const path = `/api/v1/namespaces/${kubectl.namespace}/pods/web/eviction`;
    const answer = await kubectl.with({ stdin }).out`create --raw ${path} -f -`;
    expect(JSON.parse(answer)).toMatchObject({ kind: "Status", status: "Success" });
    expect(await kubectl.failure`get pod web`).toContain('pods "web" not found');
  });

  test("kubectl drain evicts the Pods of a node if their budgets allow it", async () => {
    const kubectl = await cluster().inNewNamespace();
    await createRunningPod(kubectl, "drained");
    const spec = { minAvailable: 1, selector: {} };
    await kubectl.create({ kind: "PodDisruptionBudget", apiVersion: "policy/v1", metadata: { name: "all" }, spec });
    const setAllowed = (disruptionsAllowed: number): Promise<string> => {
      const status = { observedGeneration: 1, desiredHealthy: 1, currentHealthy: 1, disruptionsAllowed };
      return kubectl.out`patch pdb all --subresource=status --type=merge -p ${{ status }}`;
    };
    await setAllowed(0);
    const path = `/api/v1/namespaces/${kubectl.namespace}/pods/web/eviction`;
    const stdin = JSON.stringify({ kind: "Eviction", apiVersion: "policy/v1", metadata: { name: "web" } });
    expect(await kubectl.with({ stdin }).failure`create --raw ${path} -f -`).toBe(
      joinLines(
        "Error from server (TooManyRequests): Cannot evict pod as it would violate the pod's disruption budget.",
      ),
    );
    await setAllowed(1);
    expect(await kubectl.run`drain drained --force --grace-period=0`).toEqual({
      code: 0,
      stdout: joinLines(
        "node/drained cordoned",
        `evicting pod ${kubectl.namespace}/web`,
        "pod/web evicted",
        "node/drained drained",
      ),
      stderr: expect.stringContaining(`Warning: deleting Pods that declare no controller: ${kubectl.namespace}/web`),
    });
    expect(await kubectl.out`get pdb all -o ${"jsonpath={.status.disruptionsAllowed}"}`).toBe("0");
  });
});
