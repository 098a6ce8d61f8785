import { test as anyTest, expect } from "vitest";
import { ownersOf } from "../support/field-owners.ts";
import { describeWithKubectl, joinLines, type Kubectl, kubectlMinor } from "../support/kubectl.ts";
import { type ApiObject, configMap, labelled, workload } from "./objects.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
const lastAppliedPath = `.metadata.annotations.${lastApplied}`;

/**
 * The first minor version of kubectl that works with any server, migrates from client-side apply, and prunes by sets.
 */
const minorWithAllFeatures = 27;
const test = anyTest.skipIf(kubectlMinor < minorWithAllFeatures);
const versionNote = ` (needs kubectl 1.${minorWithAllFeatures})`;

/** The advice that kubectl appends to a conflict. */
const advice = joinLines(
  "Please review the fields above--they currently have other managers. Here",
  "are the ways you can resolve this warning:",
  "* If you intend to manage all of these fields, please re-run the apply",
  "  command with the `--force-conflicts` flag.",
  "* If you do not intend to manage all of the fields, please edit your",
  "  manifest to remove references to the fields that should keep their",
  "  current managers.",
  "* You may co-own fields by updating your manifest to match the existing",
  "  value; in this case, you'll become the manager if the other manager(s)",
  "  stop managing the field (remove it from their configuration).",
  "See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts",
);

/** Fields that a manager owns after it applied `workload()`. */
const wholeWorkload = [
  ".spec.replicas",
  ".spec.selector",
  ".spec.template.metadata.labels.app",
  '.spec.template.spec.containers[name="nginx"]',
  '.spec.template.spec.containers[name="nginx"].env[name="MODE"]',
  '.spec.template.spec.containers[name="nginx"].env[name="MODE"].name',
  '.spec.template.spec.containers[name="nginx"].env[name="MODE"].value',
  '.spec.template.spec.containers[name="nginx"].image',
  '.spec.template.spec.containers[name="nginx"].name',
];

const without = (paths: readonly string[], ...excluded: readonly string[]): string[] =>
  paths.filter((path) => !excluded.includes(path));

const image = '.spec.template.spec.containers[name="nginx"].image';

function reading(kubectl: Kubectl, ...objects: readonly object[]): Kubectl {
  return kubectl.with({ stdin: objects.map((object) => JSON.stringify(object)).join("\n") });
}

/** Returns the removed and added lines of a diff, without the lines that name its files. */
function changedLines(diff: string): string[] {
  return diff.split("\n").filter((line) => /^[-+](?![-+]{2} )/.test(line));
}

/** Returns a kubectl whose editor replaces a text everywhere. */
function editing(kubectl: Kubectl, before: string, after: string): Kubectl {
  return kubectl.with({ env: { KUBE_EDITOR: `sed -i s/${before}/${after}/` } });
}

function setImage(object: ApiObject, name: string): ApiObject {
  const copy = structuredClone(object) as ApiObject & {
    readonly spec: { readonly template: { readonly spec: { readonly containers: { image: string }[] } } };
  };
  for (const container of copy.spec.template.spec.containers) container.image = name;
  return copy;
}

describeWithKubectl(`kubectl apply --server-side${versionNote}`, (cluster) => {
  const settings = async (kubectl: Kubectl) => await cluster().stored(kubectl, "api/v1", "configmaps/settings");
  const web = async (kubectl: Kubectl) => await cluster().stored(kubectl, "apis/apps/v1", "deployments/web");

  test("kubectl apply --server-side creates an object, does not write an unchanged one, and updates a changed one", async () => {
    const kubectl = await cluster().inNewNamespace();
    const object = configMap("settings", { colour: "blue" });
    const output = "configmap/settings serverside-applied\n";
    expect(await reading(kubectl, object).out`apply --server-side -f -`).toBe(output);
    const created = await settings(kubectl);
    expect(created.data).toEqual({ colour: "blue" });
    expect(created.metadata).not.toHaveProperty("annotations");
    expect(ownersOf(created)).toEqual([["kubectl Apply", [".data.colour"]]]);
    await cluster().clock.advance(2000);
    expect(await reading(kubectl, object).out`apply --server-side -f -`).toBe(output);
    expect(await settings(kubectl)).toEqual(created);
    expect(await reading(kubectl, configMap("settings", { size: "7" })).out`apply --server-side -f -`).toBe(output);
    const updated = await settings(kubectl);
    expect(updated.data).toEqual({ size: "7" });
    expect(ownersOf(updated)).toEqual([["kubectl Apply", [".data.size"]]]);
  });

  test("a conflict names manager and field and contains kubectl's advice, and --force-conflicts takes the field", async () => {
    const kubectl = await cluster().inNewNamespace();
    const deployment = workload("Deployment", "web", 2);
    await reading(kubectl, deployment).out`apply --server-side -f -`;
    await kubectl.out`scale deployment web --replicas=5`;
    const applying = reading(kubectl, deployment);
    expect(await applying.failure`apply --server-side -f -`).toBe(
      `error: Apply failed with 1 conflict: conflict with "kubectl" with subresource "scale" using apps/v1: .spec.replicas\n${advice}`,
    );
    await kubectl.out`patch deployment web -p ${setImage(workload("Deployment", "web", 5), "nginx:1.28")}`;
    expect(await applying.failure`apply --server-side -f -`).toBe(
      joinLines(
        'error: Apply failed with 2 conflicts: conflicts with "kubectl" with subresource "scale" using apps/v1:',
        "- .spec.replicas",
        'conflicts with "kubectl-patch" using apps/v1:',
        `- ${image}`,
      ) + advice,
    );
    expect((await web(kubectl)).spec.replicas).toBe(5);
    expect(await applying.out`apply --server-side --force-conflicts -f -`).toBe(
      "deployment.apps/web serverside-applied\n",
    );
    const forced = await web(kubectl);
    expect([forced.spec.replicas, forced.spec.template.spec.containers[0].image]).toEqual([2, "nginx:1.27"]);
    expect(ownersOf(forced)).toEqual([["kubectl Apply", wholeWorkload]]);
  });

  test("a value that two managers applied is shared, and is removed when its last owner omits it", async () => {
    const kubectl = await cluster().inNewNamespace();
    const both = configMap("settings", { colour: "blue", size: "7" });
    await reading(kubectl, both).out`apply --server-side --field-manager=one -f -`;
    await reading(kubectl, configMap("settings", { size: "7" })).out`apply --server-side --field-manager=two -f -`;
    // An entry without a time is first. The manager `two` has none because it changed nothing.
    expect(ownersOf(await settings(kubectl))).toEqual([
      ["two Apply", [".data.size"]],
      ["one Apply", [".data.colour", ".data.size"]],
    ]);
    await reading(kubectl, configMap("settings", {})).out`apply --server-side --field-manager=one -f -`;
    const remaining = await settings(kubectl);
    expect(remaining.data).toEqual({ size: "7" });
    expect(ownersOf(remaining)).toEqual([
      ["two Apply", [".data.size"]],
      ["one Apply", [".data"]],
    ]);
    const other = reading(kubectl, configMap("settings", { size: "8" }));
    expect(await other.failure`apply --server-side --field-manager=one -f -`).toBe(
      `error: Apply failed with 1 conflict: conflict with "two": .data.size\n${advice}`,
    );
  });

  test("kubectl apply --server-side --dry-run=server reports results and conflicts, and changes nothing", async () => {
    const kubectl = await cluster().inNewNamespace();
    const blue = reading(kubectl, configMap("settings", { colour: "blue" }));
    expect(await blue.out`apply --server-side --dry-run=server -f -`).toBe(
      "configmap/settings serverside-applied (server dry run)\n",
    );
    expect(await kubectl.out`get configmaps -o name`).toBe("");
    await blue.out`apply --server-side -f -`;
    const before = await settings(kubectl);
    const green = reading(kubectl, configMap("settings", { colour: "green" }));
    const answer = JSON.parse(
      await green.out`apply --server-side --dry-run=server --show-managed-fields --field-manager=kubectl -f - -o json`,
    );
    expect(answer.data).toEqual({ colour: "green" });
    expect(ownersOf(answer)).toEqual([["kubectl Apply", [".data.colour"]]]);
    expect(await green.failure`apply --server-side --dry-run=server --field-manager=other -f -`).toBe(
      `error: Apply failed with 1 conflict: conflict with "kubectl": .data.colour\n${advice}`,
    );
    expect(await settings(kubectl)).toEqual(before);
  });

  test("kubectl diff shows what apply would change, with and without --server-side", async () => {
    const kubectl = await cluster().inNewNamespace();
    const deployment = workload("Deployment", "web", 2);
    await reading(kubectl, deployment).out`apply --server-side -f -`;
    expect(await reading(kubectl, deployment).out`diff --server-side -f -`).toBe("");
    const before = await web(kubectl);
    const changing = reading(kubectl, setImage(deployment, "nginx:1.28"));
    for (const { code, stdout, stderr } of [
      await changing.run`diff --server-side -f -`,
      await changing.run`diff -f -`,
    ]) {
      expect([code, stderr]).toEqual([1, ""]);
      expect(changedLines(stdout)).toEqual([
        "-  generation: 1",
        "+  generation: 2",
        "-        image: nginx:1.27",
        "+        image: nginx:1.28",
      ]);
    }
    expect(await web(kubectl)).toEqual(before);
  });

  test("kubectl diff --server-side --show-managed-fields shows changes of field ownership", async () => {
    const kubectl = await cluster().inNewNamespace();
    await reading(kubectl, configMap("settings", { colour: "blue" })).out`apply --server-side -f -`;
    const adding = reading(kubectl, configMap("settings", { colour: "blue", size: "7" }));
    const { code, stdout } = await adding.run`diff --server-side --show-managed-fields -f -`;
    expect(code).toBe(1);
    expect(changedLines(stdout)).toEqual(['+  size: "7"', "+        f:size: {}"]);
  });

  test("kubectl diff --server-side fails for conflicts without --force-conflicts", async () => {
    const kubectl = await cluster().inNewNamespace();
    await reading(kubectl, configMap("settings", { colour: "blue" })).out`apply --server-side --field-manager=one -f -`;
    const green = reading(kubectl, configMap("settings", { colour: "green" }));
    const refused = await green.run`diff --server-side -f -`;
    expect(refused.code).toBeGreaterThan(1);
    expect(refused.stderr).toContain('Apply failed with 1 conflict: conflict with "one": .data.colour\n');
    const { code, stdout } = await green.run`diff --server-side --force-conflicts -f -`;
    expect(code).toBe(1);
    expect(changedLines(stdout)).toEqual(["-  colour: blue", "+  colour: green"]);
  });

  test("kubectl get -o yaml prints managed fields only with --show-managed-fields", async () => {
    const kubectl = await cluster().inNewNamespace();
    await reading(kubectl, configMap("settings", { colour: "blue" })).out`apply --server-side -f -`;
    expect(await kubectl.out`get configmap settings -o yaml`).not.toContain("managedFields");
    expect(await kubectl.out`get configmap settings -o yaml --show-managed-fields`).toContain(
      joinLines(
        "  managedFields:",
        "  - apiVersion: v1",
        "    fieldsType: FieldsV1",
        "    fieldsV1:",
        "      f:data:",
        "        f:colour: {}",
        "    manager: kubectl",
        "    operation: Apply",
        `    time: "${(await settings(kubectl)).metadata.creationTimestamp}"`,
      ),
    );
  });

  test("each kubectl command has a separate field manager, which owns the fields that the command changed", async () => {
    const kubectl = await cluster().inNewNamespace();
    await reading(kubectl, workload("Deployment", "web", 2)).out`apply --server-side -f -`;
    await kubectl.out`label deployment web tier=front`;
    await kubectl.out`annotate deployment web note=short`;
    await kubectl.out`scale deployment web --replicas=5`;
    await kubectl.out`patch deployment web -p ${{ spec: { paused: true } }}`;
    await editing(kubectl, "revisionHistoryLimit:.10", "revisionHistoryLimit:\\ 3").out`edit deployment web`;
    await kubectl.out`set image deployment/web nginx=nginx:1.28`;
    await kubectl.out`patch deployment web --subresource=status --type=merge -p ${{ status: { replicas: 5 } }}`;
    expect(ownersOf(await web(kubectl))).toEqual([
      ["kubectl Apply", without(wholeWorkload, ".spec.replicas", image)],
      ["kubectl Update scale", [".spec.replicas"]],
      ["kubectl-annotate Update", [".metadata.annotations", ".metadata.annotations.note"]],
      ["kubectl-edit Update", [".spec.revisionHistoryLimit"]],
      ["kubectl-label Update", [".metadata.labels", ".metadata.labels.tier"]],
      ["kubectl-patch Update", [".spec.paused"]],
      ["kubectl-patch Update status", [".status.replicas"]],
      ["kubectl-set Update", [image]],
    ]);
  });

  test("--field-manager names the manager that owns the fields written by create, replace, label and apply", async () => {
    const kubectl = await cluster().inNewNamespace();
    await reading(kubectl, configMap("settings", { colour: "blue" })).out`create --field-manager=maker -f -`;
    expect(ownersOf(await settings(kubectl))).toEqual([["maker Update", [".data", ".data.colour"]]]);
    const green = reading(kubectl, configMap("settings", { colour: "green" }));
    await green.out`replace --field-manager=replacer -f -`;
    expect(ownersOf(await settings(kubectl))).toEqual([
      ["maker Update", [".data"]],
      ["replacer Update", [".data.colour"]],
    ]);
    await kubectl.out`label configmap settings --field-manager=labeller tier=front`;
    await green.out`apply --server-side --field-manager=applier -f -`;
    expect(ownersOf(await settings(kubectl))).toEqual([
      ["applier Apply", [".data.colour"]],
      ["labeller Update", [".metadata.labels", ".metadata.labels.tier"]],
      ["maker Update", [".data"]],
      ["replacer Update", [".data.colour"]],
    ]);
  });

  test("kubectl apply --server-side --subresource=status applies only the status", async () => {
    const kubectl = await cluster().inNewNamespace();
    const deployment = workload("Deployment", "web", 2);
    await reading(kubectl, deployment).out`apply --server-side -f -`;
    const reporting = reading(kubectl, {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", labels: { tier: "front" } },
      spec: { replicas: 9 },
      status: { observedGeneration: 1, replicas: 2 },
    });
    expect(await reporting.out`apply --server-side --subresource=status --field-manager=reporter -f -`).toBe(
      "deployment.apps/web serverside-applied\n",
    );
    const { metadata, spec, status } = await web(kubectl);
    expect([metadata.labels, spec.replicas, status]).toEqual([undefined, 2, { observedGeneration: 1, replicas: 2 }]);
    expect(ownersOf({ metadata })).toEqual([
      ["kubectl Apply", wholeWorkload],
      ["reporter Apply status", [".status.observedGeneration", ".status.replicas"]],
    ]);
  });

  test("a client can change from client-side apply to server-side apply and back without conflicts", async () => {
    const kubectl = await cluster().inNewNamespace();
    const blue = reading(kubectl, configMap("settings", { colour: "blue", size: "7" }));
    expect(await blue.out`apply -f -`).toBe("configmap/settings created\n");
    const byItself = await settings(kubectl);
    expect(ownersOf(byItself)).toEqual([
      [
        "kubectl-client-side-apply Update",
        [".data", ".data.colour", ".data.size", ".metadata.annotations", lastAppliedPath],
      ],
    ]);
    const lastOf = ({ metadata }: typeof byItself): string => metadata.annotations[lastApplied];
    const output = (colour: string, annotations = ""): string =>
      `{"apiVersion":"v1","data":{"colour":"${colour}","size":"7"},"kind":"ConfigMap",` +
      `"metadata":{${annotations}"name":"settings","namespace":"${kubectl.namespace}"}}\n`;
    expect(lastOf(byItself)).toBe(output("blue", '"annotations":{},'));

    expect(
      await reading(kubectl, configMap("settings", { colour: "green", size: "7" })).out`apply --server-side -f -`,
    ).toBe("configmap/settings serverside-applied\n");
    const byServer = await settings(kubectl);
    expect(byServer.data).toEqual({ colour: "green", size: "7" });
    // kubectl updates the annotation, so that the client can change back.
    expect(lastOf(byServer)).toBe(output("green"));
    expect(ownersOf(byServer)).toEqual([
      ["kubectl-last-applied Apply", [lastAppliedPath]],
      ["kubectl Apply", [".data.colour", ".data.size"]],
    ]);

    // The previous apply contained `size` and this one does not, so it is removed.
    expect(await reading(kubectl, configMap("settings", { colour: "red" })).out`apply -f -`).toBe(
      "configmap/settings configured\n",
    );
    const back = await settings(kubectl);
    expect(back.data).toEqual({ colour: "red" });
    expect(ownersOf(back)).toEqual([["kubectl-client-side-apply Update", [".data.colour", lastAppliedPath]]]);
  });

  test("a client that changes to server-side apply under another name takes over all fields of its client-side apply", async () => {
    const kubectl = await cluster().inNewNamespace();
    const blue = reading(kubectl, configMap("settings", { colour: "blue" }));
    await blue.out`apply --field-manager=before -f -`;
    const green = reading(kubectl, configMap("settings", { colour: "green" }));
    // kubectl migrates ownership only under its default name, so this change conflicts.
    expect(await green.failure`apply --server-side --field-manager=after -f -`).toBe(
      `error: Apply failed with 1 conflict: conflict with "before" using v1: .data.colour\n${advice}`,
    );
    await blue.out`apply --server-side --field-manager=after -f -`;
    await green.out`apply --server-side --field-manager=after -f -`;
    const { metadata, data } = await settings(kubectl);
    expect([metadata.annotations, data]).toEqual([undefined, { colour: "green" }]);
    expect(ownersOf({ metadata })).toEqual([["after Apply", [".data.colour"]]]);
  });
});

describeWithKubectl(`kubectl apply --prune${versionNote}`, (cluster) => {
  const shop = (name: string): ApiObject => labelled(configMap(name, { of: name }), { app: "shop" });
  const withSets = async (): Promise<Kubectl> =>
    (await cluster().inNewNamespace()).with({ env: { KUBECTL_APPLYSET: "true" } });
  const partOf = "applyset.kubernetes.io/part-of";
  const idOf = "applyset.kubernetes.io/id";
  const annotation = (name: string): string => `applyset.kubernetes.io/${name}`;

  test("kubectl apply --prune deletes missing objects by label and allowlist, and rejects --server-side", async () => {
    const kubectl = await cluster().inNewNamespace();
    await reading(kubectl, shop("a"), shop("b"), configMap("other")).out`apply -f -`;
    const pruning = reading(kubectl, shop("a"));
    expect(
      await pruning.failure`apply --server-side -f - --prune -l app=shop --prune-allowlist=core/v1/ConfigMap`,
    ).toBe("error: --prune is in alpha and doesn't currently work on objects created by server-side apply\n");
    expect(await pruning.out`apply -f - --prune -l app=shop --prune-allowlist=core/v1/ConfigMap`).toBe(
      joinLines("configmap/a unchanged", "configmap/b pruned"),
    );
    expect(await kubectl.out`get configmaps -o name`).toBe(joinLines("configmap/a", "configmap/other"));
  });

  test.each([
    ["--server-side=false", "created", "unchanged"],
    ["--server-side", "serverside-applied", "serverside-applied"],
  ])("kubectl apply --prune --applyset stores the members of a set in a Secret (%s)", async (flag, created, again) => {
    const kubectl = await withSets();
    const apply = (...names: readonly string[]) =>
      reading(kubectl, ...names.map(shop)).out`apply ${flag} --prune --applyset=shop -f -`;
    expect(await apply("a", "b")).toBe(joinLines(`configmap/a ${created}`, `configmap/b ${created}`));
    const parent = await cluster().stored(kubectl, "api/v1", "secrets/shop");
    const { [idOf]: id } = parent.metadata.labels;
    expect(parent.metadata.annotations).toEqual({
      [annotation("additional-namespaces")]: "",
      [annotation("contains-group-kinds")]: "ConfigMap",
      [annotation("tooling")]: expect.stringMatching(/^kubectl\/v1\.\d+/),
    });
    expect(ownersOf(parent)).toEqual([
      [
        "kubectl-applyset Apply",
        [
          `.metadata.annotations.${annotation("additional-namespaces")}`,
          `.metadata.annotations.${annotation("contains-group-kinds")}`,
          `.metadata.annotations.${annotation("tooling")}`,
          `.metadata.labels.${idOf}`,
        ],
      ],
    ]);
    const { metadata } = await cluster().stored(kubectl, "api/v1", "configmaps/a");
    expect(metadata.labels).toEqual({ app: "shop", [partOf]: id });
    expect(await apply("a")).toBe(joinLines(`configmap/a ${again}`, "configmap/b pruned"));
    expect(await kubectl.out`get configmaps -o name`).toBe("configmap/a\n");
  });

  test("a ConfigMap can be the parent of a set, and one without the annotation of a parent is rejected", async () => {
    const kubectl = await withSets();
    await kubectl.create(configMap("plain"));
    expect(await reading(kubectl, shop("a")).failure`apply --server-side --prune --applyset=configmap/plain -f -`).toBe(
      'error: ApplySet parent object "configmaps./plain" already exists and is missing required annotation' +
        ' "applyset.kubernetes.io/tooling"\n',
    );
    const apply = (...objects: readonly object[]) =>
      reading(kubectl, ...objects).out`apply --server-side --prune --applyset=configmap/parent -f -`;
    expect(await apply(shop("a"), workload("Deployment", "web", 1))).toBe(
      joinLines("configmap/a serverside-applied", "deployment.apps/web serverside-applied"),
    );
    const annotations = async () =>
      (await cluster().stored(kubectl, "api/v1", "configmaps/parent")).metadata.annotations;
    expect((await annotations())[annotation("contains-group-kinds")]).toBe("ConfigMap,Deployment.apps");
    expect(await apply(shop("a"))).toBe(joinLines("configmap/a serverside-applied", "deployment.apps/web pruned"));
    expect((await annotations())[annotation("contains-group-kinds")]).toBe("ConfigMap");
    expect(await kubectl.out`get configmaps,deployments -o name`).toBe(
      joinLines("configmap/a", "configmap/parent", "configmap/plain"),
    );
  });

  test("a dry run of kubectl apply --prune --applyset deletes nothing", async () => {
    const kubectl = await withSets();
    await reading(kubectl, shop("a")).out`apply --prune --applyset=shop -f -`;
    expect(await reading(kubectl, shop("b")).out`apply --prune --applyset=shop --dry-run=server -f -`).toBe(
      joinLines("configmap/b created (server dry run)", "configmap/a pruned (server dry run)"),
    );
    expect(await kubectl.out`get configmaps -o name`).toBe("configmap/a\n");
  });
});
