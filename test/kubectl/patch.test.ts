import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, labelled, workload } from "./objects.ts";

/** The first minor version of kubectl with --subresource. */
const minorWithSubresources = 24;
/** Older versions of kubectl do not print why the server rejected a patch as a whole. */
const printsRejectionReason = kubectlMinor >= 22;

describeWithKubectl("kubectl patch", (cluster) => {
  const a = async (kubectl: Kubectl) => await cluster().stored(kubectl, "api/v1", "configmaps/a");
  const web = async (kubectl: Kubectl) => await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");

  test("kubectl patch merges containers by name with a strategic merge patch", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    const containers = [
      { name: "nginx", env: [{ name: "LEVEL", value: "debug" }] },
      { name: "proxy", image: "proxy:1" },
    ];
    const patch = { spec: { template: { spec: { containers } } } };
    expect(await kubectl.out`patch deployment web -p ${patch}`).toBe("deployment.apps/web patched\n");
    expect((await web(kubectl)).spec.template.spec.containers).toMatchObject([
      {
        name: "nginx",
        image: "nginx:1.27",
        env: [
          { name: "LEVEL", value: "debug" },
          { name: "MODE", value: "plain" },
        ],
      },
      { name: "proxy", image: "proxy:1", terminationMessagePath: "/dev/termination-log" },
    ]);
    const removal = { spec: { template: { spec: { containers: [{ name: "proxy", $patch: "delete" }] } } } };
    expect(await kubectl.out`patch deployment web --type=strategic -p ${removal}`).toBe(
      "deployment.apps/web patched\n",
    );
    const { metadata, spec } = await web(kubectl);
    expect(spec.template.spec.containers).toMatchObject([{ name: "nginx", image: "nginx:1.27" }]);
    expect(metadata.generation).toBe(3);
  });

  test("kubectl patch --type=merge replaces lists, and null removes a field", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(labelled(configMap("a", { colour: "blue", size: "7" }), { tier: "front" }));
    const patch = { metadata: { labels: null }, data: { colour: "green", size: null, shape: "round" } };
    expect(await kubectl.out`patch configmap a --type=merge -p ${patch}`).toBe("configmap/a patched\n");
    const { metadata, data } = await a(kubectl);
    expect(data).toEqual({ colour: "green", shape: "round" });
    expect(metadata).not.toHaveProperty("labels");
    await kubectl.create(workload("Deployment", "web", 2));
    const containers = [{ name: "only", image: "only:1" }];
    await kubectl.out`patch deployment web --type=merge -p ${{ spec: { template: { spec: { containers } } } }}`;
    expect((await web(kubectl)).spec.template.spec.containers).toMatchObject([{ name: "only", image: "only:1" }]);
  });

  test("kubectl patch --type=json applies all operations or none", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { colour: "blue" }));
    const patch = [
      { op: "test", path: "/data/colour", value: "blue" },
      { op: "move", from: "/data/colour", path: "/data/paint" },
      { op: "add", path: "/metadata/labels", value: { "example.com/tier": "front" } },
    ];
    expect(await kubectl.out`patch configmap a --type=json -p ${patch}`).toBe("configmap/a patched\n");
    const after = await a(kubectl);
    expect([after.data, after.metadata.labels]).toEqual([{ paint: "blue" }, { "example.com/tier": "front" }]);
    expect(await kubectl.failure`patch configmap a --type=json -p ${patch}`).toBe(
      `The request is invalid${printsRejectionReason ? ": the server rejected our request due to an error in our request" : ""}\n`,
    );
    const last = [
      { op: "remove", path: "/metadata/labels/example.com~1tier" },
      { op: "remove", path: "/data/nothing" },
    ];
    expect(await kubectl.failure`patch configmap a --type=json -p ${last}`).toContain("The request is invalid");
    expect(await a(kubectl)).toEqual(after);
  });

  test('kubectl patch prints "(no change)" if the patch changes nothing', async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { colour: "blue" }));
    const before = await a(kubectl);
    expect(await kubectl.out`patch configmap a -p ${{ data: { colour: "blue" } }}`).toBe(
      "configmap/a patched (no change)\n",
    );
    expect(await a(kubectl)).toEqual(before);
  });

  test("kubectl patch fails for an outdated resource version or a different name", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a"));
    expect(await kubectl.failure`patch configmap a -p ${{ metadata: { resourceVersion: "1" } }}`).toBe(
      'Error from server (Conflict): Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again\n',
    );
    expect(await kubectl.failure`patch configmap a -p ${{ metadata: { name: "b" } }}`).toBe(
      "Error from server (BadRequest): the name of the object (b) does not match the name on the URL (a)\n",
    );
    expect(await kubectl.failure`patch configmap nope -p ${{}}`).toBe(
      'Error from server (NotFound): configmaps "nope" not found\n',
    );
    expect(await kubectl.failure`patch configmap a -p ${"{colour}"}`).toMatch(/^Error|^error/);
  });

  test("kubectl patch prints validation errors of the patched object", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    const patch = { spec: { selector: { matchLabels: { app: "other" } } } };
    expect(await kubectl.failure`patch deployment web --type=merge -p ${patch}`).toBe(
      [
        'The Deployment "web" is invalid: ',
        '* spec.template.metadata.labels: Invalid value: map[string]string{"app":"web"}: `selector` does not match template `labels`',
        '* spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{"app":"other"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable\n',
      ].join("\n"),
    );
  });

  test("kubectl patch prints a warning for an unknown field", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { colour: "blue" }));
    expect(await kubectl.run`patch configmap a --type=merge -p ${{ date: { colour: "green" } }}`).toEqual({
      code: 0,
      stdout: "configmap/a patched (no change)\n",
      stderr: 'Warning: unknown field "date"\n',
    });
  });

  test("kubectl patch --subresource writes only the status or only the scale", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    const patch = { spec: { replicas: 5 }, status: { replicas: 1, readyReplicas: 1 } };
    if (kubectlMinor < minorWithSubresources) {
      expect(await kubectl.failure`patch deployment web --subresource=status -p ${patch}`).toContain(
        "unknown flag: --subresource",
      );
      return;
    }
    expect(await kubectl.out`patch deployment web --subresource=status --type=merge -p ${patch}`).toBe(
      "deployment.apps/web patched\n",
    );
    const afterStatus = await web(kubectl);
    expect([afterStatus.spec.replicas, afterStatus.status]).toEqual([2, { replicas: 1, readyReplicas: 1 }]);
    const scale = { spec: { replicas: 5 }, status: { replicas: 9 } };
    expect(await kubectl.out`patch deployment web --subresource=scale --type=merge -p ${scale}`).toBe(
      "scale.autoscaling/web patched\n",
    );
    const afterScale = await web(kubectl);
    expect([afterScale.spec.replicas, afterScale.status]).toEqual([5, { replicas: 1, readyReplicas: 1 }]);
    expect(await kubectl.failure`patch configmap nope --subresource=status -p ${patch}`).toContain(
      "the server could not find the requested resource",
    );
  });
});
