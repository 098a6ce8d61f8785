import { expect, test } from "vitest";
import { describeWithKubectl, lines } from "../support/kubectl.ts";

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
const ofDeployment = "Warning: spec.template.spec.volumes[0].gitRepo: deprecated in v1.11";
const ofService = 'Warning: spec.externalName is ignored when spec.type is not "ExternalName"';

describeWithKubectl("warnings", (cluster) => {
  test("of all objects of a list are shown, again only where they are changed or warned of always", async () => {
    const list = { apiVersion: "v1", kind: "List", items: [deployment, service] };
    const kubectl = (await cluster().inNewNamespace()).with({ stdin: JSON.stringify(list) });
    expect(await kubectl.run`apply -f - --dry-run=server`).toEqual({
      code: 0,
      stdout: lines("deployment.apps/web created (server dry run)", "service/web created (server dry run)"),
      stderr: lines(ofDeployment, ofService),
    });
    expect(await kubectl.run`apply -f -`).toEqual({
      code: 0,
      stdout: lines("deployment.apps/web created", "service/web created"),
      stderr: lines(ofDeployment, ofService),
    });
    expect(await kubectl.run`scale deployment web --replicas=2`).toMatchObject({ stderr: lines(ofDeployment) });
    expect(await kubectl.run`label deployment,service web seen=yes`).toMatchObject({ stderr: lines(ofService) });
  });

  test("of a version that is on its way out are shown to readers", async () => {
    const { stderr } = await cluster().kubectl.run`get componentstatuses`;
    expect(stderr).toBe("Warning: v1 ComponentStatus is deprecated in v1.19+\n");
  });
});
