/** `orch auth` and the flags that impersonate users: the built program, over TLS to a server in memory. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { type EndedCommand, runOrch } from "../support/orch-command.ts";
import { buildProgram } from "../support/orch-process.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const folder = new TemporaryDirectory();
let running: TestServer;

beforeAll(async () => {
  await buildProgram();
  running = await startTestServer({ authorization: "RBAC" });
  writeFileSync(join(folder.path, "admin.yaml"), running.server.kubeconfig);
}, 120_000);
afterAll(async () => {
  await running[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function orch(line: string, stdin = ""): Promise<EndedCommand> {
  const args = [...line.split(" "), "--kubeconfig=admin.yaml"];
  return await runOrch(args, { cwd: folder.path, stdin });
}

test("orch auth whoami shows the user, the groups and the UID of --as, --as-group and --as-uid", async () => {
  const { code, stdout } = await orch("auth whoami --as=ann --as-group=cn=a,ou=b --as-group=dev --as-uid=u-1");
  expect(code).toBe(0);
  expect(stdout.split("\n").map((line) => line.split(/ {3,}/))).toEqual([
    ["ATTRIBUTE", "VALUE"],
    ["Username", "ann"],
    ["UID", "u-1"],
    ["Groups", "[cn=a,ou=b dev system:authenticated]"],
    [""],
  ]);
  expect((await orch("whoami --as=ann")).stdout).toContain("ann");
});

test("a command with --as-group but without --as fails without a request", async () => {
  expect(await orch("get pods --as-group=dev")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--as: is required beside --as-group and --as-uid"),
  });
});

test("the role that orch auth why prints for a denied action allows it, once orch auth reconcile has created it", async () => {
  await orch("create namespace shop");
  const question = "auth why delete pods -n shop --as=system:serviceaccount:shop:web";
  const denied = await orch(question);
  expect(denied.code).toBe(1);
  const [, manifest = ""] = denied.stdout.split("The smallest role that allows it, and its binding:\n");
  expect(await orch("auth reconcile -f -", manifest)).toMatchObject({ code: 0 });
  const allowed = await orch(question);
  expect(allowed.code).toBe(0);
  expect(allowed.stdout).toContain('  role        Role "delete-pods" in the namespace "shop"\n');
  const others = [
    "auth can-i delete pods -n shop --as=system:serviceaccount:shop:other",
    "auth can-i delete pods -n default --as=system:serviceaccount:shop:web",
    "auth can-i delete secrets -n shop --as=system:serviceaccount:shop:web",
  ];
  for (const line of others) expect(await orch(line)).toMatchObject({ code: 1, stdout: "no\n", stderr: "" });
  expect((await orch("auth who-can delete pods -n shop --no-headers")).stdout).toMatch(
    /ServiceAccount +shop +web +RoleBinding\/delete-pods +Role\/delete-pods/,
  );
});

test("orch auth why reads roles with the caller's permissions, also with --as", async () => {
  // The administrator may read roles, and the user of --as may not.
  const { stdout, stderr } = await orch("auth why get /api --as=ann");
  expect(stderr).toBe("");
  expect(stdout).toContain('  role        ClusterRole "system:discovery"\n');
});

test("orch auth why and can-i answer about users who may not ask about themselves", async () => {
  const { code, stdout, stderr } = await orch("auth why get /healthz --as=system:anonymous");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain('  subject     Group "system:unauthenticated"\n');
  expect(await orch("auth can-i get pods --as=carl --as-group=system:unauthenticated")).toMatchObject({
    code: 1,
    stdout: "no\n",
    stderr: "",
  });
});

test("orch auth exits with 2 for an invalid command line", async () => {
  expect(await orch("auth can-i get")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("you must specify two arguments"),
  });
});
