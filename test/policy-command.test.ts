/** `orch policy` on the real command line. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../src/storage/testing/temporary-directory.ts";
import { runOrch } from "./support/orch-command.ts";
import { buildProgram } from "./support/orch-process.ts";

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

test.each([
  [["policy"], "name an action: test or why"],
  [["policy", "test"], "policies are required: -f FILE or -f FOLDER"],
  [["policy", "test", "-f", "a.yaml", "--user=ann"], "--user is a flag of why"],
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
