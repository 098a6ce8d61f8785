import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../../../test/support/until.ts";
import type { ClientContext } from "../context.ts";
import { CommandStage, type Ran, type StageOptions } from "../testing/command-stage.ts";
import { writeDefaults } from "../testing/write-defaults.ts";
import { type ApplyCommand, apply } from "./apply.ts";
import { type CreateCommand, create } from "./create.ts";
import { type DeleteCommand, deleteObjects } from "./delete.ts";
import { type DiffCommand, diff } from "./diff.ts";
import { type LabelCommand, label } from "./label.ts";
import { owners } from "./owners.ts";
import { type PatchCommand, patch } from "./patch.ts";

let stage: CommandStage;
beforeEach(async () => {
  stage = await CommandStage.open();
});
afterEach(() => stage[Symbol.asyncDispose]());

type Command = CreateCommand & ApplyCommand & DiffCommand & LabelCommand & PatchCommand & DeleteCommand;
type Options = Partial<Command>;

const runner =
  (command: (options: Command, context: ClientContext) => Promise<number>) =>
  (words: string, options: Options = {}, stageOptions: StageOptions = {}): Promise<Ran> => {
    const split = words.split(" ").filter((word) => word !== "");
    return stage.run((context) => command({ ...writeDefaults, words: split, ...options }, context), stageOptions);
  };

const run = {
  create: runner(create),
  apply: runner(apply),
  diff: runner(diff),
  label: runner(label),
  patch: runner(patch),
  delete: runner(deleteObjects),
  owners: runner(owners),
};

const map = (name: string, data: string, more = ""): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${more}data: ${data}\n`;

const deployment = (replicas: number, image = "nginx:1"): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: web, image: "${image}"}
`;

// biome-ignore format: a table
const types = {
  configmaps: { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true },
  deployments: { group: "apps", version: "v1", kind: "Deployment", plural: "deployments", namespaced: true },
  pods: { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true },
  roles: { group: "rbac.authorization.orch.io", version: "v1", kind: "Role", plural: "roles", namespaced: true },
  rolebindings: { group: "rbac.authorization.orch.io", version: "v1", kind: "RoleBinding", plural: "rolebindings", namespaced: true },
} as const;

// oxlint-disable-next-line typescript/no-explicit-any
async function stored(plural: keyof typeof types, name: string, namespace = "default"): Promise<any> {
  return await stage.client.resource(types[plural], namespace).get(name);
}

describe("create", () => {
  test("create creates the objects of manifests, and reports those that fail", async () => {
    stage.write("a.yaml", `${map("one", "{a: b}")}---\n${map("Two", "{a: b}")}---\n${map("three", "{a: b}")}`);
    const first = await run.create("", { files: ["a.yaml"] });
    expect(first).toMatchObject({ code: 1, out: "configmap/one created\nconfigmap/three created\n" });
    expect(first.error).toMatch(
      /^error: a\.yaml:7: ConfigMap Two: ConfigMap "Two" is invalid: metadata\.name: Invalid value/,
    );
    const secondResult = await run.create("", { files: ["a.yaml"] });
    expect(secondResult.error).toContain('error: a.yaml:1: ConfigMap one: configmaps "one" already exists\n');
  });

  test("create creates an object from a type and a name", async () => {
    expect((await run.create("ns shop")).out).toBe("namespace/shop created\n");
    expect((await run.create("cm/empty", {}, { namespace: "shop" })).out).toBe("configmap/empty created\n");
    expect(await run.create("pod web")).toMatchObject({
      code: 1,
      error: 'error: pod/web: Pod "web" is invalid: spec.containers: Required value\n',
    });
  });

  test("create prints each validation error of an object in a separate line", async () => {
    const { error } = await run.create(
      "",
      { files: ["-"] },
      { input: deployment(-1, "").replace("app: web}}\n    spec", "app: x}}\n    spec") },
    );
    expect(error).toMatch(/^error: standard input:1: Deployment web: Deployment\.apps "web" is invalid:\n {2}spec\./);
    expect(error).toContain("\n  spec.replicas: Invalid value: -1: must be greater than or equal to 0\n");
    expect(error).toContain("\n  spec.template.spec.containers[0].image: Required value\n");
  });

  test("create creates a role and a binding in the server's vocabulary, and rejects unknown resources", async () => {
    const role = { kind: "Role", name: "reader", verbs: ["get"], resourceNames: [], nonResourceUrls: [] } as const;
    const access = { ...role, resources: ["po/log", "deploy"], aggregationLabels: [] };
    expect((await run.create("role reader", { access })).out).toBe("role.rbac.authorization.orch.io/reader created\n");
    expect(await stored("roles", "reader")).toMatchObject({
      rules: [
        { apiGroups: [""], resources: ["pods/log"], verbs: ["get"] },
        { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get"] },
      ],
    });
    const unknown = run.create("role other", { access: { ...access, name: "other", resources: ["podz"] } });
    await expect(unknown).rejects.toThrow('the server has no type "podz"; did you mean pods?');
    const names = { role: "reader", clusterRole: undefined, users: ["ann"], groups: [], accounts: [] };
    const binding = { access: { kind: "RoleBinding", name: "ann", ...names } } as const;
    expect((await run.create("rolebinding ann", binding)).code).toBe(0);
    expect(await stored("rolebindings", "ann")).toMatchObject({
      roleRef: { apiGroup: "rbac.authorization.orch.io", kind: "Role", name: "reader" },
      subjects: [{ kind: "User", apiGroup: "rbac.authorization.orch.io", name: "ann" }],
    });
    const withFile = run.create("role reader", { access, files: ["a.yaml"] });
    await expect(withFile).rejects.toThrow("-f selects what is created");
  });

  test("create --dry-run=server stores nothing and prints the result", async () => {
    const { out } = await run.create("cm one", { dryRun: "server" });
    expect(out).toBe("configmap/one created (server dry run)\n");
    expect((await run.create("cm one", { dryRun: "server", output: "name" })).out).toBe("configmap/one\n");
    await expect(stored("configmaps", "one")).rejects.toThrow("not found");
    const { out: document } = await run.create("cm one", { output: "json" });
    expect(JSON.parse(document)).toMatchObject({ kind: "ConfigMap", metadata: { name: "one" } });
  });

  test("create prints the created objects through a template or in columns", async () => {
    expect((await run.create("cm one", { output: { name: "jsonpath", value: "{.kind} {.metadata.name}" } })).out).toBe(
      "ConfigMap one",
    );
    const output = { name: "custom-columns", value: "NAME:.metadata.name,DATA:.data.a" } as const;
    const files = { files: ["-"], output };
    const { out } = await run.create("", files, { input: `${map("two", "{a: b}")}---\n${map("three", "{}")}` });
    expect(out).toBe("NAME    DATA\ntwo     b\nthree   <none>\n");
  });

  test("create creates all objects even if one cannot be printed, and then reports the error", async () => {
    const output = { name: "custom-columns", value: "NAME:.metadata.name[0]" } as const;
    const files = { files: ["-"], output };
    await expect(run.create("", files, { input: `${map("four", "{}")}---\n${map("five", "{}")}` })).rejects.toThrow(
      "-o custom-columns: {.metadata.name[0]}: only a list has elements, but the value is a text",
    );
    expect((await stored("configmaps", "five")).metadata.name).toBe("five");
  });

  test("create lets the server generate a name for a manifest with generateName", async () => {
    const { out } = await run.create("", { files: ["-"] }, { input: map("x", "{}").replace("name:", "generateName:") });
    expect(out).toMatch(/^configmap\/x[a-z0-9]{5} created\n$/);
  });

  test("create preserves large integers", async () => {
    const lease = (duration: string): string =>
      `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"big"},"spec":{"activeDeadlineSeconds":${duration},"containers":[{"name":"c","image":"i"}]}}`;
    const { error } = await run.create("", { files: ["-"] }, { input: lease("9223372036854775807") });
    expect(error).toContain("9223372036854775807");
  });

  test.each<[string, Options, string, string]>([
    ["", {}, "", "manifests are required: -f FILE, -f FOLDER, or -f - for standard input"],
    ["ns", {}, "", "one object is required"],
    ["cm a", { files: ["-"] }, "", "-f selects what is created; remove cm a"],
    ["", { files: ["-"] }, "", "the files contain no objects"],
    ["", { files: ["-"] }, "kind: X", "standard input:1: X: apiVersion is missing"],
    ["", { files: ["-"] }, "apiVersion: v1", "standard input:1: object: kind is missing"],
    ["", { files: ["-"] }, "apiVersion: a/b/c\nkind: X", 'apiVersion: "a/b/c" is not VERSION or GROUP/VERSION'],
    ["", { files: ["-"] }, "apiVersion: v1\nkind: Podd", 'the server has no kind "Podd" in v1; did you mean Pod?'],
    ["", { files: ["-"] }, "apiVersion: v2\nkind: Pod", "the server has no Pod in v2; it serves it in v1"],
    ["", { files: ["-"] }, "a: [", "standard input:1: line 1: did not find expected node content"],
    ["", { files: ["-"] }, "a: 1\na: 2", 'standard input:1: line 2: key "a" already set in map; remove one of them'],
    ["", { files: ["-"] }, "- a", "standard input:1: is no object: it must begin with apiVersion and kind"],
  ])("create %j with %j and %j is rejected", async (words, options, input, message) => {
    await expect(run.create(words, options, { input })).rejects.toThrow(message);
  });

  test("create creates nothing if one of the documents is invalid", async () => {
    stage.write("a.yaml", `${map("one", "{a: b}")}---\nkind: X\n`);
    await expect(run.create("", { files: ["a.yaml"] })).rejects.toThrow("a.yaml:7: X: apiVersion is missing");
    await expect(stored("configmaps", "one")).rejects.toThrow("not found");
  });

  test("create uses the namespace of the manifest, and rejects one that contradicts --namespace", async () => {
    await run.create("ns shop");
    const inShop = map("a", "{}", "  namespace: shop\n");
    expect((await run.create("", { files: ["-"] }, { input: inShop })).code).toBe(0);
    expect((await stored("configmaps", "a", "shop")).metadata.namespace).toBe("shop");
    await expect(
      run.create("", { files: ["-"] }, { input: inShop, namespace: "other", isNamespaceExplicit: true }),
    ).rejects.toThrow('metadata.namespace is "shop", but --namespace is "other"; remove one of them');
  });
});

describe("apply", () => {
  test("apply reports the change of each object", async () => {
    const input = `${map("one", "{a: b}")}---\n${deployment(1)}`;
    const applied = async (text: string): Promise<string> =>
      (await run.apply("", { files: ["-"] }, { input: text })).out;
    expect(await applied(input)).toBe("configmap/one created\ndeployment.apps/web created\n");
    expect(await applied(input)).toBe("configmap/one unchanged\ndeployment.apps/web unchanged\n");
    expect(await applied(input.replace("a: b", "a: c"))).toBe(
      "configmap/one configured\ndeployment.apps/web unchanged\n",
    );
  });

  test("apply reports if only the owners have changed", async () => {
    await run.create("", { files: ["-"], fieldManager: "other" }, { input: map("one", "{a: b}") });
    const { out } = await run.apply("", { files: ["-"] }, { input: map("one", "{a: b}") });
    expect(out).toBe("configmap/one unchanged but for its owners\n");
  });

  test("apply --dry-run=server reports what would happen", async () => {
    const dry = async (text: string): Promise<string> =>
      (await run.apply("", { files: ["-"], dryRun: "server" }, { input: text })).out;
    expect(await dry(map("one", "{a: b}"))).toBe("configmap/one created (server dry run)\n");
    await run.apply("", { files: ["-"] }, { input: map("one", "{a: b}") });
    expect(await dry(map("one", "{a: b}"))).toBe("configmap/one unchanged (server dry run)\n");
    expect(await dry(map("one", "{a: c}"))).toBe("configmap/one configured (server dry run)\n");
  });

  test("apply lists each conflicting field with its owner, and how to resolve the conflict", async () => {
    await run.apply("", { files: ["-"] }, { input: deployment(1) });
    await run.patch("deploy web", { patch: "spec: {replicas: 7, paused: true}", fieldManager: "scaler" });
    const input = deployment(2).replace("replicas:", "paused: false\n  replicas:");
    const { code, out, error } = await run.apply("", { files: ["-"] }, { input });
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toBe(
      "error: standard input:1: Deployment web: 2 fields are owned by others, and would get another value:\n" +
        '  .spec.paused     "scaler" using apps/v1\n' +
        '  .spec.replicas   "scaler" using apps/v1\n' +
        "Leave them out of the manifest to let others decide, write the value that is there to share them, or take them " +
        "with --force-conflicts. `orch owners deployment.apps/web -n default` shows who owns what.\n",
    );
    expect((await run.apply("", { files: ["-"], forceConflicts: true }, { input })).out).toBe(
      "deployment.apps/web configured\n",
    );
    expect((await stored("deployments", "web")).spec).toMatchObject({ replicas: 2 });
  });

  test("apply rejects unknown fields", async () => {
    const input = deployment(1).replace("replicas: 1", "replica: 1");
    const { code, error } = await run.apply("", { files: ["-"] }, { input });
    expect(code).toBe(1);
    expect(error).toContain(".spec.replica: field not declared in schema");
  });

  test.each<[string, Options, string, string]>([
    ["a.yaml", {}, "", "manifests are selected by -f; remove a.yaml, or write -f a.yaml"],
    [
      "",
      { files: ["-"] },
      map("x", "{}").replace("name:", "generateName:"),
      "metadata.name is missing; `orch create` takes metadata.generateName",
    ],
  ])("apply %j is rejected", async (words, options, input, message) => {
    await expect(run.apply(words, options, { input })).rejects.toThrow(message);
  });

  test("apply reads the files of a folder in order of their names, with subfolders on request", async () => {
    stage.write("all/b.yaml", map("b", "{}"));
    stage.write("all/a.yaml", map("a", "{}"));
    stage.write("all/deeper/c.yaml", map("c", "{}"));
    expect((await run.apply("", { files: ["all"] })).out).toBe("configmap/a created\nconfigmap/b created\n");
    expect((await run.apply("", { files: ["all"], recursive: true })).out).toContain("configmap/c created\n");
  });
});

describe("diff", () => {
  test("diff prints what an apply would change, and changes nothing", async () => {
    await run.apply("", { files: ["-"] }, { input: deployment(1) });
    const { code, out } = await run.diff("", { files: ["-"] }, { input: deployment(3, "nginx:2") });
    expect(code).toBe(1);
    const changes = out.split("\n").filter((line) => /^[-+]/.test(line));
    expect(changes).toEqual([
      "--- default/deployment.apps/web (now)",
      "+++ default/deployment.apps/web (applied)",
      "-  replicas: 1",
      "+  replicas: 3",
      "-      - image: nginx:1",
      "+      - image: nginx:2",
    ]);
    expect((await stored("deployments", "web")).spec.replicas).toBe(1);
  });

  test("diff exits with 0 without differences, and with 2 if an object cannot be compared", async () => {
    await run.apply("", { files: ["-"] }, { input: deployment(1) });
    expect(await run.diff("", { files: ["-"] }, { input: deployment(1) })).toMatchObject({
      code: 0,
      out: "",
      error: "",
    });
    const wrong = await run.diff("", { files: ["-"] }, { input: `${deployment(-1)}---\n${map("new", "{}")}` });
    expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining("spec.replicas: Invalid value: -1") });
    expect(wrong.out).toContain("+++ default/configmap/new (applied)\n");
  });

  test("diff prints a new object completely, without generated fields", async () => {
    const { code, out } = await run.diff("", { files: ["-"] }, { input: map("new", "{a: b}") });
    expect(code).toBe(1);
    expect(out).toBe(
      "--- default/configmap/new (does not exist)\n+++ default/configmap/new (applied)\n@@ -0,0 +1,7 @@\n" +
        "+apiVersion: v1\n+data:\n+  a: b\n+kind: ConfigMap\n+metadata:\n+  name: new\n+  namespace: default\n",
    );
  });

  describe("a namespace together with its content", () => {
    const shop = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\n";
    const content = `${map("a", "{a: b}", "  namespace: shop\n")}---\n${map("b", "{}", "  namespace: shop\n")}`;

    test("diff prints the objects of a new namespace as written, because the server cannot process them yet", async () => {
      const { code, out, error } = await run.diff("", { files: ["-"] }, { input: shop + content });
      expect(code).toBe(1);
      expect(out).toContain("--- namespace/shop (does not exist)\n+++ namespace/shop (applied)\n");
      expect(out).toContain(
        "--- shop/configmap/a (does not exist)\n+++ shop/configmap/a (applied)\n@@ -0,0 +1,7 @@\n" +
          "+apiVersion: v1\n+data:\n+  a: b\n+kind: ConfigMap\n+metadata:\n+  name: a\n+  namespace: shop\n",
      );
      expect(out).toContain("+++ shop/configmap/b (applied)\n");
      expect(error).toBe(
        "warning: namespace/shop does not exist yet: what it is to hold is shown as it is written, unchecked and without defaults\n",
      );
      await expect(stored("configmaps", "a", "shop")).rejects.toThrow('configmaps "a" not found');
    });

    test("diff prints the namespace of objects that name none, and no times", async () => {
      const input = shop + map("a", "{a: b}", "  creationTimestamp: null\n");
      const { out } = await run.diff("", { files: ["-"] }, { input, namespace: "shop" });
      expect(out).toMatch(/\+\+\+ shop\/configmap\/a .*\n(.*\n)*\+metadata:\n\+  name: a\n\+  namespace: shop\n$/);
    });

    test("diff prints the objects of an existing namespace as the server would store them", async () => {
      await run.apply("", { files: ["-"] }, { input: shop });
      const input = shop + deployment(1).replace("{name: web}", "{name: web, namespace: shop}");
      const { code, out, error } = await run.diff("", { files: ["-"] }, { input });
      expect([code, error]).toEqual([1, ""]);
      expect(out).toContain("+++ shop/deployment.apps/web (applied)\n");
      expect(out).toContain("+  progressDeadlineSeconds: 600\n");
    });

    test.each([
      ["follows it", `${content}---\n${shop}`],
      ["is not in the manifests", content],
      ["would be rejected", shop.replace("metadata:", "spec: {finalizers: [mine]}\nmetadata:") + content],
    ])("diff fails like apply if the namespace %s", async (_, input) => {
      const missing = 'ConfigMap shop/a: namespaces "shop" not found\n';
      const { code, error } = await run.diff("", { files: ["-"] }, { input });
      expect(code).toBe(2);
      expect(error).toContain(missing);
      expect(error).not.toContain("warning:");
      expect((await run.apply("", { files: ["-"] }, { input })).error).toContain(missing);
    });
  });

  test("diff fails on conflicts, unless --force-conflicts is set", async () => {
    await run.apply("", { files: ["-"] }, { input: deployment(1) });
    await run.patch("deploy web", { patch: "spec: {replicas: 7}", fieldManager: "scaler" });
    const refused = await run.diff("", { files: ["-"] }, { input: deployment(1) });
    expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('.spec.replicas   "scaler"') });
    expect((await run.diff("", { files: ["-"], forceConflicts: true }, { input: deployment(1) })).code).toBe(1);
  });
});

describe("patch", () => {
  beforeEach(() => run.apply("", { files: ["-"] }, { input: `${deployment(1)}---\n${map("m", "{a: b}")}` }));

  test.each<[Options, string]>([
    [{ patch: '{"data": {"a": "c"}}' }, "c"],
    [{ patch: "data: {a: c}", type: "merge" }, "c"],
    [{ patch: '[{"op": "replace", "path": "/data/a", "value": "c"}]', type: "json" }, "c"],
    [{ patchFile: "-" }, "file"],
  ])("patch with %j changes the object", async (options, value) => {
    const { out } = await run.patch("cm m", options, { input: "data: {a: file}" });
    expect(out).toBe("configmap/m patched\n");
    expect((await stored("configmaps", "m")).data.a).toBe(value);
  });

  test("patch reports an object as patched that is deleted by removing its last finalizer", async () => {
    await run.create("", { files: ["-"] }, { input: map("held", "{}", "  finalizers: [example.com/hold]\n") });
    await run.delete("cm held", { wait: false });
    expect((await run.patch("cm held", { type: "merge", patch: "metadata: {finalizers: null}" })).out).toBe(
      "configmap/held patched\n",
    );
    await expect(stored("configmaps", "held")).rejects.toThrow("not found");
  });

  test("patch reports an unchanged object, also in a dry run", async () => {
    expect((await run.patch("cm/m", { patch: "data: {a: b}" })).out).toBe("configmap/m unchanged\n");
    expect((await run.patch("cm/m", { patch: "data: {a: b}", dryRun: "server" })).out).toBe(
      "configmap/m unchanged (server dry run)\n",
    );
    expect((await run.patch("cm/m", { patch: "data: {a: c}", dryRun: "server" })).out).toBe(
      "configmap/m patched (server dry run)\n",
    );
  });

  test("patch changes a subresource", async () => {
    const options: Options = { subresource: "scale", type: "merge", patch: "spec: {replicas: 4}" };
    expect((await run.patch("deploy web", options)).out).toBe("deployment.apps/web patched\n");
    expect((await run.patch("deploy web", options)).out).toBe("deployment.apps/web unchanged\n");
    expect((await stored("deployments", "web")).spec.replicas).toBe(4);
  });

  test.each<[string, Options, string]>([
    ["cm m", {}, "a patch is required: -p PATCH or --patch-file=FILE"],
    ["cm m", { patch: "a: b", patchFile: "-" }, "--patch and --patch-file are both set; remove one of them"],
    ["cm m", { patch: "[]" }, "--patch: a patch of type strategic must be an object, such as"],
    ["cm m", { patch: "[]" }, "a list of operations is a patch of --type=json"],
    ["cm m", { patch: "{}", type: "json" }, "--patch: a patch of type json must be a list of operations, such as"],
    ["cm m", { patch: "{" }, "--patch: yaml: line 1"],
    ["cm m", { patch: "a: 1\na: 2" }, '--patch: line 2: key "a" already set in map'],
    ["cm m", { patchFile: "none" }, "none: there is no such file or folder"],
    ["cm", { patch: "{}" }, "an object is required: TYPE NAME or TYPE/NAME"],
  ])("patch %j with %j is rejected", async (words, options, message) => {
    await expect(run.patch(words, options)).rejects.toThrow(message);
  });

  test("patch explains that a patch does not apply", async () => {
    const { code, error } = await run.patch("cm m", {
      type: "json",
      patch: '[{"op": "test", "path": "/data/a", "value": "z"}]',
    });
    expect(code).toBe(1);
    expect(error).toBe(
      "error: configmap/m: the patch does not apply: one of its paths does not exist, or a test operation failed\n",
    );
  });
});

test("patch shows why a webhook rejects an object with 422", async () => {
  const url = "https://sizes.example.com/review";
  const webhooks = { [url]: () => ({ allowed: false, status: { code: 422, message: "use other sizes" } }) };
  await using hooked = await CommandStage.open({ webhooks });
  await hooked.create("configmaps", { metadata: { name: "m" } });
  const configuration = {
    metadata: { name: "sizes" },
    webhooks: [
      {
        name: "sizes.example.com",
        clientConfig: { url },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["configmaps"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  };
  const path = "/apis/admissionregistration.orch.io/v1/validatingwebhookconfigurations";
  expect((await hooked.server.request(path, { body: configuration })).status).toBe(201);
  const options = { ...writeDefaults, words: ["cm/m"], patch: "data: {a: b}" };
  const { error } = await hooked.run((context) => patch(options, context));
  expect(error).toBe('error: configmap/m: admission webhook "sizes.example.com" denied the request: use other sizes\n');
});

describe("label", () => {
  beforeEach(() =>
    run.apply("", { files: ["-"] }, { input: `${map("a", "{}", "  labels: {app: web}\n")}---\n${map("b", "{}")}` }),
  );

  test("label sets and removes labels", async () => {
    expect((await run.label("cm a tier=front app-")).out).toBe("configmap/a labeled\n");
    expect((await stored("configmaps", "a")).metadata.labels).toEqual({ tier: "front" });
    expect((await run.label("cm a tier=front app-")).out).toBe("configmap/a unchanged\n");
    expect((await run.label("cm a tier=")).error).toBe(
      'error: configmap/a: the label tier is "front"; --overwrite changes it\n',
    );
    expect((await run.label("cm a tier=", { overwrite: true })).out).toBe("configmap/a labeled\n");
    expect((await run.label("cm a", { list: true })).out).toBe("configmap/a\n  tier=\n");
    expect((await run.label("cm b", { list: true })).out).toBe("configmap/b\n  (none)\n");
  });

  test("label changes all objects or selected ones, and supports dry runs", async () => {
    expect((await run.label("cm x=y", { all: true, dryRun: "server" })).out).toBe(
      "configmap/a labeled (server dry run)\nconfigmap/b labeled (server dry run)\n",
    );
    expect((await run.label("cm x=y", { labelSelector: "app=web" })).out).toBe("configmap/a labeled\n");
    expect((await run.label("cm x=y", { all: true, allNamespaces: true })).out).toBe(
      "configmap/a unchanged\nconfigmap/b labeled\n",
    );
  });

  test.each<[string, Options, string]>([
    ["cm a", {}, "labels are required: NAME=VALUE sets one, NAME- removes one, --list shows them"],
    ["cm x=y", {}, "which cm? a name, -l LABELS or --all is required"],
    ["cm a =y", {}, '"=y" has no name; use NAME=VALUE'],
    ["cm a x=y x-", {}, "x is set twice; remove one of them"],
    ["cm a x=y", { all: true }, "set names or --all, not both"],
  ])("label %j is rejected", async (words, options, message) => {
    await expect(run.label(words, options)).rejects.toThrow(message);
  });
});

describe("delete", () => {
  const pod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {nodeName: node-1, containers: [{name: c, image: i}]}\n";
  const withFinalizer = map("held", "{}", "  finalizers: [example.com/hold]\n");

  test("delete deletes objects by name, by selector and by manifest", async () => {
    const input = ["a", "b", "c"].map((name) => map(name, "{}", `  labels: {is: ${name}}\n`)).join("---\n");
    stage.write("all.yaml", input);
    await run.create("", { files: ["all.yaml"] });
    expect((await run.delete("cm a")).out).toBe("configmap/a deleted\n");
    expect((await run.delete("cm", { labelSelector: "is=b" })).out).toBe("configmap/b deleted\n");
    const secondResult = await run.delete("", { files: ["all.yaml"] });
    expect(secondResult).toMatchObject({ code: 1, out: "configmap/c deleted\n" });
    expect(secondResult.error).toBe(
      'error: configmap/a: configmaps "a" not found\nerror: configmap/b: configmaps "b" not found\n',
    );
    expect(await run.delete("", { files: ["all.yaml"], ignoreNotFound: true })).toMatchObject({
      code: 0,
      out: "",
      error: "",
    });
    expect((await run.delete("cm", { all: true })).error).toBe("there is nothing to delete\n");
  });

  test("delete waits until the server has removed an object with finalizers", async () => {
    await run.create("", { files: ["-"] }, { input: withFinalizer });
    let printed = "";
    const running = run.delete("cm held", {}, { onOut: (all) => (printed = all) });
    await until(() => printed !== "", "it is deleted");
    await run.patch("cm held", { type: "json", patch: '[{"op": "remove", "path": "/metadata/finalizers"}]' });
    expect(await running).toEqual({
      code: 0,
      out: "configmap/held deleted\n",
      error: "",
      progress: ["waiting for the end of configmap/held", ""],
    });
  });

  test("delete reports the remaining finalizers when the timeout has elapsed", async () => {
    await run.create("", { files: ["-"] }, { input: withFinalizer });
    let printed = "";
    const running = run.delete("cm held", { timeoutMs: 5000 }, { onOut: (all) => (printed = all) });
    await until(() => printed !== "", "it is deleted");
    await stage.clock.advance(5000);
    expect(await running).toMatchObject({
      code: 1,
      error: "error: configmap/held: still there after 5s; it goes when its finalizers are done: example.com/hold\n",
    });
    expect((await run.delete("cm held", { wait: false })).code).toBe(0);
  });

  test("delete does not wait for a new object with the same name", async () => {
    await run.create("", { files: ["-"] }, { input: withFinalizer });
    let printed = "";
    const running = run.delete("cm held", {}, { onOut: (all) => (printed = all) });
    await until(() => printed !== "", "it is deleted");
    await run.patch("cm held", { type: "json", patch: '[{"op": "remove", "path": "/metadata/finalizers"}]' });
    await run.create("", { files: ["-"] }, { input: map("held", "{}") });
    expect((await running).code).toBe(0);
    expect((await stored("configmaps", "held")).metadata.deletionTimestamp).toBeUndefined();
  });

  test("delete sends the grace period and the propagation policy", async () => {
    await run.create("", { files: ["-"] }, { input: pod });
    const { out, error } = await run.delete("pod web", { gracePeriod: 7, wait: false, output: "json" });
    expect(error).toBe("");
    expect(JSON.parse(out).metadata.deletionGracePeriodSeconds).toBe(7);
    expect(
      JSON.parse((await run.delete("pod web", { now: true, wait: false, output: "json" })).out).metadata
        .deletionGracePeriodSeconds,
    ).toBe(1);
    expect((await run.delete("pod web", { gracePeriod: 0 })).out).toBe("pod/web deleted\n");
    await run.create("", { files: ["-"] }, { input: deployment(1) });
    await run.delete("deploy web", { cascade: "foreground", wait: false });
    expect((await stored("deployments", "web")).metadata.finalizers).toEqual(["foregroundDeletion"]);
  });

  test("delete --dry-run=server deletes nothing and does not wait", async () => {
    await run.create("", { files: ["-"] }, { input: withFinalizer });
    expect((await run.delete("cm held", { dryRun: "server" })).out).toBe("configmap/held deleted (server dry run)\n");
    expect((await stored("configmaps", "held")).metadata.deletionTimestamp).toBeUndefined();
  });

  test.each<[string, Options, string]>([
    ["pods", {}, "which pods? a name, -l LABELS or --all is required"],
    ["pod web", { all: true }, "set names or --all, not both"],
    ["pod web", { now: true, gracePeriod: 3 }, "--now means --grace-period=1; set only one of them"],
    ["", {}, "a type is required"],
  ])("delete %j with %j is rejected", async (words, options, message) => {
    await expect(run.delete(words, options)).rejects.toThrow(message);
  });
});

describe("owners", () => {
  test("owners prints the owner and age of each field, and how many fields are shared", async () => {
    await run.apply("", { files: ["-"], fieldManager: "ci" }, { input: deployment(3) });
    await stage.clock.advance(300_000);
    await run.apply(
      "",
      { files: ["-"], fieldManager: "ops" },
      { input: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n" },
    );
    await run.patch("deploy web", {
      subresource: "scale",
      type: "merge",
      patch: "spec: {replicas: 5}",
      fieldManager: "scaler",
    });
    await run.label("deploy web tier=front", { fieldManager: "me" });
    const { code, out } = await run.owners("deploy/web");
    expect(code).toBe(0);
    expect(out).toContain("    tier: front         # me, update, 0s\n");
    expect(out).toContain("  replicas: 5           # scaler, update of scale\n");
    expect(out).toContain("      - name: web       # ci, apply, 5m\n        image: nginx:1  # ci, apply, 5m\n");
    expect(out).not.toContain("managedFields");
    expect(out.endsWith("# No field is shared.\n")).toBe(true);
  });

  test("owners prints all owners of a shared field", async () => {
    await run.apply("", { files: ["-"], fieldManager: "one" }, { input: map("m", "{a: b}") });
    await run.apply("", { files: ["-"], fieldManager: "two" }, { input: map("m", "{a: b, c: d}") });
    const { out } = await run.owners("cm m");
    expect(out).toContain("  a: b  # shared: one, apply, 0s; two, apply, 0s\n  c: d  # two, apply, 0s\n");
    expect(out).toContain("# 1 field is shared.\n");
  });

  test("owners reports missing objects, and requires a name", async () => {
    expect(await run.owners("cm none")).toMatchObject({
      code: 1,
      error: 'error: configmap/none: configmaps "none" not found\n',
    });
    await expect(run.owners("cm")).rejects.toThrow("an object is required: TYPE NAME or TYPE/NAME");
  });
});
