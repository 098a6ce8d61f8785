/** `orch auth reconcile`. The expected texts are those that kubectl 1.32 prints. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterRoleBinding, namespace, role, roleBinding } from "../../api/index.ts";
import { CommandStage } from "../testing/command-stage.ts";
import { type ReconcileCommand, reconcile } from "./reconcile.ts";

let stage: CommandStage;
beforeAll(async () => {
  stage = await CommandStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const defaults: ReconcileCommand = {
  files: ["-"],
  recursive: false,
  removesExtraPermissions: false,
  removesExtraSubjects: false,
  dryRun: "none",
  output: undefined,
};

const apiVersion = "rbac.authorization.orch.io/v1";

function roleIn(place: string, rules: object[], more: object = {}): object {
  return { apiVersion, kind: "Role", metadata: { name: "reader", namespace: place, ...more }, rules };
}

function bindingIn(place: string, subjects: object[], roleName = "reader"): object {
  const roleRef = { kind: "Role", name: roleName };
  return { apiVersion, kind: "RoleBinding", metadata: { name: "readers", namespace: place }, subjects, roleRef };
}

const get = { apiGroups: [""], resources: ["pods", "services"], verbs: ["get", "list"] };
const watch = { apiGroups: [""], resources: ["pods"], verbs: ["get", "watch"] };
const ann = { kind: "User", name: "ann" };
const bob = { kind: "User", name: "bob" };

async function run(objects: readonly object[], options: Partial<ReconcileCommand> = {}) {
  const input = objects.map((object) => JSON.stringify(object)).join("\n---\n");
  return await stage.run((context) => reconcile({ ...defaults, ...options }, context), { input });
}

test("orch auth reconcile creates missing objects with their namespace, and skips objects that are no roles", async () => {
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "skipped" } };
  const account = { kind: "ServiceAccount", name: "web", namespace: "new" };
  const { code, out, error } = await run([map, roleIn("new", [get]), bindingIn("new", [ann, account])]);
  expect({ code, out }).toEqual({
    code: 0,
    out: "role.rbac.authorization.orch.io/reader reconciled\nrolebinding.rbac.authorization.orch.io/readers reconciled\n",
  });
  expect(error).toBe(
    [
      "\treconciliation required create",
      "\tmissing rules added:",
      "\t\t{Verbs:[get list] APIGroups:[] Resources:[pods services] ResourceNames:[] NonResourceURLs:[]}",
      "\treconciliation required create",
      "\tmissing subjects added:",
      "\t\t{Kind:User APIGroup:rbac.authorization.orch.io Name:ann Namespace:}",
      "\t\t{Kind:ServiceAccount APIGroup: Name:web Namespace:new}",
      "",
    ].join("\n"),
  );
  expect((await stage.client.api(namespace).get("new")).status?.phase).toBe("Active");
  expect((await stage.client.api(role, "new").get("reader")).rules).toEqual([get]);
});

test("orch auth reconcile changes nothing if the stored objects grant the same", async () => {
  const objects = [roleIn("same", [get]), bindingIn("same", [ann])];
  await run(objects);
  const before = await stage.client.api(role, "same").get("reader");
  expect(await run(objects)).toMatchObject({
    code: 0,
    out: "role.rbac.authorization.orch.io/reader reconciled\nrolebinding.rbac.authorization.orch.io/readers reconciled\n",
    error: "",
  });
  expect(await stage.client.api(role, "same").get("reader")).toEqual(before);
});

test("orch auth reconcile adds permissions, subjects and labels, and keeps the existing ones", async () => {
  await run([roleIn("more", [get], { labels: { a: "b" } }), bindingIn("more", [ann])]);
  const { error } = await run([roleIn("more", [watch], { labels: { a: "c", d: "e" } }), bindingIn("more", [bob])]);
  expect(error).toContain(
    "\tmissing rules added:\n\t\t{Verbs:[watch] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n",
  );
  const { rules, metadata } = await stage.client.api(role, "more").get("reader");
  expect(rules).toEqual([get, { verbs: ["watch"], apiGroups: [""], resources: ["pods"] }]);
  expect(metadata.labels).toEqual({ a: "b", d: "e" });
  const { subjects } = await stage.client.api(roleBinding, "more").get("readers");
  expect(subjects?.map(({ name }) => name)).toEqual(["ann", "bob"]);
});

test("orch auth reconcile removes extra permissions and subjects if the flags say so", async () => {
  const flags = { removesExtraPermissions: true, removesExtraSubjects: true };
  await run([roleIn("less", [get]), bindingIn("less", [ann])]);
  const { error } = await run([roleIn("less", [watch]), bindingIn("less", [bob])], flags);
  expect(error.split("\n")).toEqual([
    "\treconciliation required update",
    "\tmissing rules added:",
    "\t\t{Verbs:[watch] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}",
    "\textra rules removed:",
    "\t\t{Verbs:[list] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}",
    "\t\t{Verbs:[get] APIGroups:[] Resources:[services] ResourceNames:[] NonResourceURLs:[]}",
    "\t\t{Verbs:[list] APIGroups:[] Resources:[services] ResourceNames:[] NonResourceURLs:[]}",
    "\treconciliation required update",
    "\tmissing subjects added:",
    "\t\t{Kind:User APIGroup:rbac.authorization.orch.io Name:bob Namespace:}",
    "\textra subjects removed:",
    "\t\t{Kind:User APIGroup:rbac.authorization.orch.io Name:ann Namespace:}",
    "",
  ]);
  expect((await stage.client.api(role, "less").get("reader")).rules).toEqual([watch]);
});

test("orch auth reconcile creates a binding again if it refers to another role", async () => {
  await run([roleIn("other", [get]), bindingIn("other", [ann])]);
  const before = await stage.client.api(roleBinding, "other").get("readers");
  expect((await run([bindingIn("other", [ann], "writer")])).error).toBe("\treconciliation required recreate\n");
  const after = await stage.client.api(roleBinding, "other").get("readers");
  expect(after.roleRef.name).toBe("writer");
  expect(after.metadata.uid).not.toBe(before.metadata.uid);
});

test("orch auth reconcile leaves a role that opted out, and says so", async () => {
  const annotations = { "rbac.authorization.orch.io/autoupdate": "false" };
  await run([roleIn("kept", [get], { annotations })]);
  const { code, error } = await run([roleIn("kept", [watch])]);
  expect(code).toBe(0);
  expect(error).toContain(
    "\treconciliation required update, but object opted out (rbac.authorization.orch.io/autoupdate: false)\n",
  );
  expect((await stage.client.api(role, "kept").get("reader")).rules).toEqual([get]);
});

test.each([
  ["client", " (dry run)"],
  ["server", " (server dry run)"],
] as const)("orch auth reconcile --dry-run=%s stores nothing", async (dryRun, mark) => {
  const binding = {
    apiVersion,
    kind: "ClusterRoleBinding",
    metadata: { name: `dry-${dryRun}` },
    roleRef: { kind: "ClusterRole", name: "view" },
    subjects: [ann],
  };
  const { code, out, error } = await run([binding], { dryRun });
  expect({ code, out }).toEqual({
    code: 0,
    out: `clusterrolebinding.rbac.authorization.orch.io/dry-${dryRun} reconciled${mark}\n`,
  });
  expect(error).toContain("\treconciliation required create\n");
  await expect(stage.client.api(clusterRoleBinding).get(`dry-${dryRun}`)).rejects.toThrow("not found");
});

test("orch auth reconcile -o name prints names, and -o json the objects", async () => {
  const named = await run([roleIn("shown", [get])], { output: "name" });
  expect(named.out).toBe("role.rbac.authorization.orch.io/reader\n");
  const { out } = await run([roleIn("shown", [get])], { output: "json" });
  expect(JSON.parse(out)).toMatchObject({ kind: "Role", metadata: { name: "reader" }, rules: [get] });
});

test("orch auth reconcile reports an invalid role, and reconciles the others", async () => {
  const { code, out, error } = await run([roleIn("bad", [{ verbs: [] }]), bindingIn("bad", [ann])]);
  expect(code).toBe(1);
  expect(error).toContain("rules[0].verbs: Required value");
  expect(out).toBe("rolebinding.rbac.authorization.orch.io/readers reconciled\n");
});
