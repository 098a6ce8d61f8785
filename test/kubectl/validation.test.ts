import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, workload } from "./objects.ts";

/** The first that leaves validation to the server, in one of three degrees. */
const hasDegrees = kubectlMinor >= 25;

/** A Deployment with a mistake on two levels. */
const mistaken = {
  ...workload("Deployment", "web", 2),
  spec: {
    replica: 3,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "nginx", image: "nginx:1.27", imagePulPolicy: "Always" }] },
    },
  },
};

const unknownFields = [
  'unknown field "spec.replica"',
  'unknown field "spec.template.spec.containers[0].imagePulPolicy"',
] as const;

const warnings = unknownFields.map((complaint) => `Warning: ${complaint}\n`).join("");

describeWithKubectl("kubectl --validate", (cluster, vocabulary) => {
  const reading = async (object: object): Promise<Kubectl> =>
    (await cluster().inNewNamespace()).with({ stdin: JSON.stringify(object) });

  test("a value of a wrong type is refused, whatever the degree", async () => {
    const kubectl = await reading({ ...configMap("a"), data: { size: 7 } });
    const complaint =
      'Error from server (BadRequest): error when creating "STDIN": ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string\n';
    expect(await kubectl.failure`create -f - --validate=false`).toBe(complaint);
    if (hasDegrees) expect(await kubectl.failure`create -f -`).toBe(complaint);
  });

  test("with --validate=false nothing is said about unknown fields, or only warned of", async () => {
    const kubectl = await reading(mistaken);
    expect(await kubectl.run`create -f - --validate=false`).toEqual({
      code: 0,
      stdout: "deployment.apps/web created\n",
      // Older ones ask for no degree, and the server's is to warn.
      stderr: hasDegrees ? "" : warnings,
    });
    const { spec } = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    expect([spec.replica, spec.replicas]).toEqual([undefined, 1]);
  });

  if (!hasDegrees) {
    test("without degrees, kubectl looks itself where it understands the OpenAPI document", async () => {
      const kubectl = await reading(mistaken);
      if (vocabulary === "orch") {
        const { code, stderr } = await kubectl.run`create -f -`;
        expect([code, stderr]).toEqual([0, warnings]);
        return;
      }
      expect(await kubectl.failure`create -f -`).toBe(
        'error: error validating "STDIN": error validating data: [ValidationError(Deployment.spec): unknown field "replica" in io.k8s.api.apps.v1.DeploymentSpec, ValidationError(Deployment.spec.template.spec.containers[0]): unknown field "imagePulPolicy" in io.k8s.api.core.v1.Container]; if you choose to ignore these errors, turn validation off with --validate=false\n',
      );
    });
    return;
  }

  test("strict, the default: unknown fields are refused", async () => {
    const kubectl = await reading(mistaken);
    const complaint = `Error from server (BadRequest): error when creating "STDIN": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ${unknownFields.join(", ")}\n`;
    expect(await kubectl.failure`create -f -`).toBe(complaint);
    expect(await kubectl.failure`create -f - --validate=strict`).toBe(complaint);
    expect(await kubectl.failure`apply -f -`).toContain(`strict decoding error: ${unknownFields.join(", ")}\n`);
    expect(await kubectl.out`get deployments -o name`).toBe("");
  });

  test("warn: unknown fields are told of, and left out", async () => {
    const kubectl = await reading(mistaken);
    const { code, stdout, stderr } = await kubectl.run`create -f - --validate=warn`;
    expect([code, stdout]).toEqual([0, "deployment.apps/web created\n"]);
    expect(stderr).toContain(warnings);
    expect((await cluster().stored(kubectl, "apis/apps/v1", "deployments/web")).spec).not.toHaveProperty("replica");
  });

  test("a replacement and a change by apply are looked at like a creation", async () => {
    const kubectl = await reading(mistaken);
    await kubectl.create(workload("Deployment", "web", 2));
    const before = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    expect(await kubectl.failure`replace -f -`).toBe(
      `Error from server (BadRequest): error when replacing "STDIN": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ${unknownFields.join(", ")}\n`,
    );
    expect(await kubectl.failure`apply -f -`).toContain(`strict decoding error: ${unknownFields.join(", ")}\n`);
    expect(await cluster().stored(kubectl, "apis/apps/v1", "deployments/web")).toEqual(before);
  });
});
