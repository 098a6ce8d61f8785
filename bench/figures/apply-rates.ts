/**
 * Rate of applies to a Deployment of 3 KB with three field managers, compared with updates and gets of such a
 * Deployment.
 */
import type { FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import { deployment, jsonHeaders, sendNumberedRequests, sendRequest } from "../objects.ts";
import type { OrchServer } from "../orch-server.ts";
import { compareRates, measurementOf, type RequestLoad } from "./rates.ts";

const collection = "/apis/apps/v1/namespaces/default/deployments";
const applyHeaders = { "content-type": "application/apply-patch+yaml" };
const mergePatchHeaders = { "content-type": "application/merge-patch+json" };
/** More than the clients, so that no two clients write the same object at once. */
const objectCount = 100;
const clients = 16;
const counter = "########";

const applyRequest = (name: string, manager: string, object: object): RequestTemplate => ({
  method: "PATCH",
  path: `${collection}/${name}?fieldManager=${manager}`,
  headers: applyHeaders,
  body: JSON.stringify(object),
});

/** Returns the object that the second manager applies. It owns two of the fields. */
const secondManagerObject = (name: string): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, labels: { helped: "yes" } },
  spec: { replicas: 3 },
});

/** Returns the writes by the three field managers: two applies, and one merge patch. */
const preparingWrites = (name: string): readonly { readonly template: RequestTemplate; readonly status: number }[] => [
  { template: applyRequest(name, "owner", deployment(name, { turn: "0" })), status: 201 },
  { template: applyRequest(name, "helper", secondManagerObject(name)), status: 200 },
  {
    template: {
      method: "PATCH",
      path: `${collection}/${name}?fieldManager=changer`,
      headers: mergePatchHeaders,
      body: `{"metadata":{"annotations":{"note":"short"}}}`,
    },
    status: 200,
  },
];

/** Measures an apply that changes a field beside an update, and an apply that changes nothing beside a get. */
export async function applyRates(context: FigureContext, server: OrchServer): Promise<Measurement[]> {
  return [await compareWithUpdates(context, server), await compareWithGets(context, server)];
}

async function compareWithUpdates(context: FigureContext, { target }: OrchServer): Promise<Measurement> {
  for (const name of ["apply-##", "update-##"]) {
    for (const { template, status } of preparingWrites(name)) {
      await sendNumberedRequests(context, { target, template, count: objectCount, status, clients });
    }
  }
  const shared: Omit<RequestLoad, "template"> = { target, protocol: "h2", clients, status: 200 };
  const name = "apply that changes one field of a Deployment of 3 KB, 16 clients";
  const compared = await compareRates(
    context,
    { ...shared, template: applyRequest("apply-##", "owner", deployment("apply-##", { counter })) },
    { ...shared, template: updateRequest("update-##") },
    name,
    objectCount,
  );
  for (const name of ["apply-07", "update-07"]) await expectManagers(target, name, 3);
  return measurementOf(compared, {
    name,
    unit: "writes/s",
    raw: { name: "an update of the same object" },
    minRatio: 0.6,
  });
}

/** Returns an update of the whole object by the third manager. It changes the same field as the apply. */
function updateRequest(name: string): RequestTemplate {
  const object = deployment(name, { counter, note: "short" }) as { metadata: object; spec: object };
  const wholeObject = {
    ...object,
    metadata: { ...object.metadata, labels: { helped: "yes" } },
    spec: { ...object.spec, replicas: 3 },
  };
  const path = `${collection}/${name}?fieldManager=changer`;
  return { method: "PUT", path, headers: jsonHeaders, body: JSON.stringify(wholeObject) };
}

async function compareWithGets(context: FigureContext, { target }: OrchServer): Promise<Measurement> {
  for (const { template, status } of preparingWrites("same")) {
    await sendNumberedRequests(context, { target, template, count: 1, status, clients: 1 });
  }
  const before = await versionOf(target, "same");
  const shared: Omit<RequestLoad, "template"> = { target, protocol: "h2", clients, status: 200 };
  const name = "apply that changes nothing, 16 clients";
  const compared = await compareRates(
    context,
    { ...shared, template: applyRequest("same", "owner", deployment("same", { turn: "0" })) },
    { ...shared, template: { method: "GET", path: `${collection}/same`, headers: {} } },
    name,
  );
  if ((await versionOf(target, "same")) !== before)
    throw new Error("an apply without changes changed the resource version");
  return measurementOf(compared, {
    name,
    unit: "requests/s",
    raw: { name: "a get of the same object" },
    minRatio: 0.4,
  });
}

interface Metadata {
  readonly resourceVersion: string;
  readonly managedFields: readonly unknown[];
}

async function metadataOf(target: OrchServer["target"], name: string): Promise<Metadata> {
  const { body } = await sendRequest(target, { method: "GET", path: `${collection}/${name}`, headers: {} });
  return (JSON.parse(body.toString("utf8")) as { metadata: Metadata }).metadata;
}

async function versionOf(target: OrchServer["target"], name: string): Promise<string> {
  return (await metadataOf(target, name)).resourceVersion;
}

/** Checks that the object has as many managers as the name of the figure says. */
async function expectManagers(target: OrchServer["target"], name: string, count: number): Promise<void> {
  const { managedFields } = await metadataOf(target, name);
  if (managedFields.length !== count) throw new Error(`${name} has ${managedFields.length} managers, not ${count}`);
}
