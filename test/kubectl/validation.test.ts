import { expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { configMap, workload } from "./objects.ts";

/** From this version on, kubectl leaves the validation of fields to the server, in the mode of --validate. */
const hasModes = kubectlMinor >= 25;

/** A Deployment with a misspelled field on two levels. */
const misspelledDeployment = {
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

  test("kubectl create fails for a value of a wrong type in every validation mode", async () => {
    const kubectl = await reading({ ...configMap("a"), data: { size: 7 } });
    const complaint =
      'Error from server (BadRequest): error when creating "STDIN": ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string\n';
    expect(await kubectl.failure`create -f - --validate=false`).toBe(complaint);
    if (hasModes) expect(await kubectl.failure`create -f -`).toBe(complaint);
  });

  test("kubectl create --validate=false accepts unknown fields", async () => {
    const kubectl = await reading(misspelledDeployment);
    expect(await kubectl.run`create -f - --validate=false`).toEqual({
      code: 0,
      stdout: "deployment.apps/web created\n",
      // Older versions of kubectl send no mode, and the server's default mode is to warn.
      stderr: hasModes ? "" : warnings,
    });
    const { spec } = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    expect([spec.replica, spec.replicas]).toEqual([undefined, 1]);
  });

  if (!hasModes) {
    test("kubectl without modes validates against the OpenAPI document if it understands it", async () => {
      const kubectl = await reading(misspelledDeployment);
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

  test("kubectl create rejects unknown fields by default and with --validate=strict", async () => {
    const kubectl = await reading(misspelledDeployment);
    const complaint = `Error from server (BadRequest): error when creating "STDIN": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ${unknownFields.join(", ")}\n`;
    expect(await kubectl.failure`create -f -`).toBe(complaint);
    expect(await kubectl.failure`create -f - --validate=strict`).toBe(complaint);
    expect(await kubectl.failure`apply -f -`).toContain(`strict decoding error: ${unknownFields.join(", ")}\n`);
    expect(await kubectl.out`get deployments -o name`).toBe("");
  });

  test("kubectl create --validate=warn warns about unknown fields and removes them", async () => {
    const kubectl = await reading(misspelledDeployment);
    const { code, stdout, stderr } = await kubectl.run`create -f - --validate=warn`;
    expect([code, stdout]).toEqual([0, "deployment.apps/web created\n"]);
    expect(stderr).toContain(warnings);
    expect((await cluster().stored(kubectl, "apis/apps/v1", "deployments/web")).spec).not.toHaveProperty("replica");
  });

  test("kubectl replace and apply reject unknown fields like create", async () => {
    const kubectl = await reading(misspelledDeployment);
    await kubectl.create(workload("Deployment", "web", 2));
    const before = await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");
    expect(await kubectl.failure`replace -f -`).toBe(
      `Error from server (BadRequest): error when replacing "STDIN": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: ${unknownFields.join(", ")}\n`,
    );
    expect(await kubectl.failure`apply -f -`).toContain(`strict decoding error: ${unknownFields.join(", ")}\n`);
    expect(await cluster().stored(kubectl, "apis/apps/v1", "deployments/web")).toEqual(before);
  });
});
