import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl } from "../support/kubectl.ts";

const domains = { orch: "pod-security.orch.io", kubernetes: "pod-security.kubernetes.io" };

function pod(name: string, spec: object): object {
  return { apiVersion: "v1", kind: "Pod", metadata: { name }, spec };
}

const container = { name: "app", image: "app:1" };
const privileged = { containers: [{ ...container, securityContext: { privileged: true } }] };
const template = { metadata: { labels: { app: "web" } }, spec: { hostNetwork: true, containers: [container] } };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: { selector: { matchLabels: { app: "web" } }, template },
};

describeWithKubectl("kubectl with levels of security", (cluster, vocabulary) => {
  const domain = domains[vocabulary];
  const label = async (kubectl: Kubectl, ...labels: readonly string[]) => {
    const words = ["label", "namespace", kubectl.namespace, "--overwrite", ...labels.map((one) => `${domain}/${one}`)];
    return await kubectl.runWords(words);
  };
  const createFrom = async (kubectl: Kubectl, object: object) =>
    await kubectl.with({ stdin: JSON.stringify(object) }).run`create -f -`;

  test("kubectl label warns about the Pods that violate the new level", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(pod("b", privileged), pod("a", privileged), pod("c", { containers: [container] }));
    expect(await label(kubectl, "enforce=baseline")).toEqual({
      code: 0,
      stdout: `namespace/${kubectl.namespace} labeled\n`,
      stderr: joinLines(
        `Warning: existing pods in namespace "${kubectl.namespace}" violate the new PodSecurity enforce level "baseline:latest"`,
        "Warning: a (and 1 other pod): privileged",
      ),
    });
    expect((await label(kubectl, "enforce=privileged")).stderr).toBe("");
  });

  test("kubectl label reports an invalid level", async () => {
    const kubectl = await cluster().inNewNamespace();
    const { code, stderr } = await label(kubectl, "enforce=strict");
    expect([code, stderr]).toEqual([
      1,
      `The Namespace "${kubectl.namespace}" is invalid: metadata.labels[${domain}/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted\n`,
    ]);
  });

  test("kubectl create reports the violations of a Pod, and of a template as a warning", async () => {
    const kubectl = await cluster().inNewNamespace();
    await label(kubectl, "enforce=baseline", "enforce-version=v1.32");
    expect(await createFrom(kubectl, pod("a", privileged))).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'Error from server (Forbidden): error when creating "STDIN": pods "a" is forbidden: violates PodSecurity "baseline:v1.32": privileged (container "app" must not set securityContext.privileged=true)\n',
    });
    expect(await createFrom(kubectl, deployment)).toEqual({
      code: 0,
      stdout: "deployment.apps/web created\n",
      stderr: 'Warning: would violate PodSecurity "baseline:v1.32": host namespaces (hostNetwork=true)\n',
    });
  });

  test("kubectl debug cannot add a container to a Pod that violates the level", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(pod("a", privileged));
    await label(kubectl, "enforce=baseline");
    const { code, stderr } = await kubectl.run`debug a --image=busybox --container=debugger`;
    expect(code).toBe(1);
    expect(stderr).toContain('pods "a" is forbidden: violates PodSecurity "baseline:latest": privileged');
  });
});
