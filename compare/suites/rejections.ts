/** Updates that are rejected for several reasons at once: metadata and every field of an object of every kind. */
import type { KindDeclaration } from "../../src/schema/index.ts";
import { patchTypes } from "../patch-types.ts";
import { deletionAtOnce } from "../sequences/object-requests.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";
import {
  collectionOf,
  creatableKinds,
  groupVersionOf,
  textForScenario,
  type ValidObject,
  validObjects,
} from "../validation/valid-objects.ts";

/** Kinds that controllers of the reference write. The suite `writes` contains their scenarios. */
const leftOut: ReadonlySet<string> = new Set(["CustomResourceDefinition", "APIService", "FlowSchema"]);

/** Rejected updates with many causes, which test their order and repetition. */
export const rejections: Suite = {
  name: "rejections",
  covers: "updates of rich objects of every kind that break rules of their metadata and of one field each",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    for (const kind of creatableKinds()) {
      const objects = validObjects(kind);
      // The rich Service has fixed addresses, so it cannot exist twice.
      const object = kind.kind === "Service" ? objects.at(-1) : objects[0];
      if (!object || leftOut.has(kind.kind)) continue;
      const title = `rejected updates of a ${kind.kind} in ${groupVersionOf(kind)}`;
      yield { title, run: (server) => sendRejected(server, kind, object) };
    }
  },
};

const badLabels = { labels: { "-": "-" } };
const fieldsOfEveryObject: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);
const owner = { apiVersion: "v1", kind: "Node", name: "n", uid: "u" };
const condition = { type: "A", status: "True", lastTransitionTime: "2025-01-01T00:00:00Z", reason: "R", message: "" };

async function sendRejected(server: ComparedServer, kind: KindDeclaration, object: ValidObject): Promise<void> {
  const collection = collectionOf(kind, server.namespace);
  const body = JSON.parse(textForScenario(JSON.stringify(object), kind, object, server)) as ValidObject;
  const path = `${collection}/${body.metadata.name}`;
  const headers = { "content-type": patchTypes.merge };
  const merge = async (patch: unknown, below = ""): Promise<void> => {
    await server.send(path + below, { method: "PATCH", headers, body: patch });
  };
  await server.send(collection, { body });
  await merge({ metadata: badLabels });
  await merge({ metadata: { finalizers: ["bad"] } });
  await merge({ metadata: { ...badLabels, finalizers: ["bad"], uid: "x" } });
  for (const [name, value] of Object.entries(body)) {
    if (fieldsOfEveryObject.has(name)) continue;
    await merge({ metadata: badLabels, [name]: null });
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.keys(value)) await merge({ metadata: badLabels, [name]: { [inner]: null } });
  }
  if (kind.subresources.status) {
    await merge({ metadata: { ...badLabels, finalizers: ["bad"] } }, "/status");
    const metadata = { labels: { b: "c" }, finalizers: ["bad.x/y"], annotations: { x: "y" }, ownerReferences: [owner] };
    await merge({ metadata, spec: null }, "/status");
    await merge({ status: null }, "/status");
    await merge({ status: { conditions: [condition] } }, "/status");
    await merge({ status: { conditions: null } });
  }
  await merge({ metadata: { finalizers: null } });
  await server.send(path, { method: "DELETE", body: deletionAtOnce });
}
