import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor, lines } from "../support/kubectl.ts";
import { type ApiObject, configMap, labelled, workload } from "./objects.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The first that explains why it says that an object was not made by it. */
const tellsNameInWarning = kubectlMinor >= 21;

function apply(kubectl: Kubectl, ...objects: readonly object[]): Promise<string> {
  return kubectl.with({ stdin: objects.map((object) => JSON.stringify(object)).join("\n") }).out`apply -f -`;
}

describeWithKubectl("kubectl apply", (cluster) => {
  const settings = async (kubectl: Kubectl) => await cluster().stored(kubectl, "api/v1", "configmaps/settings");
  const web = async (kubectl: Kubectl) => await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");

  test("what is new is created, what is as it was is unchanged, what differs is configured", async () => {
    const kubectl = await cluster().inNewNamespace();
    const object = configMap("settings", { colour: "blue" });
    expect(await apply(kubectl, object, configMap("other"))).toBe(
      lines("configmap/settings created", "configmap/other created"),
    );
    const { metadata } = await settings(kubectl);
    expect(JSON.parse(metadata.annotations[lastApplied])).toEqual({
      ...object,
      metadata: { annotations: {}, name: "settings", namespace: kubectl.namespace },
    });
    expect(await apply(kubectl, object, configMap("other"))).toBe(
      lines("configmap/settings unchanged", "configmap/other unchanged"),
    );
    expect((await settings(kubectl)).metadata.resourceVersion).toBe(metadata.resourceVersion);
    expect(await apply(kubectl, configMap("settings", { colour: "green" }), configMap("other"))).toBe(
      lines("configmap/settings configured", "configmap/other unchanged"),
    );
    expect((await settings(kubectl)).data).toEqual({ colour: "green" });
  });

  test("a field that is left out is removed, unless somebody else has set it", async () => {
    const kubectl = await cluster().inNewNamespace();
    await apply(kubectl, labelled(configMap("settings", { colour: "blue", size: "7" }), { tier: "front", old: "yes" }));
    await kubectl.out`label configmap settings seen=yes`;
    await kubectl.out`patch configmap settings --type=merge -p ${{ data: { added: "later" } }}`;
    const smaller = labelled(configMap("settings", { colour: "blue" }), { tier: "front" });
    expect(await apply(kubectl, smaller)).toBe("configmap/settings configured\n");
    const { metadata, data } = await settings(kubectl);
    expect(data).toEqual({ colour: "blue", added: "later" });
    expect(metadata.labels).toEqual({ tier: "front", seen: "yes" });
  });

  test("lists of named things are merged by name, and what others own is kept", async () => {
    const kubectl = await cluster().inNewNamespace();
    const deployment = workload("Deployment", "web", 2);
    expect(await apply(kubectl, deployment)).toBe("deployment.apps/web created\n");
    await kubectl.out`scale deployment web --replicas=5`;
    const sidecar = { spec: { template: { spec: { containers: [{ name: "proxy", image: "proxy:1" }] } } } };
    await kubectl.out`patch deployment web -p ${sidecar}`;
    expect(await apply(kubectl, withoutReplicas(deployment, "nginx:1.28"))).toBe("deployment.apps/web configured\n");
    const { spec } = await web(kubectl);
    // It was in the last configuration and is not in this one, so it is what the server defaults it to.
    expect(spec.replicas).toBe(1);
    expect(
      spec.template.spec.containers.map(({ name, image }: { name: string; image: string }) => [name, image]),
    ).toEqual([
      // A patch puts what it adds in front.
      ["proxy", "proxy:1"],
      ["nginx", "nginx:1.28"],
    ]);
    expect(spec.template.spec.containers[1].env).toEqual([{ name: "MODE", value: "plain" }]);
    await kubectl.out`scale deployment web --replicas=4`;
    const before = await web(kubectl);
    // kubectl counts on no more containers than it knows, and so always sends the order of those; nothing changes.
    expect(await apply(kubectl, withoutReplicas(deployment, "nginx:1.28"))).toBe("deployment.apps/web configured\n");
    expect(await web(kubectl)).toEqual(before);
    expect(before.spec.replicas).toBe(4);
  });

  test("an object that was created otherwise is taken over, with a warning", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("settings", { colour: "blue" }));
    const stdin = JSON.stringify(configMap("settings", { colour: "red" }));
    const { code, stdout, stderr } = await kubectl.with({ stdin }).run`apply -f -`;
    expect([code, stdout]).toEqual([0, "configmap/settings configured\n"]);
    expect(stderr).toContain(
      tellsNameInWarning
        ? `Warning: resource configmaps/settings is missing the ${lastApplied} annotation`
        : "Warning: resource configmaps/settings is missing",
    );
    expect((await settings(kubectl)).data).toEqual({ colour: "red" });
  });

  test("--prune deletes what is labelled alike and is not in the files any more", async () => {
    const kubectl = await cluster().inNewNamespace();
    const [a, b] = [labelled(configMap("a"), { app: "shop" }), labelled(configMap("b"), { app: "shop" })];
    await apply(kubectl, a, b, configMap("unlabelled"));
    const stdin = JSON.stringify(a);
    const { code, stdout } = await kubectl.with({ stdin }).run`apply -f - --prune -l app=shop ${allowList("v1")}`;
    expect([code, stdout]).toEqual([0, lines("configmap/a unchanged", "configmap/b pruned")]);
    expect(await kubectl.out`get configmaps -o name`).toBe(lines("configmap/a", "configmap/unlabelled"));
  });

  test("view-last-applied and set-last-applied tell and set what was asked for", async () => {
    const kubectl = await cluster().inNewNamespace();
    await apply(kubectl, configMap("settings", { colour: "blue" }));
    expect(JSON.parse(await kubectl.out`apply view-last-applied configmap settings -o json`).data).toEqual({
      colour: "blue",
    });
    const stdin = JSON.stringify(configMap("settings", { colour: "blue", size: "7" }));
    expect(await kubectl.with({ stdin }).out`apply set-last-applied -f -`).toBe("configmap/settings configured\n");
    const { metadata, data } = await settings(kubectl);
    expect(data).toEqual({ colour: "blue" });
    expect(JSON.parse(metadata.annotations[lastApplied]).data).toEqual({ colour: "blue", size: "7" });
  });
});

/** The same Deployment with another image, and without an opinion on how many Pods there are. */
function withoutReplicas(deployment: ApiObject, image: string): object {
  const { replicas, ...spec } = structuredClone(deployment.spec) as {
    replicas: number;
    template: { spec: { containers: { image: string }[] } };
  };
  expect(replicas).toBe(2);
  for (const container of spec.template.spec.containers) container.image = image;
  return { ...deployment, spec };
}

/** The kinds that are pruned; all that there could be are asked for otherwise. */
function allowList(version: string): string {
  return `--prune-${kubectlMinor >= 26 ? "allowlist" : "whitelist"}=core/${version}/ConfigMap`;
}
