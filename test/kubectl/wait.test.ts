import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, labelled, pod } from "./objects.ts";

/** The first minor version of kubectl that waits for a JSON path. */
const minorWithJsonPaths = 23;
/** Older versions of kubectl fail if the object whose deletion they wait for does not exist. */
const acceptsAbsence = kubectlMinor >= 21;

describeWithKubectl("kubectl wait", (cluster) => {
  const report = async (kubectl: Kubectl, name: string, status: "True" | "False"): Promise<void> => {
    const condition = { type: "Ready", status, lastTransitionTime: "2025-01-01T00:00:00Z" };
    const answer = await cluster().client.request(`/api/v1/namespaces/${kubectl.namespace}/pods/${name}/status`, {
      method: "PATCH",
      headers: { "content-type": "application/strategic-merge-patch+json" },
      body: { status: { conditions: [condition] } },
    });
    expect(answer.status).toBe(200);
  };

  test("kubectl wait returns when the object gets the condition", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(pod("web"));
    await using waiting = kubectl.start`wait pod/web --for=condition=Ready -v=6`;
    await waiting.waitForWatch();
    await report(kubectl, "web", "False");
    await report(kubectl, "web", "True");
    expect(await waiting.take(1)).toEqual(["pod/web condition met"]);
    expect(await waiting.ended()).toBe(0);
    expect(await kubectl.out`wait pod/web --for=condition=Ready`).toBe("pod/web condition met\n");
    expect(await kubectl.failure`wait pod/web --for=condition=Ready=False --timeout=1s`).toBe(
      "error: timed out waiting for the condition on pods/web\n",
    );
  });

  test("kubectl wait waits for a condition of all objects that a selector matches", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(...["a", "b"].map((name) => labelled(pod(name), { tier: "front" })), pod("c"));
    await report(kubectl, "a", "True");
    await report(kubectl, "b", "True");
    expect(await kubectl.out`wait pods -l tier=front --for=condition=Ready`).toBe(
      joinLines("pod/a condition met", "pod/b condition met"),
    );
  });

  test("kubectl wait returns when a JSON path has the value", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { phase: "begun" }));
    const condition = "jsonpath={.data.phase}=done";
    if (kubectlMinor < minorWithJsonPaths) {
      expect(await kubectl.failure`wait configmap/a --for=${condition}`).toBe(
        `error: unrecognized condition: "${condition}"\n`,
      );
      return;
    }
    await using waiting = kubectl.start`wait configmap/a --for=${condition} -v=6`;
    await waiting.waitForWatch();
    await kubectl.out`patch configmap a -p ${{ data: { phase: "halfway" } }}`;
    await kubectl.out`patch configmap a -p ${{ data: { phase: "done" } }}`;
    expect(await waiting.take(1)).toEqual(["configmap/a condition met"]);
    expect(await waiting.ended()).toBe(0);
  });

  test("kubectl wait --for=delete returns when the object is deleted", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a"));
    await using waiting = kubectl.start`wait configmap/a --for=delete -v=6`;
    await waiting.waitForWatch();
    await kubectl.out`patch configmap a -p ${{ data: { phase: "done" } }}`;
    await kubectl.out`delete configmap a`;
    expect(await waiting.take(1)).toEqual(["configmap/a condition met"]);
    expect(await waiting.ended()).toBe(0);
    const { code } = await kubectl.run`wait configmap/a --for=delete`;
    expect(code).toBe(acceptsAbsence ? 0 : 1);
  });

  test("kubectl wait fails at once for a missing object", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.failure`wait pod/nope --for=condition=Ready`).toBe(
      'Error from server (NotFound): pods "nope" not found\n',
    );
    expect(await kubectl.failure`wait pods -l tier=front --for=condition=Ready`).toBe(
      "error: no matching resources found\n",
    );
  });
});
