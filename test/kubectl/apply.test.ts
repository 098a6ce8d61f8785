import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { type ApiObject, configMap, labelled, workload } from "./objects.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** Older versions of kubectl do not name the object in the warning about a missing annotation. */
const namesObjectInWarning = kubectlMinor >= 21;

function apply(kubectl: Kubectl, ...objects: readonly object[]): Promise<string> {
  return kubectl.with({ stdin: objects.map((object) => JSON.stringify(object)).join("\n") }).out`apply -f -`;
}

describeWithKubectl("kubectl apply", (cluster) => {
  const settings = async (kubectl: Kubectl) => await cluster().stored(kubectl, "api/v1", "configmaps/settings");
  const web = async (kubectl: Kubectl) => await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");

  test("kubectl apply prints created, unchanged or configured for each object", async () => {
    const kubectl = await cluster().inNewNamespace();
    const object = configMap("settings", { colour: "blue" });
    expect(await apply(kubectl, object, configMap("other"))).toBe(
      joinLines("configmap/settings created", "configmap/other created"),
    );
    const { metadata } = await settings(kubectl);
    expect(JSON.parse(metadata.annotations[lastApplied])).toEqual({
      ...object,
      metadata: { annotations: {}, name: "settings", namespace: kubectl.namespace },
    });
    expect(await apply(kubectl, object, configMap("other"))).toBe(
      joinLines("configmap/settings unchanged", "configmap/other unchanged"),
    );
    expect((await settings(kubectl)).metadata.resourceVersion).toBe(metadata.resourceVersion);
    expect(await apply(kubectl, configMap("settings", { colour: "green" }), configMap("other"))).toBe(
      joinLines("configmap/settings configured", "configmap/other unchanged"),
    );
    expect((await settings(kubectl)).data).toEqual({ colour: "green" });
  });

  test("kubectl apply removes an omitted field unless another client has set it", async () => {
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

  test("kubectl apply merges containers by name and keeps fields that other clients set", async () => {
    const kubectl = await cluster().inNewNamespace();
    const deployment = workload("Deployment", "web", 2);
    expect(await apply(kubectl, deployment)).toBe("deployment.apps/web created\n");
    await kubectl.out`scale deployment web --replicas=5`;
    const sidecar = { spec: { template: { spec: { containers: [{ name: "proxy", image: "proxy:1" }] } } } };
    await kubectl.out`patch deployment web -p ${sidecar}`;
    expect(await apply(kubectl, withoutReplicas(deployment, "nginx:1.28"))).toBe("deployment.apps/web configured\n");
    const { spec } = await web(kubectl);
    // The last applied configuration contains `replicas` and this one does not, so it gets the server's default.
    expect(spec.replicas).toBe(1);
    expect(
      spec.template.spec.containers.map(({ name, image }: { name: string; image: string }) => [name, image]),
    ).toEqual([
      // A patch inserts new items before the existing ones.
      ["proxy", "proxy:1"],
      ["nginx", "nginx:1.28"],
    ]);
    expect(spec.template.spec.containers[1].env).toEqual([{ name: "MODE", value: "plain" }]);
    await kubectl.out`scale deployment web --replicas=4`;
    const before = await web(kubectl);
    // The object has a container that the manifest does not, so kubectl always sends the order of containers. This
    // changes nothing.
    expect(await apply(kubectl, withoutReplicas(deployment, "nginx:1.28"))).toBe("deployment.apps/web configured\n");
    expect(await web(kubectl)).toEqual(before);
    expect(before.spec.replicas).toBe(4);
  });

  test("kubectl apply of an object that was created without apply warns and adopts it", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("settings", { colour: "blue" }));
    const stdin = JSON.stringify(configMap("settings", { colour: "red" }));
    const { code, stdout, stderr } = await kubectl.with({ stdin }).run`apply -f -`;
    expect([code, stdout]).toEqual([0, "configmap/settings configured\n"]);
    expect(stderr).toContain(
      namesObjectInWarning
        ? `Warning: resource configmaps/settings is missing the ${lastApplied} annotation`
        : "Warning: resource configmaps/settings is missing",
    );
    expect((await settings(kubectl)).data).toEqual({ colour: "red" });
  });

  test("kubectl apply --prune deletes objects with the selector's label that are missing from the files", async () => {
    const kubectl = await cluster().inNewNamespace();
    const [a, b] = [labelled(configMap("a"), { app: "shop" }), labelled(configMap("b"), { app: "shop" })];
    await apply(kubectl, a, b, configMap("unlabelled"));
    const stdin = JSON.stringify(a);
    const { code, stdout } = await kubectl.with({ stdin }).run`apply -f - --prune -l app=shop ${allowList("v1")}`;
    expect([code, stdout]).toEqual([0, joinLines("configmap/a unchanged", "configmap/b pruned")]);
    expect(await kubectl.out`get configmaps -o name`).toBe(joinLines("configmap/a", "configmap/unlabelled"));
  });

  test("kubectl apply view-last-applied prints the last applied configuration, and set-last-applied replaces it", async () => {
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

/** Returns the Deployment with another image and without `replicas`. */
function withoutReplicas(deployment: ApiObject, image: string): object {
  const { replicas, ...spec } = structuredClone(deployment.spec) as {
    replicas: number;
    template: { spec: { containers: { image: string }[] } };
  };
  expect(replicas).toBe(2);
  for (const container of spec.template.spec.containers) container.image = image;
  return { ...deployment, spec };
}

/** Limits pruning to ConfigMaps. Without this flag kubectl asks for every kind that it can prune. */
function allowList(version: string): string {
  return `--prune-${kubectlMinor >= 26 ? "allowlist" : "whitelist"}=core/${version}/ConfigMap`;
}
