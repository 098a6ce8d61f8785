/** All kinds on servers whose alpha and beta features are on: which fields are kept, removed and filled in. */
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, structInVocabulary } from "../../src/schema/index.ts";
import { shuffled } from "../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import { mutationsOf } from "../validation/mutations.ts";
import {
  collectionOf,
  creatableKinds,
  groupVersionOf,
  textForScenario,
  type ValidObject,
  validObjects,
} from "../validation/valid-objects.ts";
import { schemasOfCustomTypes, sendChanged, withoutBackgroundWork, writesOf } from "./validation.ts";

/** Number of changed objects in one scenario. */
const bodiesPerScenario = 25;

/** Sends filled objects of every kind, and the same objects with single changes. */
export const features: Suite = {
  name: "features",
  covers: "objects of every kind with all alpha and beta features: creates, reads, updates and status writes",
  usesNamespaces: true,
  plugins: "features",
  rewriteBody: withoutBackgroundWork,
  standardCount: 500,
  *scenarios(random): Iterable<Scenario> {
    // A controller writes the status of a definition at a random time. The suite `definitions` waits for it.
    const kinds = creatableKinds({ includesGated: true }).filter(({ kind }) => kind !== "CustomResourceDefinition");
    for (const kind of kinds) {
      for (const [index, object] of validObjects(kind).entries()) {
        const title = `the life of ${kind.kind} ${index} in ${groupVersionOf(kind)}`;
        yield { title, run: (server) => live(server, kind, object) };
      }
    }
    for (let round = 1; ; round++) {
      for (const kind of shuffled(kinds, random)) {
        const [object] = validObjects(kind);
        if (!object) continue;
        for (const write of writesOf(kind)) {
          const schema = structInVocabulary(kind.schema, vocabularies.kubernetes);
          const keptFields = write === "status" ? ["spec", "data", "metadata"] : ["status"];
          const options = { changesPerPlace: 1, keptFields, fillsAbsentFields: true } as const;
          const all = mutationsOf(schema, object, random, options);
          const requests = shuffled(all, random)
            .filter(({ shape }) => !schemasOfCustomTypes.test(shape))
            .slice(0, bodiesPerScenario)
            .map(({ body }) => ({ body, fieldValidation: "Strict" }) as const);
          const title = `${write} of a changed ${kind.kind} in ${groupVersionOf(kind)}, round ${round}`;
          yield { title, run: (server) => sendChanged(server, { kind, object, write, requests }) };
        }
      }
    }
  },
};

/** Kinds whose status a controller of the reference writes at a random time. */
const hasBackgroundStatus = /^(APIService|FlowSchema)$/;

async function live(server: ComparedServer, kind: KindDeclaration, object: ValidObject): Promise<void> {
  const collection = collectionOf(kind, server.namespace);
  const headers = { "content-type": "application/json" };
  const body = textForScenario(JSON.stringify(object), kind, object, server);
  const created = await server.send(collection, { method: "POST", headers, body });
  if (created.status !== 201) return;
  const path = `${collection}/${created.json.metadata.name as string}`;
  await server.send(path);
  if (!kind.verbs.includes("update")) return;
  const send = async (target: string, change: (newest: Json) => void): Promise<void> => {
    const { json } = await server.prepare(path);
    change(json);
    await server.send(target, { method: "PUT", headers, body: json });
  };
  await send(path, (newest) => (newest.metadata.labels = { ...newest.metadata.labels, compare: "yes" }));
  if (kind.subresources.status !== undefined && !hasBackgroundStatus.test(kind.kind)) {
    await send(`${path}/status`, (newest) => (newest.status = JSON.parse(body).status ?? newest.status));
    await server.send(path);
  }
  await server.send(path, { method: "DELETE" });
}
