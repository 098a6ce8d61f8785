/** kubectl reads and changes manifests of nearly all kinds that are served by default. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { VocabularyName } from "../../src/meta/vocabulary.ts";
import { describeWithKubectl, type Kubectl } from "../support/kubectl.ts";
import { manifestsIn } from "./manifests.ts";

/** Every kind of the manifests, with its group where kubectl prints it. */
const kinds: readonly (readonly [resource: string, name: string])[] = [
  ["configmaps", "web-settings"],
  ["cronjobs.batch", "nightly-report"],
  ["daemonsets.apps", "log-shipper"],
  ["deployments.apps", "web"],
  ["endpoints", "payment-gateway"],
  ["events", "web-0.17a2b3c4d5e6f708"],
  ["jobs.batch", "reindex"],
  ["namespaces", "bookshop"],
  ["persistentvolumeclaims", "covers"],
  ["pods", "web-0"],
  ["replicasets.apps", "search"],
  ["replicationcontrollers", "legacy-feed"],
  ["secrets", "database-login"],
  ["serviceaccounts", "web"],
  ["services", "web"],
  ["statefulsets.apps", "database"],
  ["leases", "feed-leader"],
  ["nodes", "worker-1"],
  ["storageclasses", "fast"],
  ["csidrivers", "csi.example.com"],
  ["csinodes", "worker-9"],
  ["csistoragecapacities", "fast-in-a"],
  ["volumeattachments", "covers-at-9"],
  ["persistentvolumes", "covers"],
  ["roles", "stock-reader"],
  ["rolebindings", "clerks-read-stock"],
  ["clusterroles", "shop-auditor"],
  ["clusterrolebindings", "auditors"],
  ["certificatesigningrequests", "ann"],
  ["ingressclasses", "edge"],
  ["ingresses", "shop"],
  ["networkpolicies", "database"],
  ["endpointslices", "payment-gateway-a"],
  ["priorityclasses", "checkout"],
  ["runtimeclasses", "sandboxed"],
  ["poddisruptionbudgets.policy", "web"],
  ["horizontalpodautoscalers.autoscaling", "web"],
  ["prioritylevelconfigurations", "reports"],
  ["flowschemas", "reports"],
  ["customresourcedefinitions", "orders.shop.example.com"],
  ["apiservices", "v1.stock.example.com"],
  ["validatingwebhookconfigurations", "prices"],
  ["mutatingwebhookconfigurations", "discounts"],
  ["validatingadmissionpolicies", "few-replicas"],
  ["validatingadmissionpolicybindings", "few-replicas"],
  ["limitranges", "small"],
  ["resourcequotas", "shop"],
  ["podtemplates", "importer"],
  ["controllerrevisions.apps", "database-1"],
];

describeWithKubectl("kubectl with every kind", (cluster, vocabulary) => {
  const inBookshop = (): Kubectl => cluster().kubectl.inNamespace("bookshop");
  let manifests = "";

  beforeAll(async () => {
    manifests = await translated(vocabulary, join(cluster().directory, "manifests"));
    await cluster().kubectl.out`create -f ${manifests}/namespace.yaml`;
    const { stdout } = await inBookshop().run`create -f ${manifests}`;
    const created = stdout.trimEnd().split("\n");
    expect(created).toHaveLength(kinds.length - 1);
    for (const line of created) expect(line).toMatch(/^[a-z]+(\.[a-z0-9.]+)?\/[a-z0-9.-]+ created$/);
  });

  test("kubectl get lists an object of every kind, and -o wide prints a table with its name", async () => {
    const args = kinds.map(([resource]) => resource).join(",");
    const tables = (await inBookshop().out`get ${args} -o wide`).split("\n");
    for (const [resource, name] of kinds) {
      const shown = resource.startsWith("events") ? "pod/web-0" : `/${name} `;
      expect(
        tables.some((line) => line.includes(shown)),
        resource,
      ).toBe(true);
    }
    const table = await inBookshop().out`get -f ${manifests}`;
    expect(table.match(/^NAME|^LAST SEEN/gm)).toHaveLength(kinds.length);
  });

  test("kubectl describe describes an object of every kind", async () => {
    const described = await inBookshop().out`describe -f ${manifests}`;
    const names = described.split("\n").filter((line) => line.startsWith("Name: "));
    expect(names.map((line) => line.slice("Name:".length).trim()).sort()).toEqual(kinds.map(([, name]) => name).sort());
    expect(described).not.toContain("<error");
  });

  test("kubectl apply of unchanged manifests does not change their resource versions", async () => {
    // The objects were created by `create` and have no last-applied annotation. kubectl warns about this and adds it.
    expect((await inBookshop().run`apply -f ${manifests}`).code).toBe(0);
    // kubectl sends some objects again because it cannot compare their lists. The server detects that nothing changes.
    const versions = async (): Promise<string> =>
      await inBookshop().out`get -f ${manifests} -o ${"jsonpath={.items[*].metadata.resourceVersion}"}`;
    const before = await versions();
    const secondOutput = (await inBookshop().out`apply -f ${manifests}`).trimEnd().split("\n");
    expect(secondOutput).toHaveLength(kinds.length);
    expect(secondOutput.filter((line) => line.endsWith(" unchanged")).length).toBeGreaterThan(kinds.length / 2);
    expect(await versions()).toBe(before);
  });

  test("kubectl apply adds a label to an object of every kind", async () => {
    const changedManifests = await translated(vocabulary, join(cluster().directory, "changed"), withLabel);
    const applied = (await inBookshop().out`apply -f ${changedManifests}`).trimEnd().split("\n");
    expect(applied).toHaveLength(kinds.length);
    for (const line of applied) expect(line).toMatch(/ configured$/);
    const labels = await inBookshop().out`get -f ${manifests} -o ${"jsonpath={.items[*].metadata.labels.season}"}`;
    expect(labels.split(" ")).toEqual(kinds.map(() => "spring"));
  });

  test("kubectl edit changes an annotation of an object of every kind", async () => {
    await inBookshop().out`annotate -f ${manifests} note=before`;
    const editor = inBookshop().with({ env: { KUBE_EDITOR: "sed -i s/note:.before/note:\\ after/" } });
    const edited = (await editor.out`edit -f ${manifests}`).trimEnd().split("\n");
    expect(edited).toHaveLength(kinds.length);
    for (const line of edited) expect(line).toMatch(/ edited$/);
    const notes = await inBookshop().out`get -f ${manifests} -o ${"jsonpath={.items[*].metadata.annotations.note}"}`;
    expect(notes.split(" ")).toEqual(kinds.map(() => "after"));
  });

  // In the other vocabulary `explain` finds no kinds, as discovery.test.ts shows.
  if (vocabulary === "orch") return;

  describe("explain --recursive", () => {
    let createdObjects: readonly StoredObject[] = [];

    beforeAll(async () => {
      createdObjects = JSON.parse(await inBookshop().out`get -f ${manifests} -o json`).items;
    });

    test.concurrent.each(kinds)("kubectl explain --recursive shows the fields of %s", async (resource, name) => {
      const tree = await cluster().kubectl.out`explain ${resource} --recursive`;
      const kind = /^KIND: +(\w+)$/m.exec(tree)?.[1];
      const object = createdObjects.find((one) => one.kind === kind && one.metadata.name === name);
      if (!object) throw new Error(`${resource} is not explained by the kind ${kind}`);
      const nested = [object.spec, object.status].flatMap((one) => Object.keys(one ?? {}));
      const fields = tree.split("FIELDS:\n")[1] ?? "";
      for (const field of [...Object.keys(object), ...nested, "creationTimestamp", "ownerReferences"]) {
        expect(fields, field).toMatch(new RegExp(`^ *${field}\\t<`, "m"));
      }
    });
  });
});

interface StoredObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: object;
  readonly status?: object;
}

/**
 * Writes the manifests of every kind into a directory, with the names of the vocabulary.
 * @returns the directory
 */
async function translated(
  vocabulary: VocabularyName,
  into: string,
  change: (manifest: string) => string = (manifest) => manifest,
): Promise<string> {
  await mkdir(into);
  const { common, own } = manifestsIn(vocabulary);
  for (const folder of [common, own, join(common, "../all-kinds")]) {
    for (const file of await readdir(folder)) {
      const manifest = await readFile(join(folder, file), "utf8");
      const spelled = vocabulary === "orch" ? manifest.replaceAll(/k8s\.io|kubernetes\.io/g, "orch.io") : manifest;
      await writeFile(join(into, file), change(spelled));
    }
  }
  return into;
}

/** Adds a label to each object, whether it has labels or not. */
function withLabel(manifest: string): string {
  return manifest
    .split(/^---$/m)
    .map((document) =>
      /^ {2}labels:$/m.test(document)
        ? document.replace(/^ {2}labels:$/m, "  labels:\n    season: spring")
        : document.replace(/^metadata:$/m, "metadata:\n  labels:\n    season: spring"),
    )
    .join("---");
}
