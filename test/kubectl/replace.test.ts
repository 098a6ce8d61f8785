import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl } from "../support/kubectl.ts";
import { configMap, labelled, workload } from "./objects.ts";

describeWithKubectl("kubectl replace", (cluster) => {
  const a = async (kubectl: Kubectl) => await cluster().stored(kubectl, "api/v1", "configmaps/a");

  test("kubectl replace stores the object of the file and keeps its identity", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(labelled(configMap("a", { colour: "blue", size: "7" }), { tier: "front" }));
    const before = await a(kubectl);
    const stdin = JSON.stringify(configMap("a", { colour: "green" }));
    expect(await kubectl.with({ stdin }).out`replace -f -`).toBe("configmap/a replaced\n");
    const { metadata, data } = await a(kubectl);
    expect(data).toEqual({ colour: "green" });
    const { managedFields: _, ...rest } = metadata;
    const { managedFields: __, ...kept } = withoutLabels(before.metadata) as { managedFields?: unknown };
    expect(rest).toEqual({
      ...kept,
      resourceVersion: expect.not.stringMatching(`^${before.metadata.resourceVersion}$`),
    });
  });

  test("kubectl replace fails if the object has changed since it was read", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { colour: "blue" }));
    const stdin = await kubectl.out`get configmap a -o yaml`;
    expect(await kubectl.with({ stdin }).out`replace -f -`).toBe("configmap/a replaced\n");
    await kubectl.out`patch configmap a -p ${{ data: { colour: "green" } }}`;
    expect(await kubectl.with({ stdin }).failure`replace -f -`).toBe(
      'Error from server (Conflict): error when replacing "STDIN": Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again\n',
    );
    expect((await a(kubectl)).data).toEqual({ colour: "green" });
  });

  test("kubectl replace does not create a missing object", async () => {
    const kubectl = await cluster().inNewNamespace();
    const stdin = JSON.stringify(configMap("a"));
    expect(await kubectl.with({ stdin }).failure`replace -f -`).toBe(
      'Error from server (NotFound): error when replacing "STDIN": configmaps "a" not found\n',
    );
    expect(await kubectl.out`get configmaps -o name`).toBe("");
  });

  test("kubectl replace --force deletes the object and creates a new one", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("Deployment", "web", 2));
    const { metadata } = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    const changedObject = JSON.parse(await kubectl.out`get deployment web -o json`);
    changedObject.spec.selector.matchLabels = { app: "other" };
    changedObject.spec.template.metadata.labels = { app: "other" };
    const stdin = JSON.stringify(changedObject);
    expect(await kubectl.with({ stdin }).failure`replace -f -`).toContain("spec.selector: Invalid value: ");
    expect(await kubectl.with({ stdin }).out`replace --force -f -`).toBe(
      'deployment.apps "web" deleted\ndeployment.apps/web replaced\n',
    );
    const after = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    expect(after.spec.selector).toEqual({ matchLabels: { app: "other" } });
    expect(after.metadata.uid).not.toBe(metadata.uid);
    expect(after.metadata.generation).toBe(1);
  });
});

function withoutLabels({ labels, ...metadata }: { labels: object }): object {
  expect(labels).toEqual({ tier: "front" });
  return metadata;
}
