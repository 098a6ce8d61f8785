/** One small object of every kind goes through its life. */

import { oneOfEach, type Sample } from "../../test/support/one-of-each.ts";
import { translateSample } from "../samples.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

/** Creates, reads, writes and deletes one object of every kind. */
export const kinds: Suite = {
  name: "kinds",
  covers: "the life of one object of every kind: create, get, list, update, patch, apply, delete",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    for (const sample of oneOfEach) {
      const title = `the life of a ${sample.kind} in ${sample.apiVersion}`;
      yield { title, run: (server) => live(server, translateSample(sample, server.namespace)) };
    }
  },
};

/** Kinds whose samples are named by their content. */
function hasFixedName({ body }: Sample): boolean {
  return body.metadata.name.includes(".");
}

async function live(server: ComparedServer, sample: Sample): Promise<void> {
  const { collection } = sample;
  const isNamespaced = collection.includes("/namespaces/");
  const name = isNamespaced || hasFixedName(sample) ? sample.body.metadata.name : server.name("it");
  const metadata = { name, labels: { compare: server.namespace } };
  const body = { apiVersion: sample.apiVersion, kind: sample.kind, ...sample.body, metadata };
  const object = `${collection}/${name}`;
  const selected = `labelSelector=compare%3D${server.namespace}`;

  await server.send(`${collection}?dryRun=All`, { body });
  const created = await server.send(collection, { body });
  await server.send(collection, { body });
  await server.send(object);
  await server.send(object, { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } });
  await server.send(`${collection}?${selected}`);
  await server.send(`${collection}?${selected}`, {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  await server.send(object, { method: "PUT", body: created.json });
  const annotated = { metadata: { annotations: { compare: "yes" } } };
  await server.send(object, patch("application/merge-patch+json", annotated));
  await server.send(object, patch("application/strategic-merge-patch+json", { metadata: { labels: { more: "1" } } }));
  await server.send(object, patch("application/json-patch+json", [{ op: "remove", path: "/metadata/labels/more" }]));
  await server.send(`${object}?fieldManager=compare`, patch("application/apply-patch+yaml", body));
  await server.send(`${object}?fieldManager=compare&force=true`, patch("application/apply-patch+yaml", body));
  await server.send(`${object}/status`);
  await server.send(object, { method: "PUT", body: created.json });
  await server.send(object, { method: "DELETE" });
  await server.send(object);
}

function patch(type: string, body: unknown): { method: string; headers: Record<string, string>; body: unknown } {
  return { method: "PATCH", headers: { "content-type": type }, body };
}
