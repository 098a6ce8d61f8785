/** Manifests from charts and operators, one application per file. The stored objects match the manifests. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openJudge } from "../../src/app/offline/manifest-judge.ts";
import { check } from "../../src/cli/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { describeWithKubectl } from "../support/kubectl.ts";

const root = join(import.meta.dirname, "manifests");
const applications = readdirSync(join(root, "applications")).map((file) => `applications/${file}`);
const alternativeSpellings = "spelled-otherwise.yaml";

/** kubectl replaces the selector of these objects without comparing it, and therefore always sends them. */
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

    test.each(applications)(
      "kubectl apply of %s creates all objects, and a second apply changes none",
      async (file) => {
        const names = await applyAsNew(file);
        expect(await apply(file)).toEqual(
          names.map((name) => `${name} ${alwaysSent.test(name) ? "configured" : "unchanged"}`),
        );
        expect(await cluster().kubectl.out`diff -f ${join(root, file)}`).toBe("");
      },
    );

    test("kubectl apply of alternative spellings sends the objects again without changing them", async () => {
      const names = await applyAsNew(alternativeSpellings);
      const before = await versions(alternativeSpellings);
      expect(await apply(alternativeSpellings)).toEqual(names.map((name) => `${name} configured`));
      expect(await versions(alternativeSpellings)).toBe(before);
      expect(await cluster().kubectl.out`diff -f ${join(root, alternativeSpellings)}`).toBe("");
    });
  },
  ["kubernetes"],
);

test("the applications contain at least 60 objects of at least 25 kinds that stay unchanged", () => {
  const kinds = applications.flatMap(kindsIn).filter((kind) => kind !== "PodDisruptionBudget");
  expect(kinds.length).toBeGreaterThanOrEqual(60);
  expect(new Set(kinds).size).toBeGreaterThanOrEqual(25);
});

test("orch check accepts all manifests", async () => {
  let printed = "";
  const print = (text: string): void => {
    printed += text;
  };
  const files = [...applications, alternativeSpellings];
  const command = { files, recursive: false, vocabulary: vocabularies.kubernetes, showsCosts: false };
  const services = { openJudge, costsOf: () => [] };
  expect(await check(command, services, { cwd: root, input: noInput(), out: print, error: print })).toBe(0);
  const count = files.flatMap(kindsIn).length;
  expect(printed).toBe(`${count} objects: ${count} fine, 0 would be rejected\n`);
});

/** Returns the kind of each object in a file. */
function kindsIn(file: string): string[] {
  const documents = readFileSync(join(root, file), "utf8").split(/^---$/m);
  return documents.map((document) => {
    const kind = /^kind: (\w+)$/m.exec(document)?.[1];
    if (!kind) throw new Error(`${file} has a document without a kind`);
    return kind;
  });
}

async function* noInput(): AsyncGenerator<Buffer> {}
