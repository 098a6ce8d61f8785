import { expect, test } from "vitest";
import { describeWithKubectl, joinLines } from "../support/kubectl.ts";

const labels = { app: "web" };
const volumes = [{ name: "source", gitRepo: { repository: "https://example.com/a.git" } }];
const template = { metadata: { labels }, spec: { containers: [{ name: "app", image: "app:1" }], volumes } };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: { selector: { matchLabels: labels }, template },
};
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "web" },
  spec: { ports: [{ port: 80 }], externalName: "example.com" },
};
const deploymentWarning = "Warning: spec.template.spec.volumes[0].gitRepo: deprecated in v1.11";
const serviceWarning = 'Warning: spec.externalName is ignored when spec.type is not "ExternalName"';

describeWithKubectl("kubectl warnings", (cluster) => {
  test("kubectl prints warnings for all objects of a list, and a new label repeats the Service's but not the Deployment's", async () => {
    const list = { apiVersion: "v1", kind: "List", items: [deployment, service] };
    const kubectl = (await cluster().inNewNamespace()).with({ stdin: JSON.stringify(list) });
    expect(await kubectl.run`apply -f - --dry-run=server`).toEqual({
      code: 0,
      stdout: joinLines("deployment.apps/web created (server dry run)", "service/web created (server dry run)"),
      stderr: joinLines(deploymentWarning, serviceWarning),
    });
    expect(await kubectl.run`apply -f -`).toEqual({
      code: 0,
      stdout: joinLines("deployment.apps/web created", "service/web created"),
      stderr: joinLines(deploymentWarning, serviceWarning),
    });
    expect(await kubectl.run`scale deployment web --replicas=2`).toMatchObject({
      stderr: joinLines(deploymentWarning),
    });
    expect(await kubectl.run`label deployment,service web seen=yes`).toMatchObject({
      stderr: joinLines(serviceWarning),
    });
  });

  test("kubectl get prints a warning for a deprecated version", async () => {
    const { stderr } = await cluster().kubectl.run`get componentstatuses`;
    expect(stderr).toBe("Warning: v1 ComponentStatus is deprecated in v1.19+\n");
  });
});
