import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, kubectlMinor } from "../support/kubectl.ts";
import { configMap, labelled } from "./objects.ts";

/** Older versions of kubectl always print `labeled`, and require --overwrite for a label that already has the value. */
const printsUnlabeled = kubectlMinor >= 22;

/** Some versions of kubectl print `annotate`. */
const annotatedLine = /^configmap\/a annotated?\n$/;

describeWithKubectl("kubectl label and annotate", (cluster) => {
  test("kubectl label sets, overwrites and removes a label", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(labelled(configMap("a", { x: "1" }), { app: "shop" }));
    const labels = async () => (await cluster().stored(kubectl, "api/v1", "configmaps/a")).metadata.labels;
    expect(await kubectl.out`label configmap a tier=front`).toBe("configmap/a labeled\n");
    expect(await labels()).toEqual({ app: "shop", tier: "front" });
    expect(await kubectl.failure`label configmap a tier=back`).toBe(
      "error: 'tier' already has a value (front), and --overwrite is false\n",
    );
    expect(await kubectl.out`label configmap a tier=back --overwrite`).toBe("configmap/a labeled\n");
    expect(await labels()).toEqual({ app: "shop", tier: "back" });
    expect(await kubectl.out`label configmap a tier-`).toBe(
      printsUnlabeled ? "configmap/a unlabeled\n" : "configmap/a labeled\n",
    );
    expect(await labels()).toEqual({ app: "shop" });
  });

  test("kubectl label with an existing value does not change the object", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(labelled(configMap("a"), { tier: "front" }));
    const version = async () => (await cluster().stored(kubectl, "api/v1", "configmaps/a")).metadata.resourceVersion;
    const before = await version();
    expect(await kubectl.out`label configmap a tier=front --overwrite`).toBe("configmap/a not labeled\n");
    expect(await version()).toBe(before);
  });

  test("kubectl label sets a label of all objects of a type, or of those that a selector matches", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(labelled(configMap("a"), { tier: "front" }), configMap("b"));
    expect(await kubectl.out`label configmaps --all seen=yes`).toBe(
      joinLines("configmap/a labeled", "configmap/b labeled"),
    );
    expect(await kubectl.out`label configmaps -l tier=front first=yes`).toBe("configmap/a labeled\n");
    expect(await kubectl.out`get configmaps -l seen=yes,first=yes -o name`).toBe("configmap/a\n");
  });

  test("kubectl label fails if --resource-version is not current, and a dry run changes nothing", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a"));
    expect(await kubectl.failure`label configmap a tier=front --resource-version=1`).toBe(
      'Error from server (Conflict): Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again\n',
    );
    expect(await kubectl.out`label configmap a tier=front --dry-run=client`).toContain("configmap/a labeled");
    expect((await cluster().stored(kubectl, "api/v1", "configmaps/a")).metadata).not.toHaveProperty("labels");
    expect(await kubectl.failure`label configmap nope tier=front`).toBe(
      'Error from server (NotFound): configmaps "nope" not found\n',
    );
  });

  test("kubectl annotate sets, overwrites and removes an annotation", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a"));
    const metadata = async () => (await cluster().stored(kubectl, "api/v1", "configmaps/a")).metadata;
    expect(await kubectl.out`annotate configmap a example.com/note=${"hello, world"}`).toMatch(annotatedLine);
    expect((await metadata()).annotations).toEqual({ "example.com/note": "hello, world" });
    expect(await kubectl.failure`annotate configmap a example.com/note=bye`).toBe(
      "error: --overwrite is false but found the following declared annotation(s): 'example.com/note' already has a value (hello, world)\n",
    );
    expect(await kubectl.out`annotate configmap a example.com/note=bye --overwrite`).toMatch(annotatedLine);
    expect((await metadata()).annotations).toEqual({ "example.com/note": "bye" });
    expect(await kubectl.out`annotate configmap a example.com/note-`).toMatch(annotatedLine);
    expect(await metadata()).not.toHaveProperty("annotations");
  });

  test("the server rejects an invalid annotation name from kubectl patch", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a"));
    const patch = { metadata: { annotations: { "not a name": "1" } } };
    expect(await kubectl.failure`patch configmap a -p ${patch}`).toBe(
      `The ConfigMap "a" is invalid: metadata.annotations: Invalid value: "not a name": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')\n`,
    );
  });
});
