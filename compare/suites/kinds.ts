/** Life cycle of one small object of every kind. */
import { oneOfEach } from "../../test/support/one-of-each.ts";
import { patchTypes } from "../patch-types.ts";
import { type ScenarioSample, sampleOn } from "../samples.ts";
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
      yield { title, run: (server) => live(server, sampleOn(server, sample)) };
    }
  },
};

async function live(server: ComparedServer, sample: ScenarioSample): Promise<void> {
  const { collection, name } = sample;
  const metadata = { name, labels: { compare: server.namespace } };
  const body = { ...sample.body, metadata };
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
  await server.send(`${collection}?labelSelector=compare%3Dnothing`, {
    headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
  });
  await server.send(object, { method: "PUT", body: created.json });
  const annotated = { metadata: { annotations: { compare: "yes" } } };
  await server.send(object, patch(patchTypes.merge, annotated));
  await server.send(object, patch(patchTypes.strategic, { metadata: { labels: { more: "1" } } }));
  await server.send(object, patch(patchTypes.json, [{ op: "remove", path: "/metadata/labels/more" }]));
  await server.send(`${object}?fieldManager=compare`, patch(patchTypes.apply, body));
  await server.send(`${object}?fieldManager=compare&force=true`, patch(patchTypes.apply, body));
  await server.send(`${object}/status`);
  await server.send(object, { method: "PUT", body: created.json });
  await server.send(object, { method: "DELETE" });
  await server.send(object);
}

function patch(type: string, body: unknown): { method: string; headers: Record<string, string>; body: unknown } {
  return { method: "PATCH", headers: { "content-type": type }, body };
}
