/**
 * Filled objects of every kind, read in every format: Tables, metadata, YAML, protobuf, watches, and by every field.
 */
import type { Random } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, structInVocabulary } from "../../src/schema/index.ts";
import { patchTypes } from "../patch-types.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";
import { type Mutation, mutationsOf } from "../validation/mutations.ts";
import {
  collectionOf,
  creatableKinds,
  groupVersionOf,
  textForScenario,
  type ValidObject,
  validObjects,
} from "../validation/valid-objects.ts";

/** Number of changed objects in one scenario whose rows are read, for creates and for statuses. */
const rowsPerScenario = 10;

/** Reads objects of every kind in every format. */
export const forms: Suite = {
  name: "forms",
  covers: "objects of every kind as Tables, metadata, YAML, protobuf and events, and by field selectors",
  usesNamespaces: true,
  standardCount: creatableKinds().length,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let round = 1; ; round++) {
      for (const kind of creatableKinds()) {
        const [object] = validObjects(kind);
        if (!object) continue;
        const changes = { create: pick(kind, object, ["status"], random), status: [] as readonly Mutation[] };
        if (kind.subresources.status) changes.status = pick(kind, object, ["spec", "data", "metadata"], random);
        const title = `forms of a ${kind.kind} in ${groupVersionOf(kind)}, round ${round}`;
        yield { title, run: (server) => readForms(server, kind, object, changes) };
      }
    }
  },
};

interface Changes {
  readonly create: readonly Mutation[];
  readonly status: readonly Mutation[];
}

function pick(kind: KindDeclaration, object: ValidObject, keptFields: readonly string[], random: Random): Mutation[] {
  const schema = structInVocabulary(kind.schema, vocabularies.kubernetes);
  const all = [...mutationsOf(schema, object, random, { changesPerPlace: 2, keptFields, fillsAbsentFields: true })];
  const chosen: Mutation[] = [];
  while (chosen.length < rowsPerScenario && all.length > 0) chosen.push(...all.splice(random.below(all.length), 1));
  return chosen;
}

const ofMeta = "g=meta.k8s.io";
const table = `application/json;as=Table;v=v1;${ofMeta}`;
const acceptHeaders = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  table,
  `application/json;as=Table;v=v1beta1;${ofMeta}`,
  `application/json;as=PartialObjectMetadata;v=v1;${ofMeta}`,
  `application/json;as=PartialObjectMetadataList;v=v1;${ofMeta}`,
  `application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;${ofMeta}`,
  `application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;${ofMeta}`,
];
const watchedForms = [
  "application/json",
  "application/vnd.kubernetes.protobuf",
  table,
  `application/json;as=PartialObjectMetadata;v=v1;${ofMeta}`,
];

/** Fields that some kinds can be selected by, and some that none can. */
const fields = [
  ["metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.restartPolicy", "spec.schedulerName"],
  ["spec.serviceAccountName", "spec.hostNetwork", "status.phase", "status.podIP", "status.podIPs", "status.successful"],
  ["status.nominatedNodeName", "spec.unschedulable", "type", "reason", "source", "reportingComponent", "name"],
  ["involvedObject.kind", "involvedObject.name", "involvedObject.uid", "involvedObject.fieldPath", "regarding.name"],
  ["status.replicas", "spec.signerName", "spec.clusterIP", "spec.type", "spec.driver", "spec.nodeName", "status.x"],
].flat();

async function readForms(
  server: ComparedServer,
  kind: KindDeclaration,
  valid: ValidObject,
  changes: Changes,
): Promise<void> {
  const collection = collectionOf(kind, server.namespace);
  const own = (text: string): string => textForScenario(text, kind, valid, server);
  const headers = { "content-type": "application/json" };
  const object = JSON.parse(own(JSON.stringify(valid))) as ValidObject;
  const metadata = { ...object.metadata, labels: { compare: server.namespace } };
  const created = await server.prepare(collection, { body: { ...object, metadata } });
  const path = `${collection}/${created.json.metadata.name as string}`;
  if (kind.subresources.status) {
    // A patch contains no version, because the reference itself may write some objects in between.
    const merge = { "content-type": patchTypes.merge };
    await server.prepare(`${path}/status`, { method: "PATCH", headers: merge, body: { status: object.status } });
  }
  const selected = `${collection}?labelSelector=compare%3D${server.namespace}`;
  for (const accept of acceptHeaders) {
    await server.send(path, { headers: { accept } });
    await server.send(selected, { headers: { accept } });
  }
  for (const include of ["Object", "None"]) {
    await server.send(`${selected}&includeObject=${include}`, { headers: { accept: table } });
  }
  await server.send(`${path}?pretty=true`);
  for (const accept of watchedForms) {
    const watch = await server.watch(`${selected}&watch=true&resourceVersion=0`, { headers: { accept } });
    await watch.upTo(1);
    await watch.close();
  }
  for (const field of fields) await server.send(`${selected}&fieldSelector=${field}%3Dx`);
  for (const { body } of changes.create) {
    await server.send(`${collection}?dryRun=All`, {
      method: "POST",
      headers: { ...headers, accept: table },
      body: own(body),
    });
  }
  for (const { body } of changes.status) {
    const target = `${path}/status?dryRun=All`;
    await server.send(target, { method: "PUT", headers: { ...headers, accept: table }, body: own(body) });
  }
  await server.prepare(path, { method: "DELETE" });
}
