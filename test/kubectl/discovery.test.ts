import { expect, test } from "vitest";
import { readFacts } from "../../src/api/testing/facts.ts";
import { describeWithKubectl, kubectlMinor, tableCells } from "../support/kubectl.ts";

/** From this version on, kubectl reads OpenAPI v3 and prints it in a different form. */
const explainsOpenApi3 = kubectlMinor >= 27;

const domains = { orch: "orch.io", kubernetes: "k8s.io" } as const;

describeWithKubectl("kubectl discovery", (cluster, vocabulary) => {
  const coordination = `coordination.${domains[vocabulary]}/v1`;

  test("kubectl version prints the version of the server", async () => {
    // Old versions of kubectl warn that the server is much newer.
    const { stdout } = await cluster().kubectl.run`version -o json`;
    const versions = JSON.parse(stdout) as { serverVersion: object };
    expect(versions.serverVersion).toMatchObject({
      major: "1",
      minor: "32",
      gitVersion: expect.stringMatching(/^v1\.32\.\d+\+orch\.\d+\.\d+\.\d+$/),
      platform: expect.stringMatching(/^linux\/\w+$/),
    });
  });

  test("kubectl cluster-info prints the server's address", async () => {
    expect(await cluster().kubectl.out`cluster-info`).toBe(
      `Kubernetes control plane is running at ${cluster().url}\n\n` +
        "To further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n",
    );
  });

  test("kubectl api-versions lists all groups with their versions", async () => {
    const domain = domains[vocabulary];
    const withDomain = [
      "admissionregistration",
      "apiextensions",
      "apiregistration",
      "authentication",
      "authorization",
      "certificates",
      "coordination",
      "discovery",
      "events",
      "flowcontrol.apiserver",
      "networking",
      "node",
      "rbac.authorization",
      "scheduling",
      "storage",
    ].map((group) => `${group}.${domain}/v1`);
    const others = ["apps/v1", "autoscaling/v1", "autoscaling/v2", "batch/v1", "policy/v1", "v1"];
    const ofReference = [...withDomain, ...others];
    const added = readFacts("own-kinds").kinds.map((title) => (title.split(" ")[0] ?? "").replace("k8s.io", domain));
    const printed = (await cluster().kubectl.out`api-versions`).trimEnd().split("\n");
    expect(printed.filter((one) => ofReference.includes(one) || !added.includes(one)).sort()).toEqual(
      ofReference.sort(),
    );
  });

  test("kubectl api-resources lists kinds with short names, versions and scope", async () => {
    const { kubectl } = cluster();
    const domain = domains[vocabulary];
    const listed = tableCells(await kubectl.out`api-resources`);
    expect(listed[0]).toEqual(["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"]);
    expect(listed).toEqual(
      expect.arrayContaining([
        ["componentstatuses", "cs", "v1", "false", "ComponentStatus"],
        ["configmaps", "cm", "v1", "true", "ConfigMap"],
        ["persistentvolumes", "pv", "v1", "false", "PersistentVolume"],
        ["secrets", "v1", "true", "Secret"],
        ["controllerrevisions", "apps/v1", "true", "ControllerRevision"],
        ["deployments", "deploy", "apps/v1", "true", "Deployment"],
        ["horizontalpodautoscalers", "hpa", "autoscaling/v2", "true", "HorizontalPodAutoscaler"],
        ["jobs", "batch/v1", "true", "Job"],
        ["leases", coordination, "true", "Lease"],
        ["subjectaccessreviews", `authorization.${domain}/v1`, "false", "SubjectAccessReview"],
        ["ingresses", "ing", `networking.${domain}/v1`, "true", "Ingress"],
        ["poddisruptionbudgets", "pdb", "policy/v1", "true", "PodDisruptionBudget"],
        ["clusterroles", `rbac.authorization.${domain}/v1`, "false", "ClusterRole"],
        ["storageclasses", "sc", `storage.${domain}/v1`, "false", "StorageClass"],
      ]),
    );
    const inBatch = (await kubectl.out`api-resources --api-group=batch -o name`).trimEnd().split("\n");
    expect(inBatch).toEqual(expect.arrayContaining(["cronjobs.batch", "jobs.batch"]));
    expect(inBatch.filter((name) => !name.endsWith(".batch"))).toEqual([]);
    const rbac = `rbac.authorization.${domain}`;
    const clusterScoped = await kubectl.out`api-resources --namespaced=false --api-group=${rbac} -o name`;
    const names = clusterScoped.trimEnd().split("\n");
    expect(names).toEqual(expect.arrayContaining([`clusterrolebindings.${rbac}`, `clusterroles.${rbac}`]));
    expect(names).not.toContain(`roles.${rbac}`);
  });

  test("kubectl api-resources -o wide lists the verbs of each kind", async () => {
    const table = await cluster().kubectl.out`api-resources -o wide`;
    const verbsOf = (name: string): string[] => {
      const line = table.split("\n").find((one) => one.startsWith(`${name} `)) ?? "";
      // Older versions of kubectl print a list in brackets.
      return /(create[\w ,]*watch)/.exec(line)?.[1]?.split(/[ ,]/) ?? [];
    };
    const most = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
    expect(verbsOf("configmaps")).toEqual(most);
    expect(verbsOf("leases")).toEqual(most);
    expect(verbsOf("namespaces")).toEqual(["create", "delete", "get", "list", "patch", "update", "watch"]);
  });

  test("kubectl rejects unknown kinds and versions without sending the object", async () => {
    const kubectl = await cluster().inNewNamespace();
    const stranger = { apiVersion: "apps/v2", kind: "Deployment", metadata: { name: "a" } };
    const complaint = await kubectl.with({ stdin: JSON.stringify(stranger) }).failure`create -f -`;
    expect(complaint).toContain('no matches for kind "Deployment" in version "apps/v2"');
    expect(await kubectl.failure`get pods.v7`).toBe(`error: the server doesn't have a resource type "pods"\n`);
  });

  if (vocabulary === "orch") {
    test("kubectl explain finds no kinds, because the OpenAPI extensions have other names in this vocabulary", async () => {
      expect(await cluster().kubectl.failure`explain pods`).toBe(
        explainsOpenApi3
          ? "error: GVR (/v1, Resource=pods) not found in OpenAPI schema\n"
          : 'error: couldn\'t find resource for "/v1, Kind=Pod"\n',
      );
    });
    return;
  }

  test("kubectl explain prints the description and fields of a kind", async () => {
    const explained = await cluster().kubectl.out`explain configmaps`;
    expect(
      explained
        .replace(/<ObjectMeta>/, "<Object>")
        .trim()
        .split("\n")
        .map(withoutIndent),
    ).toEqual(
      `KIND: ConfigMap
VERSION: v1

DESCRIPTION:
Configuration data for Pods.

FIELDS:
apiVersion	<string>
APIVersion defines the group and version of the object's schema.

binaryData	<map[string]string>
Binary values by key.

data	<map[string]string>
UTF-8 texts by key. A key cannot be both in data and in binaryData.

immutable	<boolean>
Whether the data is immutable. Once true, this field is immutable, too.

kind	<string>
The kind of the object, in CamelCase. Cannot be changed.

metadata	<Object>
Standard object's metadata.`.split("\n"),
    );
  });

  test("kubectl explain follows a path of fields and reports unknown ones", async () => {
    const { kubectl } = cluster();
    const explained = await kubectl.out`explain deployment.spec.template.spec.containers.ports`;
    expect(explained).toMatch(/^ *containerPort\t<integer> -required-$/m);
    expect(explained).toMatch(/^ *hostPort\t<integer>$/m);
    expect(explained).toMatch(
      explainsOpenApi3 ? /^FIELD: ports <\[\]ContainerPort>$/m : /^RESOURCE: ports <\[\]Object>$/m,
    );
    expect(await kubectl.failure`explain deployment.spec.colour`).toBe('error: field "colour" does not exist\n');
    expect(await kubectl.failure`explain unicorns`).toContain('the server doesn\'t have a resource type "unicorns"');
  });

  test("kubectl explain --recursive prints the tree of fields", async () => {
    const tree = await cluster().kubectl.out`explain lease --recursive`;
    const fields = tree.split("FIELDS:\n")[1]?.replace(/<(ObjectMeta|LeaseSpec)>/g, "<Object>") ?? "";
    expect(fields).toMatch(
      /^ *metadata\t<Object>\n *annotations\t<map\[string\]string>\n *creationTimestamp\t<string>$/m,
    );
    expect(fields.trimEnd().split("\n").slice(-8).map(withoutIndent)).toEqual([
      "spec	<Object>",
      "acquireTime	<string>",
      "holderIdentity	<string>",
      "leaseDurationSeconds	<integer>",
      "leaseTransitions	<integer>",
      "preferredHolder	<string>",
      "renewTime	<string>",
      "strategy	<string>",
    ]);
  });
});

/** Removes indentation, which differs between versions of kubectl. */
function withoutIndent(line: string): string {
  return line.trim().replace(/: +/, ": ");
}
