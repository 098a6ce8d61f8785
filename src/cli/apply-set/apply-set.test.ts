import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApiObject } from "../../meta/object-meta.ts";
import { applySetNames } from "../../meta/vocabulary.ts";
import { type ApplyCommand, apply } from "../commands/apply.ts";
import { CommandStage, type Ran, type StageOptions } from "../testing/command-stage.ts";
import { writeDefaults } from "../testing/write-defaults.ts";
import { readSetParent, setId, setParentObject } from "./parent-format.ts";

const parent = { title: "secret/shop", group: "", kind: "Secret", name: "shop", namespace: "shop" };

describe("the object that keeps a set", () => {
  // Expected values were written by kubectl 1.32.
  test.each([
    [parent, "applyset-GwAbKEnoQdgaoi0MSLuXqidpqgFxJVNssD4MzmoY9us-v1"],
    [{ ...parent, kind: "ConfigMap", name: "kept" }, "applyset-MYhu6wU77qmTBxxtllNDD9sFHa-Kl4pwNZyBXCpmQz0-v1"],
  ])("setId() of %j is the id that kubectl computes", (one, id) => {
    expect(setId(one)).toBe(id);
  });

  test("setParentObject() lists the kinds and namespaces of the members, sorted and without duplicates", () => {
    const kinds = ["Deployment.apps", "ConfigMap", "ConfigMap"];
    const { metadata } = setParentObject(parent, "v1", { kinds, namespaces: ["shop", "other", "back", "other"] });
    expect(metadata.annotations).toMatchObject({
      [applySetNames.kinds]: "ConfigMap,Deployment.apps",
      [applySetNames.namespaces]: "back,other",
    });
  });

  const object = (annotations: Record<string, string>, id = setId(parent)): ApiObject => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "shop", annotations, labels: { [applySetNames.id]: id } },
  });
  const { tooling, kinds, resources, namespaces } = applySetNames;

  test.each<[Record<string, string>, object]>([
    [
      { [tooling]: "kubectl/v1.32.4", [kinds]: "ConfigMap,Deployment.apps", [namespaces]: "other" },
      { kinds: ["ConfigMap", "Deployment.apps"], namespaces: ["other", "shop"] },
    ],
    [
      { [tooling]: "kubectl/v1.32.4", [kinds]: "" },
      { kinds: [], namespaces: ["shop"] },
    ],
    [
      { [tooling]: "kubectl/v1.27.0", [resources]: "deployments.apps" },
      { kinds: ["deployments.apps"], namespaces: ["shop"] },
    ],
  ])("readSetParent() reads the annotations %j", (annotations, contents) => {
    expect(readSetParent(object(annotations), parent)).toEqual(contents);
  });

  test.each<[ApiObject, string]>([
    [object({}), "secret/shop exists but is not a set: it has no annotation applyset.kubernetes.io/tooling"],
    [object({ [tooling]: "example.com/helm/v3", [kinds]: "" }), "secret/shop is a set of example.com/helm; use"],
    [
      object({ [tooling]: "kubectl/v1", [kinds]: "" }, "other"),
      " of secret/shop must be applyset-GwAbKEnoQdgaoi0MSLuXq",
    ],
    [object({ [tooling]: "kubectl/v1" }), "secret/shop does not name the kinds of its members"],
    [
      object({ [tooling]: "kubectl/v1", [kinds]: "A,".repeat(1001) }),
      "secret/shop has more than 1000 names in its annotation applyset.kubernetes.io/contains-group-kinds",
    ],
  ])("readSetParent() rejects an object that is not a valid parent: %#", (one, message) => {
    expect(() => readSetParent(one, parent)).toThrow(message);
  });
});

describe("apply --prune", () => {
  let stage: CommandStage;
  beforeEach(async () => {
    stage = await CommandStage.open();
  });
  afterEach(() => stage[Symbol.asyncDispose]());

  const map = (name: string, labels = "{}"): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, labels: ${labels}}\n`;

  function run(text: string, options: Partial<ApplyCommand> = {}, stageOptions: StageOptions = {}): Promise<Ran> {
    const command: ApplyCommand = { ...writeDefaults, files: ["-"], applySet: "shop", prune: true, ...options };
    return stage.run((context) => apply(command, context), { isNamespaceExplicit: true, input: text, ...stageOptions });
  }

  const type = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true };
  const secrets = { ...type, kind: "Secret", plural: "secrets" };
  const mapNames = async (): Promise<readonly (string | undefined)[]> =>
    (await stage.client.resource(type, "default").list()).items.map(({ metadata }) => metadata.name);
  const kindsOfSet = async (): Promise<string | undefined> =>
    (await stage.client.resource(secrets, "default").get("shop")).metadata.annotations?.[applySetNames.kinds];

  test("apply --prune deletes members that are not in the manifests, and no other objects", async () => {
    await stage.create("configmaps", { metadata: { name: "other" } });
    await run(`${map("a")}---\n${map("b")}`);
    expect(await run(map("b"))).toMatchObject({ code: 0, out: "configmap/b unchanged\nconfigmap/a pruned\n" });
    expect(await mapNames()).toEqual(expect.arrayContaining(["b", "other"]));
    expect(await mapNames()).not.toContain("a");
  });

  test("a member that could not be deleted stays in the set and is pruned by the next apply", async () => {
    await run(`${map("a")}---\napiVersion: v1\nkind: Secret\nmetadata: {name: s}\n`);
    stage.server.faults.add({ verb: "delete", resource: "secrets", times: 1, error: 403 });
    const failed = await run(map("a"));
    expect(failed).toMatchObject({ code: 1, out: "configmap/a unchanged\n" });
    expect(failed.error).toContain("error: secret/s: ");
    expect(await kindsOfSet()).toBe("ConfigMap,Secret");
    expect((await run(map("a"))).out).toBe("configmap/a unchanged\nsecret/s pruned\n");
    expect(await kindsOfSet()).toBe("ConfigMap");
  });

  test("apply rejects --prune without --applyset, --applyset without --prune, and --applyset without a namespace", async () => {
    await expect(run(map("a"), { applySet: undefined })).rejects.toThrow(
      "--prune requires the name of the set whose objects were applied together: --applyset=NAME",
    );
    await expect(run(map("a"), { prune: false })).rejects.toThrow("--applyset requires --prune; set both, or neither");
    await expect(run(map("a"), {}, { isNamespaceExplicit: false })).rejects.toThrow(
      "--applyset: the namespace of the set is required: --namespace=default",
    );
    await expect(run(map("a"), { applySet: "deployment/web" })).rejects.toThrow(
      "--applyset: a set must be a Secret or a ConfigMap, not one of deployments",
    );
    expect(await mapNames()).not.toContain("a");
  });

  test("apply --prune rejects manifests that already have the part-of label", async () => {
    await expect(run(map("a", `{${applySetNames.partOf}: mine}`))).rejects.toThrow(
      "standard input:1: ConfigMap a: the label applyset.kubernetes.io/part-of is set by --applyset; remove it from the manifest",
    );
  });

  test("apply --prune reports kinds of members that the server does not serve", async () => {
    await run(map("a"));
    const annotations = { [applySetNames.kinds]: "Boat.example.com" };
    await stage.client.resource(secrets, "default").patch("shop", "merge", { metadata: { annotations } });
    expect(await run(map("a"))).toMatchObject({
      code: 1,
      error: "error: --applyset: secret/shop has members of Boat.example.com, which the server no longer serves\n",
    });
  });
});
