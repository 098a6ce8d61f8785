import { expect, test } from "vitest";
import { ManualClock } from "../../../base/manual-clock.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { Admission, AdmissionRequest } from "../../index.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";
import type { EventLimit } from "./event-limits.ts";

function pluginWith(limits: readonly Partial<EventLimit>[], clock = new ManualClock()): Admission {
  const complete = limits.map((limit) => ({
    type: "Server" as const,
    perSecond: 1,
    burst: 1,
    bucketsMax: 4096,
    ...limit,
  }));
  return onlyPlugin(
    "EventRateLimit",
    servicesOver([], { clock, configurations: { EventRateLimit: { limits: complete } } }),
  );
}

interface EventParts {
  readonly component?: string;
  readonly host?: string;
  readonly involved?: object;
}

function eventRequest(
  { component = "c", host = "h", involved = {} }: EventParts = {},
  parts: Partial<AdmissionRequest<ApiObject>> = {},
): AdmissionRequest<ApiObject> {
  const object = {
    kind: "Event",
    apiVersion: "v1",
    metadata: { name: "e", namespace: "default" },
    source: { component, host },
    involvedObject: { kind: "Pod", namespace: "default", name: "a", uid: "u", apiVersion: "v1", ...involved },
  };
  const resource = { group: "", version: "v1", resource: "events" };
  return configMapRequest({ kind: { group: "", version: "v1", kind: "Event" }, resource, object, ...parts });
}

/** Sends requests. Returns the numbers of those that are rejected. */
async function rejectedOf(plugin: Admission, requests: readonly AdmissionRequest<ApiObject>[]): Promise<number[]> {
  const rejected: number[] = [];
  for (const [index, request] of requests.entries()) {
    if (await rejectionOf(plugin.validate(request))) rejected.push(index);
  }
  return rejected;
}

test("requests with Events may exceed the rate by the burst, and then have to wait", async () => {
  const clock = new ManualClock();
  const plugin = pluginWith([{ perSecond: 2, burst: 3 }], clock);
  const five = Array.from({ length: 5 }, () => eventRequest());
  expect(await rejectedOf(plugin, five)).toEqual([3, 4]);
  await clock.advance(500);
  expect(await rejectedOf(plugin, five)).toEqual([1, 2, 3, 4]);
  await clock.advance(60_000);
  expect(await rejectedOf(plugin, five)).toEqual([3, 4]);
});

test("the error names the limit and its key, and does not say when to try again", async () => {
  const plugin = pluginWith([{ type: "User" }]);
  await plugin.validate(eventRequest());
  const error: unknown = await plugin.validate(eventRequest()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 429,
    reason: "TooManyRequests",
    message: "Too many requests: limit reached on type User for key alice",
  });
  expect(error).not.toHaveProperty("details.retryAfterSeconds");
});

test("a limit of a type counts the requests of each key separately", async () => {
  const inNamespace = (namespace: string): AdmissionRequest<ApiObject> => eventRequest({}, { namespace });
  const ofUser = (name: string): AdmissionRequest<ApiObject> => eventRequest({}, { user: { name, groups: [] } });
  expect(await rejectedOf(pluginWith([{ type: "Namespace" }]), ["a", "b", "a"].map(inNamespace))).toEqual([2]);
  expect(await rejectedOf(pluginWith([{ type: "User" }]), ["a", "b", "a"].map(ofUser))).toEqual([2]);
  expect(await rejectedOf(pluginWith([{ type: "Server" }]), ["a", "b", "a"].map(inNamespace))).toEqual([1, 2]);
});

test("a limit of sources and objects distinguishes all members that name them", async () => {
  const differing: readonly EventParts[] = [
    {},
    { component: "other" },
    { host: "other" },
    ...["kind", "namespace", "name", "uid", "apiVersion"].map((name) => ({ involved: { [name]: "other" } })),
  ];
  const plugin = pluginWith([{ type: "SourceAndObject" }]);
  expect(
    await rejectedOf(
      plugin,
      differing.map((parts) => eventRequest(parts)),
    ),
  ).toEqual([]);
  expect(await rejectedOf(plugin, [eventRequest({ involved: { fieldPath: "x" } })])).toEqual([0]);
  const error = await rejectionOf(plugin.validate(eventRequest()));
  expect(error).toEqual([429, "Too many requests: limit reached on type SourceAndObject for key chPoddefaultauv1"]);
});

test("all limits count a request, and the error names each that is reached", async () => {
  const plugin = pluginWith([{ type: "Namespace" }, { type: "User", burst: 2 }]);
  const results = [];
  for (let count = 0; count < 3; count++) results.push(await rejectionOf(plugin.validate(eventRequest())));
  const [namespace, user] = ["Namespace for key default", "User for key alice"].map(
    (reached) => `limit reached on type ${reached}`,
  );
  expect(results).toEqual([
    undefined,
    [429, `Too many requests: ${namespace}`],
    [429, `Too many requests: [${namespace}, ${user}]`],
  ]);
});

test("the bucket that was unused for longest is forgotten if there are too many", async () => {
  const plugin = pluginWith([{ type: "Namespace", bucketsMax: 2 }]);
  const requests = ["a", "b", "a", "c", "b", "a"].map((namespace) => eventRequest({}, { namespace }));
  // After c, the bucket of b is forgotten, and after b that of a.
  expect(await rejectedOf(plugin, requests)).toEqual([2]);
});

test("requests with other objects are not counted", async () => {
  const plugin = pluginWith([{}]);
  await plugin.validate(eventRequest());
  const newer = eventRequest(
    {},
    {
      kind: { group: "events.k8s.io", version: "v1", kind: "Event" },
      resource: { group: "events.k8s.io", version: "v1", resource: "events" },
    },
  );
  expect(await rejectedOf(plugin, [configMapRequest(), newer, eventRequest({}, { operation: "DELETE" })])).toEqual([]);
  expect(await rejectedOf(plugin, [eventRequest({}, { operation: "UPDATE" })])).toEqual([0]);
});

test("dry runs are neither counted nor rejected", async () => {
  const plugin = pluginWith([{}]);
  const [dryRun, stored] = [eventRequest({}, { dryRun: true }), eventRequest()];
  expect(await rejectedOf(plugin, [dryRun, dryRun, stored, stored, dryRun])).toEqual([3]);
});
