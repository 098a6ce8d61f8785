/**
 * One object of every built-in kind. Each compiles as the exported type of its kind, and the server stores it without
 * changing the sent fields.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiObject, builtinKinds } from "../../src/api/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { createPod } from "../support/pods.ts";
import { collectionOf, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";
import { accessSamples } from "./typed/access.ts";
import { coreSamples } from "./typed/core.ts";
import { extensionSamples } from "./typed/extensions.ts";
import { networkSamples } from "./typed/network.ts";
import { ownSamples } from "./typed/own.ts";
import { storageSamples } from "./typed/storage.ts";
import { workloadSamples } from "./typed/workloads.ts";

const samples: readonly ApiObject[] = [
  ...coreSamples,
  ...workloadSamples,
  ...networkSamples,
  ...storageSamples,
  ...accessSamples,
  ...extensionSamples,
  ...ownSamples,
];

const running = await startTestServer({
  vocabulary: "kubernetes",
  flags: ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"],
});
const { client } = running;
const served = await servedResources(client);
beforeAll(() => createPod(client, "unbound"));
afterAll(() => running[Symbol.asyncDispose]());

/** Expected response by kind, if it is not the object that was sent. */
const answers: Readonly<Record<string, object>> = {
  "v1 Binding": { kind: "Status", apiVersion: "v1", status: "Success" },
  "authorization.k8s.io/v1 SelfSubjectRulesReview": { spec: {}, status: { incomplete: false } },
};

const titleOf = ({ apiVersion, kind }: ApiObject): string => `${apiVersion} ${kind}`;

test("the typed samples contain every built-in kind", () => {
  const titles = builtinKinds.map(({ group, version, kind }) => {
    const boundGroup = vocabularies.kubernetes.bind(group);
    return boundGroup === "" ? `${version} ${kind}` : `${boundGroup}/${version} ${kind}`;
  });
  expect(samples.map(titleOf).sort()).toEqual(titles.sort());
});

test.each(samples.map((sample) => [titleOf(sample), sample] as const))(
  "the server stores the typed sample of %s with all its fields",
  async (title, sample) => {
    const resource = served.find(({ groupVersion, kind }) => `${groupVersion} ${kind}` === title);
    if (!resource) throw new Error("it is not served");
    const collection = collectionOf(resource);
    const { status, text, json } = resource.verbs.includes("create")
      ? await client.request(`${collection}?fieldValidation=Strict`, { body: sample })
      : await client.request(`${collection}/${sample.metadata.name}`);
    expect(status, text).toBe(resource.verbs.includes("create") ? 201 : 200);
    expect(json).toMatchObject(answers[title] ?? sample);
  },
);
