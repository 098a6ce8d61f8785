/**
 * Rate of applies to a Deployment of 3 KB with three field managers, compared with updates and gets of such a
 * Deployment.
 */
import type { Context, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import { ask, askEach, deployment, json } from "../objects.ts";
import type { OrchServer } from "../orch-server.ts";
import { compareRates, measurementOf, type Rate } from "./rates.ts";

const collection = "/apis/apps/v1/namespaces/default/deployments";
const applied = { "content-type": "application/apply-patch+yaml" };
const merged = { "content-type": "application/merge-patch+json" };
/** More than the clients, so that no two clients write the same object at once. */
const objectCount = 100;
const clients = 16;
const turn = "########";

const applyOf = (name: string, manager: string, object: object): RequestTemplate => ({
  method: "PATCH",
  path: `${collection}/${name}?fieldManager=${manager}`,
  headers: applied,
  body: JSON.stringify(object),
});

/** Returns the object that the second manager applies. It owns two of the fields. */
const helped = (name: string): object => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name, labels: { helped: "yes" } },
  spec: { replicas: 3 },
});

/** Returns the writes by the three field managers: two applies, and one merge patch. */
const writes = (name: string): readonly { readonly template: RequestTemplate; readonly status: number }[] => [
  { template: applyOf(name, "owner", deployment(name, { turn: "0" })), status: 201 },
  { template: applyOf(name, "helper", helped(name)), status: 200 },
  {
    template: {
      method: "PATCH",
      path: `${collection}/${name}?fieldManager=changer`,
      headers: merged,
      body: `{"metadata":{"annotations":{"note":"short"}}}`,
    },
    status: 200,
  },
];

/** Measures an apply that changes a field beside an update, and an apply that changes nothing beside a get. */
export async function applyRates(context: Context, server: OrchServer): Promise<Measurement[]> {
  return [await besideUpdates(context, server), await besideGets(context, server)];
}

async function besideUpdates(context: Context, { target }: OrchServer): Promise<Measurement> {
  for (const name of ["apply-##", "update-##"]) {
    for (const { template, status } of writes(name)) {
      await askEach(context, { target, template, count: objectCount, status, clients });
    }
  }
  const shared: Omit<Rate, "template"> = { target, protocol: "h2", clients, status: 200 };
  const name = "apply that changes one field of a Deployment of 3 KB, 16 clients";
  const compared = await compareRates(
    context,
    { ...shared, template: applyOf("apply-##", "owner", deployment("apply-##", { turn })) },
    { ...shared, template: updateOf("update-##") },
    name,
    objectCount,
  );
  for (const name of ["apply-07", "update-07"]) await expectManagers(target, name, 3);
  return measurementOf(compared, {
    name,
    unit: "writes/s",
    raw: { name: "an update of the same object" },
    atLeast: 0.6,
  });
}

/** Returns an update of the whole object by the third manager. It changes the same field as the apply. */
function updateOf(name: string): RequestTemplate {
  const object = deployment(name, { turn, note: "short" }) as { metadata: object; spec: object };
  const whole = {
    ...object,
    metadata: { ...object.metadata, labels: { helped: "yes" } },
    spec: { ...object.spec, replicas: 3 },
  };
  const path = `${collection}/${name}?fieldManager=changer`;
  return { method: "PUT", path, headers: json, body: JSON.stringify(whole) };
}

async function besideGets(context: Context, { target }: OrchServer): Promise<Measurement> {
  for (const { template, status } of writes("same")) {
    await askEach(context, { target, template, count: 1, status, clients: 1 });
  }
  const before = await versionOf(target, "same");
  const shared: Omit<Rate, "template"> = { target, protocol: "h2", clients, status: 200 };
  const name = "apply that changes nothing of it, 16 clients";
  const compared = await compareRates(
    context,
    { ...shared, template: applyOf("same", "owner", deployment("same", { turn: "0" })) },
    { ...shared, template: { method: "GET", path: `${collection}/same`, headers: {} } },
    name,
  );
  if ((await versionOf(target, "same")) !== before) throw new Error("an apply that changes nothing was written");
  return measurementOf(compared, {
    name,
    unit: "requests/s",
    raw: { name: "a get of the same object" },
    atLeast: 0.4,
  });
}

interface Metadata {
  readonly resourceVersion: string;
  readonly managedFields: readonly unknown[];
}

async function metadataOf(target: OrchServer["target"], name: string): Promise<Metadata> {
  const { body } = await ask(target, { method: "GET", path: `${collection}/${name}`, headers: {} });
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
