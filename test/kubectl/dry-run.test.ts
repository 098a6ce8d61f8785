import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, pod } from "./objects.ts";

/**
 * Older versions of kubectl allow a dry run only if the OpenAPI document has extensions under the names of Kubernetes.
 */
const minorWithoutOpenApiCheck = 27;

describeWithKubectl("kubectl --dry-run=server and kubectl diff", (cluster, vocabulary) => {
  const a = async (kubectl: Kubectl) => await cluster().stored(kubectl, "api/v1", "configmaps/a");

  if (vocabulary === "orch" && kubectlMinor < minorWithoutOpenApiCheck) {
    test("kubectl refuses a dry run and a diff if the OpenAPI document uses other names for its extensions", async () => {
      const kubectl = (await cluster().inNewNamespace()).with({ stdin: JSON.stringify(configMap("a")) });
      const complaint = "/v1, Kind=ConfigMap doesn't support dry-run\n";
      expect(await kubectl.failure`create --dry-run=server -f -`).toContain(complaint);
      expect(await kubectl.run`diff -f -`).toMatchObject({ stdout: "", stderr: `error: ${complaint}` });
      expect(await kubectl.out`get configmaps -o name`).toBe("");
    });
    return;
  }

  test("kubectl create and run with --dry-run=server print the object that would be created", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`create deployment web --image=nginx --dry-run=server`).toBe(
      "deployment.apps/web created (server dry run)\n",
    );
    const deployment = JSON.parse(await kubectl.out`create deployment web --image=nginx --dry-run=server -o json`);
    expect(deployment).toMatchObject({
      metadata: { uid: expect.any(String), creationTimestamp: expect.stringMatching(/^2025-01-01T/), generation: 1 },
      spec: { replicas: 1, progressDeadlineSeconds: 600 },
    });
    expect(deployment.metadata).not.toHaveProperty("resourceVersion");
    const webPod = JSON.parse(await kubectl.out`run web --image=nginx --dry-run=server -o json`);
    expect(webPod).toMatchObject({ status: { phase: "Pending" }, spec: { dnsPolicy: "ClusterFirst" } });
    expect(await kubectl.out`get deployments,pods -o name`).toBe("");
  });

  test("kubectl with --dry-run=server fails where the real request would fail", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.failure`create deployment Web --image=nginx --dry-run=server`).toContain(
      'Deployment.apps "Web" is invalid: metadata.name: Invalid value: "Web"',
    );
    await kubectl.create(configMap("a"));
    expect(await kubectl.failure`create configmap a --dry-run=server`).toContain('configmaps "a" already exists\n');
    expect(await kubectl.failure`delete configmap b --dry-run=server`).toBe(
      'Error from server (NotFound): configmaps "b" not found\n',
    );
  });

  test("kubectl apply, replace, patch and label with --dry-run=server print the object that would be stored", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { colour: "blue" }));
    const before = await a(kubectl);
    const patch = { data: { colour: "green" } };
    const reading = kubectl.with({ stdin: JSON.stringify(configMap("a", patch.data)) });
    const answers = [
      (await reading.run`apply -f - --dry-run=server -o json`).stdout,
      await reading.out`replace -f - --dry-run=server -o json`,
      await kubectl.out`patch configmap a --dry-run=server -o json -p ${patch}`,
    ];
    for (const answer of answers) {
      expect(JSON.parse(answer)).toMatchObject({ data: patch.data, metadata: { uid: before.metadata.uid } });
    }
    const labelled = await kubectl.out`label configmap a tier=front --dry-run=server -o json`;
    expect(JSON.parse(labelled).metadata.labels).toEqual({ tier: "front" });
    expect(await a(kubectl)).toEqual(before);
  });

  test('kubectl with --dry-run=server prints "(server dry run)" and changes nothing', async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { colour: "blue" }), pod("web"));
    const reading = kubectl.with({ stdin: JSON.stringify(configMap("a", { colour: "green" })) });
    expect((await reading.run`apply -f - --dry-run=server`).stdout).toBe("configmap/a configured (server dry run)\n");
    expect(await reading.out`replace -f - --dry-run=server`).toBe("configmap/a replaced (server dry run)\n");
    expect(await kubectl.out`delete pod/web configmap/a --dry-run=server`).toBe(
      'pod "web" deleted (server dry run)\nconfigmap "a" deleted (server dry run)\n',
    );
    expect(await kubectl.out`get pods,configmaps -o name`).toBe("pod/web\nconfigmap/a\n");
    expect((await a(kubectl)).data).toEqual({ colour: "blue" });
  });

  test("kubectl diff exits with 1 and prints what apply would change, or exits with 0", async () => {
    const kubectl = await cluster().inNewNamespace();
    const object = configMap("a", { colour: "blue", size: "7" });
    const reading = kubectl.with({ stdin: JSON.stringify(object) });
    await reading.out`apply -f -`;
    expect(await reading.out`diff -f -`).toBe("");
    const stdin = [configMap("a", { colour: "green", size: "7" }), configMap("new")]
      .map((one) => JSON.stringify(one))
      .join("\n");
    const { code, stdout, stderr } = await kubectl.with({ stdin }).run`diff -f -`;
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout.split("\n").filter((line) => /^[-+]( {2}\w|\w)/.test(line))).toEqual([
      "-  colour: blue",
      "+  colour: green",
      "+apiVersion: v1",
      "+kind: ConfigMap",
      "+metadata:",
      expect.stringMatching(/^\+ {2}creationTimestamp: "2025-01-01T/),
      "+  name: new",
      `+  namespace: ${kubectl.namespace}`,
      expect.stringMatching(/^\+ {2}uid: [0-9a-f-]{36}$/),
    ]);
    expect(await kubectl.out`get configmaps -o name`).toBe("configmap/a\n");
    expect((await a(kubectl)).data).toEqual(object.data);
  });

  test("kubectl diff exits with 2 or more if the server rejects the object", async () => {
    const kubectl = await cluster().inNewNamespace();
    const { code, stderr } = await kubectl.with({ stdin: JSON.stringify(configMap("Not_A_Name")) }).run`diff -f -`;
    expect(code).toBeGreaterThan(1);
    expect(stderr).toContain('ConfigMap "Not_A_Name" is invalid: metadata.name: Invalid value: "Not_A_Name"');
  });
});
