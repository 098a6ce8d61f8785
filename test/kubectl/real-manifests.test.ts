/** Manifests as charts and operators bring them, an application each: what is stored is what they say. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJudge } from "../../src/app/offline/manifest-judge.ts";
import { check } from "../../src/cli/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { describeWithKubectl } from "../support/kubectl.ts";

const root = join(import.meta.dirname, "manifests");
const applications = readdirSync(join(root, "applications")).map((file) => `applications/${file}`);
const spelledOtherwise = "spelled-otherwise.yaml";

/** Their selector is replaced, never compared: kubectl sends it whatever is stored. */
const alwaysSent = /^poddisruptionbudget\.policy\//;

describeWithKubectl(
  "kubectl apply of real manifests",
  (cluster) => {
    const apply = async (file: string): Promise<string[]> =>
      (await cluster().kubectl.out`apply -f ${join(root, file)}`).trimEnd().split("\n");
    const versions = async (file: string): Promise<string> =>
      await cluster().kubectl.out`get -f ${join(root, file)} -o ${"jsonpath={.items[*].metadata.resourceVersion}"}`;
    const applyAsNew = async (file: string): Promise<string[]> => {
      const created = await apply(file);
      expect(created).toHaveLength(kindsIn(file).length);
      return created.map((line) => line.replace(/^(\S+) created$/, "$1"));
    };

    test.each(applications)("%s creates everything; applied again, everything is unchanged", async (file) => {
      const names = await applyAsNew(file);
      expect(await apply(file)).toEqual(
        names.map((name) => `${name} ${alwaysSent.test(name) ? "configured" : "unchanged"}`),
      );
      expect(await cluster().kubectl.out`diff -f ${join(root, file)}`).toBe("");
    });

    test("what kubectl sends again because of its spelling changes nothing", async () => {
      const names = await applyAsNew(spelledOtherwise);
      const before = await versions(spelledOtherwise);
      expect(await apply(spelledOtherwise)).toEqual(names.map((name) => `${name} configured`));
      expect(await versions(spelledOtherwise)).toBe(before);
      expect(await cluster().kubectl.out`diff -f ${join(root, spelledOtherwise)}`).toBe("");
    });
  },
  ["kubernetes"],
);

test("the manifests that have to be unchanged are at least 60, of at least 25 kinds", () => {
  const kinds = applications.flatMap(kindsIn).filter((kind) => kind !== "PodDisruptionBudget");
  expect(kinds.length).toBeGreaterThanOrEqual(60);
  expect(new Set(kinds).size).toBeGreaterThanOrEqual(25);
});

test("`orch check` finds nothing wrong in them", async () => {
  let printed = "";
  const print = (text: string): void => {
    printed += text;
  };
  const files = [...applications, spelledOtherwise];
  const command = { files, recursive: false, vocabulary: vocabularies.kubernetes };
  expect(await check(command, openJudge, { cwd: root, input: noInput(), out: print, error: print })).toBe(0);
  const count = files.flatMap(kindsIn).length;
  expect(printed).toBe(`${count} objects: ${count} fine, 0 would be refused\n`);
});

/** The kind of every object of a file. */
function kindsIn(file: string): string[] {
  const documents = readFileSync(join(root, file), "utf8").split(/^---$/m);
  return documents.map((document) => {
    const kind = /^kind: (\w+)$/m.exec(document)?.[1];
    if (!kind) throw new Error(`${file} has a document without a kind`);
    return kind;
  });
}

async function* noInput(): AsyncGenerator<Buffer> {}
