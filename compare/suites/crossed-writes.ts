/** Writes of objects in which values have moved to other fields: updates, patches with the difference, and applies. */
import type { Random } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, structInVocabulary } from "../../src/schema/index.ts";
import { patchTypes } from "../patch-types.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import { jsonDifference, mergeDifference } from "../sequences/json-difference.ts";
import { deletionAtOnce, updateText } from "../sequences/object-requests.ts";
import { randomObjects } from "../sequences/random-objects.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import { crossedObject } from "../validation/crossed-objects.ts";
import { collectionOf, groupVersionOf, textForScenario, type ValidObject } from "../validation/valid-objects.ts";

/** Number of writes in one scenario after the creation. */
const writesPerScenario = 8;
/** Largest number of changes of an object. */
const crossingsMax = 4;

/** Writes of crossed objects. */
export const crossedWrites: Suite = {
  name: "crossed-writes",
  covers: "updates, patches and applies of valid objects of every kind with values at other places",
  usesNamespaces: true,
  standardCount: 100,
  *scenarios(random: Random): Iterable<Scenario> {
    let count = 0;
    for (const { kind, object, versions } of randomObjects(random, "update")) {
      count++;
      const writes = Array.from({ length: writesPerScenario }, () => {
        const version = isOnceIn(random, 6) ? oneOf(random, versions) : kind;
        return randomWrite(version, { ...object, apiVersion: groupVersionOf(version) }, random);
      });
      const title = `crossed writes ${count} of a ${kind.kind} in ${groupVersionOf(kind)}`;
      yield { title, run: (server) => play(server, { kind, object, writes }) };
    }
  },
};

interface Write {
  readonly version: KindDeclaration;
  /** Subresource: `/status` or empty. */
  readonly below: string;
  readonly method: "PUT" | "PATCH";
  readonly type: string;
  readonly query: string;
  readonly body: Json;
}

function randomWrite(kind: KindDeclaration, object: ValidObject, random: Random): Write {
  const schema = structInVocabulary(kind.schema, vocabularies.kubernetes);
  const changesStatus = object.status !== undefined && kind.subresources.status !== undefined && isOnceIn(random, 3);
  const below = changesStatus ? "/status" : "";
  const changed = crossedObject({ schema, object, random, changesStatus }, 1 + random.below(crossingsMax));
  const dryRun = isOnceIn(random, 6) ? "&dryRun=All" : "";
  const query = `?fieldManager=${oneOf(random, ["one", "two"])}${dryRun}`;
  const patch = (type: string, body: Json, more = ""): Write => ({
    version: kind,
    below,
    method: "PATCH",
    type,
    query: query + more,
    body,
  });
  switch (oneOf(random, ["put", "put", "merge", "strategic", "json", "apply", "apply"] as const)) {
    case "put":
      return { version: kind, below, method: "PUT", type: "application/json", query, body: changed };
    case "merge":
      return patch(patchTypes.merge, mergeDifference(object, changed) ?? {});
    case "strategic":
      return patch(patchTypes.strategic, mergeDifference(object, changed) ?? {});
    case "json":
      return patch(patchTypes.json, jsonDifference(object, changed));
    case "apply":
      return patch(patchTypes.apply, changed, isOnceIn(random, 2) ? "&force=true" : "");
  }
}

interface CrossedWrites {
  readonly kind: KindDeclaration;
  readonly object: ValidObject;
  readonly writes: readonly Write[];
}

async function play(server: ComparedServer, { kind, object, writes }: CrossedWrites): Promise<void> {
  const collection = collectionOf(kind, server.namespace);
  const own = (body: Json): string => textForScenario(JSON.stringify(body), kind, object, server);
  const body = JSON.parse(own(object)) as ValidObject;
  const path = `${collection}/${body.metadata.name}`;
  await server.send(collection, { body });
  for (const { version, below, method, type, query, body: written } of writes) {
    const text = own(written);
    const sent = method === "PUT" ? await updateText(kind, text, () => server.send(path)) : text;
    const target = `${collectionOf(version, server.namespace)}/${body.metadata.name}${below}${query}`;
    await server.send(target, { method, headers: { "content-type": type }, body: sent });
  }
  await server.send(path);
  const patch = { metadata: { finalizers: null } };
  await server.send(path, {
    method: "PATCH",
    headers: { "content-type": patchTypes.merge },
    body: patch,
  });
  await server.send(path, { method: "DELETE", body: deletionAtOnce });
}
