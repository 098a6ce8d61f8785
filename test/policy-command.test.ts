/** `orch policy` on the real command line. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { runOrch } from "./support/orch-command.ts";
import { buildProgram, OrchProcess } from "./support/orch-process.ts";

beforeAll(buildProgram, 120_000);

const policies = `
apiVersion: admissionregistration.orch.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: names }
spec:
  matchConstraints:
    resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps] }]
  validations: [{ expression: object.metadata.name.startsWith('app-'), message: wrong name }]
---
apiVersion: admissionregistration.orch.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: names }
spec: { policyName: names, validationActions: [Deny] }
`;

function cases(expected: string): string {
  const object = "{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }";
  return `cases:\n- { name: a bad name, object: ${object}, expect: ${expected} }\n`;
}

/** Writes the files of a test into a folder. */
function fill(folder: TemporaryDirectory, expected: string): void {
  mkdirSync(join(folder.path, "cases"));
  writeFileSync(join(folder.path, "policies.yaml"), policies);
  writeFileSync(join(folder.path, "cases", "names.yaml"), cases(expected));
}

test("`orch policy test` exits with 0 if all cases pass, and with 1 otherwise", async () => {
  for (const [expected, code, summary] of [
    ["{ deny: wrong name }", 0, "1 case: 1 passed, 0 failed"],
    ["allow", 1, "1 case: 0 passed, 1 failed"],
  ] as const) {
    using folder = new TemporaryDirectory();
    fill(folder, expected);
    const ended = await runOrch(["policy", "test", "-f", "policies.yaml", "-f", "cases/"], { cwd: folder.path });
    expect([ended.code, ended.stderr]).toEqual([code, ""]);
    expect(ended.stdout).toMatch(/^cases\/names\.yaml:2 {2}/);
    expect(ended.stdout).toContain(summary);
  }
});

test("`orch policy test` judges manifests without cases, exits with 1 if one is denied, and lists one-sided expressions", async () => {
  for (const [name, verdict, code, missing] of [
    ["web", "denied    names    wrong name", 1, "true"],
    ["app-web", "allowed", 0, "false"],
  ] as const) {
    using folder = new TemporaryDirectory();
    mkdirSync(join(folder.path, "policies"));
    mkdirSync(join(folder.path, "objects"));
    writeFileSync(join(folder.path, "policies", "names.yaml"), policies);
    writeFileSync(
      join(folder.path, "objects", "web.yaml"),
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`,
    );
    const args = ["policy", "test", "-f", "policies/", "-f", "objects/", "--coverage"];
    const ended = await runOrch(args, { cwd: folder.path });
    expect([ended.code, ended.stderr]).toEqual([code, ""]);
    expect(ended.stdout).toContain(`\nobjects/web.yaml:1   ConfigMap/${name}   ${verdict}\n\n1 object: 1 `);
    expect(ended.stdout).toContain(
      `1 expression never true or never false:\npolicies/names.yaml:8:17  names  validations[0]  never ${missing}  object.`,
    );
  }
});

test("`orch policy why` explains a case", async () => {
  using folder = new TemporaryDirectory();
  fill(folder, "allow");
  const args = ["policy", "why", "-f", "policies.yaml", "cases/names.yaml"];
  const { code, stdout } = await runOrch(args, { cwd: folder.path });
  expect(code).toBe(0);
  expect(stdout).toContain("CREATE configmaps default/web by tester: denied with 422\n");
  expect(stdout).toContain("validations[0]  false  cost 4  object.metadata.name.startsWith('app-')\n");
  const json = await runOrch([...args, "--output=json"], { cwd: folder.path });
  expect(JSON.parse(json.stdout)).toMatchObject({ allowed: false, code: 422, policies: [{ name: "names" }] });
});

test("`orch policy why` without policies reports what a server changes in an object, and who rejects it", async () => {
  using folder = new TemporaryDirectory();
  const cwd = folder.path;
  await using server = new OrchProcess(["up", "--secure-port=0", `--data-dir=${join(cwd, ".orch")}`]);
  await server.waitUntilReady();
  const run = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await runOrch(line.split(" "), { cwd });
    expect([line, code, stderr]).toEqual([line, 0, ""]);
    return stdout;
  };
  const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
  write("policies.yaml", policies.replace("[configmaps]", "[configmaps, pods]"));
  write(
    "safe.yaml",
    "apiVersion: v1\nkind: Namespace\nmetadata: { name: safe, labels: { pod-security.orch.io/warn: baseline } }\n",
  );
  write("web.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web }\n");
  const service = "apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec:\n  ports:\n  - port: 80\n";
  write("service.yaml", service);
  const pod = (name: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: { name: app-a, namespace: safe }\nspec:\n  hostPID: true\n  containers:\n  - name: ${name}\n    image: i\n`;
  write("pod.yaml", pod("a"));
  write("invalid.yaml", pod("A"));
  await run("apply -f policies.yaml -f safe.yaml");

  expect(await run("policy why web.yaml")).toBe(
    `web.yaml:1  CREATE configmap/web in default: rejected with 422 by ValidatingAdmissionPolicy names with binding names
  configmaps "web" is forbidden: ValidatingAdmissionPolicy 'names' with binding 'names' denied request: wrong name
`,
  );
  const created = await run("policy why service.yaml");
  expect(created).toMatch(
    /^service\.yaml:1 {2}CREATE service\/web in default: allowed\nPLACE +FIELD +SENT +RESULT +WHY\n/,
  );
  expect(created).toMatch(/\nservice\.yaml:3:1 +metadata\.uid +- +"[-0-9a-f]{36}" +every write\n/);
  expect(created).toMatch(/\nservice\.yaml:6:5 +spec\.ports\[0\]\.protocol +- +"TCP" +default of the type\n/);
  await run("create -f service.yaml");
  const updated = await run("policy why service.yaml");
  expect(updated).toContain("service.yaml:1  UPDATE service/web in default: allowed\n");
  expect(updated).toMatch(/\n\S+ +spec\.clusterIP +- +"[\d.]+" +kept from the stored object\n/);
  expect(await run("policy why service.yaml --operation=DELETE")).toBe(
    "service.yaml:1  DELETE service/web in default: allowed\n",
  );
  const changed = await run("policy why pod.yaml");
  expect(changed).toContain("\n  warning by PodSecurity baseline:latest: host namespaces (hostPID=true)\n");
  expect(changed).toMatch(/\n\S+ +spec\.serviceAccountName +- +"default" +as the plugin ServiceAccount sets it\n/);
  expect(changed).toMatch(/\n\S+ +spec\.tolerations +- +\S+ +as the plugin DefaultTolerationSeconds sets it\n/);
  expect(changed).toMatch(/\n\S+ +spec\.volumes +- +\S+ +changed by the server\n/);
  const invalid = JSON.parse(await run("policy why invalid.yaml -o json"));
  expect(invalid).toMatchObject({
    allowed: false,
    code: 422,
    by: "the validation of the type",
    rejectedFields: [{ field: "spec.containers[0].name", place: "invalid.yaml:7:5" }],
    warnings: [],
  });
  // Nothing was stored.
  const { stderr } = await runOrch(["get", "pods", "-n", "safe"], { cwd });
  expect(stderr).toBe("there are no pods in namespace safe\n");
}, 60_000);

test("`orch policy why` finds out the vocabulary of the server", async () => {
  using folder = new TemporaryDirectory();
  const cwd = folder.path;
  const flags = ["--vocabulary=kubernetes", "--secure-port=0", `--data-dir=${join(cwd, ".orch")}`];
  await using server = new OrchProcess(["up", ...flags]);
  await server.waitUntilReady();
  writeFileSync(
    join(cwd, "class.yaml"),
    "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: { name: a }\nvalue: 5\n",
  );
  writeFileSync(
    join(cwd, "claim.yaml"),
    "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: a }\nspec:\n  accessModes: [ReadWriteOnce]\n  resources: { requests: { storage: 1Gi } }\n",
  );
  const why = async (file: string): Promise<string> => {
    const args = ["policy", "why", file, `--kubeconfig=${join(cwd, ".orch", "admin.kubeconfig")}`];
    const { code, stdout, stderr } = await runOrch(args, { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  };
  expect(await why("class.yaml")).toMatch(/ preemptionPolicy +- +"PreemptLowerPriority" +default of the type\n/);
  expect(await why("claim.yaml")).toMatch(
    / metadata\.finalizers +- +\["kubernetes\.io\/pvc-protection"\] +as the plugin StorageObjectInUseProtection sets it\n/,
  );
});

test.each([
  [["policy"], "name an action: test or why"],
  [["policy", "test"], "policies are required: -f FILE or -f FOLDER"],
  [["policy", "test", "-f", "a.yaml", "--user=ann"], "--user is a flag of why"],
  [["policy", "test", "-f", "a.yaml", "--context=b"], "--context is a flag of why without -f"],
  [["policy", "why", "a.yaml", "--user=ann"], "--user needs policies: -f FILE or -f FOLDER"],
  [["policy", "why", "a.yaml", "--operation=CONNECT"], "--operation=CONNECT needs policies: -f FILE or -f FOLDER"],
  [["policy", "why", "-f", "a.yaml"], "name a file with a request"],
  [["policy", "why", "-f", "a.yaml", "b.yaml", "--coverage"], "--coverage is a flag of test"],
])("the command line %j is rejected with exit code 2", async (args, message) => {
  using folder = new TemporaryDirectory();
  const { code, stderr } = await runOrch(args, { cwd: folder.path });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("`orch policy test` reports files that do not exist, and files with nothing to test", async () => {
  using folder = new TemporaryDirectory();
  fill(folder, "allow");
  const missing = await runOrch(["policy", "test", "-f", "missing.yaml"], { cwd: folder.path });
  expect([missing.code, missing.stderr]).toEqual([1, "orch policy: missing.yaml: there is no such file or folder\n"]);
  const empty = await runOrch(["policy", "test", "-f", "policies.yaml"], { cwd: folder.path });
  expect([empty.code, empty.stderr]).toEqual([
    1,
    "orch policy: there is nothing to test: the files contain neither cases nor manifests for the policies\n",
  ]);
});
