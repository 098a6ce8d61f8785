/**
 * Default values of every kind in every served version. The tables in `defaults/` are written by hand. All feature
 * gates are enabled, so that the defaults of gated fields are set too.
 *
 * The tables omit defaults that no response shows:
 * - An empty `data` of a ConfigMap is not part of the response.
 * - The node agent reads the options of logs.
 * - Tokens of ServiceAccounts are not issued.
 * - This release does not serve webhooks in v1beta1 and validating policies in v1alpha1.
 * - Inline volumes of a VolumeAttachment have no defaults.
 *
 * The table of Pods has all defaults of Pods. The tables of other kinds have only examples of them.
 */
import { afterAll, expect, test } from "vitest";
import { valueAt } from "../../src/base/paths.ts";
import { collectionOf, servedResources } from "../support/served-resources.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, patch } from "../support/writes.ts";
import { coreDefaults } from "./defaults/core.ts";
import type { DefaultsRow } from "./defaults/defaults-row.ts";
import { extensionDefaults } from "./defaults/extensions.ts";
import { otherDefaults } from "./defaults/others.ts";
import { podDefaults } from "./defaults/pods.ts";
import { workloadDefaults } from "./defaults/workloads.ts";

const running = await startTestServer({
  vocabulary: "kubernetes",
  flags: ["--runtime-config=api/all=true", "--feature-gates=AllAlpha=true,AllBeta=true"],
});
const { client } = running;
const served = await servedResources(client);
afterAll(() => running[Symbol.asyncDispose]());

const rows = [...podDefaults, ...coreDefaults, ...workloadDefaults, ...extensionDefaults, ...otherDefaults];

function collectionOfKind(title: string): string {
  const resource = served.find(({ groupVersion, kind }) => `${groupVersion} ${kind}` === title);
  if (!resource) throw new Error(`${title} is not served`);
  return collectionOf(resource);
}

/** Returns the object from the server's response. It is stored only if the row patches a subresource. */
async function responseObject({ versionAndKind, manifest, subresourcePatch }: DefaultsRow): Promise<object> {
  const collection = collectionOfKind(versionAndKind);
  const body = { metadata: { name: "it" }, ...manifest };
  if (!subresourcePatch) return await createObject(client, `${collection}?dryRun=All`, body);
  const { metadata } = await createObject(client, collection, body);
  const [subresource, change] = subresourcePatch;
  const { status, text, json } = await patch(client, `${collection}/${metadata.name}/${subresource}`, "merge", change);
  expect(status, text).toBe(200);
  return json;
}

/** Returns the values of an object at the paths of the expected defaults. */
function valuesIn(object: object, { expectedDefaults }: DefaultsRow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(expectedDefaults).map((path) => [path, valueAt(object, path)]));
}

test.each(rows.map((row) => [row.versionAndKind, row.title, row] as const))(
  "%s has the expected defaults: %s",
  async (_, __, row) => {
    expect(valuesIn(await responseObject(row), row)).toEqual(row.expectedDefaults);
    // The sent object must not contain the defaults already.
    expect(valuesIn(row.manifest, row)).not.toEqual(row.expectedDefaults);
  },
);

test("defaults of gated fields are not set while their feature is disabled", async () => {
  await using plain = await startTestServer();
  const containers = [{ name: "app", image: "app:1", resources: { requests: { cpu: "1" } } }];
  const pod = await createObject(plain.client, "/api/v1/namespaces/default/pods", {
    metadata: { name: "it" },
    spec: { containers },
  });
  expect(pod.spec.containers[0].resources).toEqual({ requests: { cpu: "1" } });
  expect(pod.spec.containers[0]).not.toHaveProperty("resizePolicy");
  const labels = { app: "it" };
  const set = await createObject(plain.client, "/apis/apps/v1/namespaces/default/statefulsets", {
    metadata: { name: "it" },
    spec: {
      serviceName: "it",
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
    },
  });
  expect(set.spec.updateStrategy).toEqual({ type: "RollingUpdate", rollingUpdate: { partition: 0 } });
});
