/** kubectl with custom types: commands that read OpenAPI documents, or would in older versions of kubectl. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { VocabularyName } from "../../src/meta/vocabulary.ts";
import { define, inVocabulary } from "../custom-types/definitions.ts";
import { describeWithKubectl, kubectlMinor } from "../support/kubectl.ts";

const record = new URL("../custom-types/fixtures/", import.meta.url);

/** The output of other versions of kubectl differs in details. */
const printsAsRecorded = kubectlMinor >= 32;

/** Returns the definition of CronTabs. */
function cronTabs(vocabulary: VocabularyName): object {
  const text = inVocabulary(readFileSync(new URL("openapi.json", record), "utf8"), vocabulary);
  const { definitions } = JSON.parse(text) as { readonly definitions: readonly object[] };
  return definitions[0] ?? {};
}

function cronTab(name: string, spec: object = {}): object {
  const all = { schedule: "daily", comment: "c", replicas: 2, ports: [{ name: "a", number: 1 }], ...spec };
  return { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata: { name }, spec: all };
}

describeWithKubectl("kubectl with custom types", (cluster, vocabulary) => {
  beforeAll(async () => {
    await define(cluster().client, cronTabs(vocabulary), vocabulary);
  });

  if (vocabulary === "kubernetes") {
    test("kubectl explain --recursive lists the fields of a custom type as with the reference", async () => {
      const explained = await cluster().kubectl.out`explain crontab.spec --recursive`;
      if (printsAsRecorded) expect(explained).toBe(readFileSync(new URL("kubectl-explain.txt", record), "utf8"));
      else expect(explained).toMatch(/\bschedule\b/);
    });

    test("kubectl explain shows the description of a field, and another version of the type", async () => {
      expect(await cluster().kubectl.out`explain crontab.spec.schedule`).toContain("When it runs.");
      const older = await cluster().kubectl.out`explain crontabs.spec --api-version=stable.example.com/v1beta1`;
      expect(older).toContain("cronSpec");
    });
  }

  test("kubectl apply creates an object of a custom type, changes it, and leaves it unchanged", async () => {
    const kubectl = await cluster().inNewNamespace();
    const apply = (object: object): Promise<string> => kubectl.with({ stdin: JSON.stringify(object) }).out`apply -f -`;
    const root = "apis/stable.example.com/v1";
    const port = { name: "b", number: 2, protocol: "UDP" };
    expect(await apply(cronTab("a"))).toBe("crontab.stable.example.com/a created\n");
    expect(await apply(cronTab("a", { ports: [port] }))).toBe("crontab.stable.example.com/a configured\n");
    expect(await apply(cronTab("a", { ports: [port] }))).toBe("crontab.stable.example.com/a unchanged\n");
    const { spec } = await cluster().stored(kubectl, root, "crontabs/a");
    expect(spec.ports).toEqual([port]);
    expect(await kubectl.out`scale crontab a --replicas=3`).toBe("crontab.stable.example.com/a scaled\n");
    expect((await cluster().stored(kubectl, root, "crontabs/a")).spec.replicas).toBe(3);
  });

  test("kubectl create rejects unknown fields of a custom type, or warns about them", async () => {
    const kubectl = await cluster().inNewNamespace();
    const input = kubectl.with({ stdin: JSON.stringify(cronTab("a", { extra: 1 })) });
    expect(await input.failure`create -f - --validate=strict`).toBe(
      'Error from server (BadRequest): error when creating "STDIN": CronTab in version "v1" cannot be handled as a CronTab: strict decoding error: unknown field "spec.extra"\n',
    );
    const { code, stdout, stderr } = await input.run`create -f - --validate=warn`;
    expect([code, stdout]).toEqual([0, "crontab.stable.example.com/a created\n"]);
    // In the vocabulary orch, kubectl also warns that it does not find the modes of validation in the documents.
    expect(stderr).toContain('Warning: unknown field "spec.extra"');
  });
});
