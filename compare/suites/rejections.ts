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
    yield fieldReferences;
  },
};

const references = [
  "spec.a",
  " .spec ",
  "/abs/path",
  "#a",
  "é",
  "{",
  "a}b",
  "a}{",
  "}",
  "\n",
  "..a..b",
  "....",
  "[",
  "a[",
  "a[x]",
  "a[0:1:2:3]",
  "a[']",
  "a['b']",
  "[?(@.a)]",
  "[?(@.a",
  "[?(@.a)",
  "[?(@.a=1)]",
  "[?(@.a==)]",
  "[?(<1)]",
  '"a',
  "'a",
  '"a\\q"',
  "1.2.3",
  "+",
  "-",
  "range",
  "end",
  "true",
  "a b",
  "a,b",
  "a\u0000",
  "\u200b",
  "*",
  ":",
  "$.a",
  "@",
];

/** Paths in warnings about the expressions of a policy, as a client can write them. */
const fieldReferences: Scenario = {
  title: "references of warnings to fields",
  async run(server) {
    const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    const name = server.name("fields");
    const rule = { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["none"] };
    const spec = { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: "true" }] };
    await server.prepare(policies, { body: { metadata: { name }, spec } });
    for (const fieldRef of references) {
      const status = { typeChecking: { expressionWarnings: [{ fieldRef, warning: "w" }] } };
      const headers = { "content-type": patchTypes.merge };
      await server.send(`${policies}/${name}/status?dryRun=All`, { method: "PATCH", headers, body: { status } });
    }
    await server.prepare(`${policies}/${name}`, { method: "DELETE" });
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
