import { beforeAll, describe } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import { createObject } from "../support/writes.ts";

const server = ruleServer();
const pod = { kind: "Pod", namespace: "shop", name: "web" };

beforeAll(async () => {
  await createObject(server().client, "/api/v1/namespaces", { metadata: { name: "shop" } });
});

function withMembers(members: object) {
  return (event: Manifest): void => {
    Object.assign(event, members);
  };
}

describe("an Event of the core group", () => {
  const collection = "/api/v1/namespaces/shop/events";
  const events = new Refusals(server, collection, { involvedObject: pod, reason: "Pulled", message: "All of it." });
  const timedEvents = new Refusals(server, collection, {
    involvedObject: pod,
    eventTime: "2025-06-01T10:00:00.000000Z",
    reportingComponent: "example.com/agent",
    reportingInstance: "agent-1",
    action: "Pulling",
    reason: "Pulled",
    message: "All of it.",
    type: "Normal",
  });
  const mismatch = (namespace: string): string =>
    `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`;
  const long = "a".repeat(129);

  events.create(
    "[Event#1] an Event about a cluster-scoped object outside the namespace default is rejected",
    withMembers({ involvedObject: { kind: "Node", name: "n" } }),
    [mismatch("")],
  );
  events.create(
    "[Event#2] an Event about an object in another namespace is rejected",
    withMembers({ involvedObject: { ...pod, namespace: "other" } }),
    [mismatch("other")],
  );
  timedEvents.create(
    "[Event#3] an Event with eventTime about a cluster-scoped object outside the namespace default is rejected",
    withMembers({ involvedObject: { kind: "Node", name: "n" } }),
    [mismatch("")],
  );
  timedEvents.create(
    "[Event#4] an Event with eventTime and without a reportingComponent is rejected",
    withMembers({ reportingComponent: "" }),
    [
      "reportingComponent: Required value",
      'reportingComponent: Invalid value: "": name part must be non-empty',
      `reportingComponent: Invalid value: "": ${notQualifiedName}`,
    ],
  );
  timedEvents.create(
    "[Event#5] a reportingComponent that is no qualified name is rejected",
    withMembers({ reportingComponent: "a_" }),
    [`reportingComponent: Invalid value: "a_": ${notQualifiedName}`],
  );
  timedEvents.create(
    "[Event#6] an Event with eventTime and without a reportingInstance is rejected",
    withMembers({ reportingInstance: "" }),
    ["reportingInstance: Required value"],
  );
  timedEvents.create(
    "[Event#7] a reportingInstance of 129 characters is rejected",
    withMembers({ reportingInstance: long }),
    ['reportingInstance: Invalid value: "": can have at most 128 characters'],
  );
  timedEvents.create(
    "[Event#8] an Event with eventTime and without an action is rejected",
    withMembers({ action: "" }),
    ["action: Required value"],
  );
  timedEvents.create("[Event#9] an action of 129 characters is rejected", withMembers({ action: long }), [
    'action: Invalid value: "": can have at most 128 characters',
  ]);
  timedEvents.create(
    "[Event#10] an Event with eventTime and without a reason is rejected",
    withMembers({ reason: "" }),
    ["reason: Required value"],
  );
  timedEvents.create("[Event#11] a reason of 129 characters is rejected", withMembers({ reason: long }), [
    'reason: Invalid value: "": can have at most 128 characters',
  ]);
  timedEvents.create(
    "[Event#12] a message of 1025 characters is rejected",
    withMembers({ message: "m".repeat(1025) }),
    ['message: Invalid value: "": can have at most 1024 characters'],
  );
  timedEvents.accepts(
    "an Event with texts of the maximum length is accepted",
    withMembers({
      reportingInstance: long.slice(1),
      action: long.slice(1),
      reason: long.slice(1),
      message: "m".repeat(1024),
    }),
  );
  events.accepts(
    "an Event without eventTime needs neither reason nor message",
    withMembers({ reason: "", message: "" }),
  );
});

describe("an Event of the group events", () => {
  const events = new Refusals(server, "/apis/events.orch.io/v1/namespaces/shop/events", {
    eventTime: "2025-06-01T10:00:00.000000Z",
    reportingController: "example.com/agent",
    reportingInstance: "agent-1",
    action: "Pulling",
    reason: "Pulled",
    regarding: pod,
    note: "All of it.",
    type: "Normal",
  });
  const lastObservedTime = "2025-06-01T11:00:00.000000Z";

  events.create(
    "[Event.events#1] a series with count 1 is rejected",
    withMembers({ series: { count: 1, lastObservedTime } }),
    ['series.count: Invalid value: "": should be at least 2'],
  );
  events.accepts("a series with count 2 is accepted", withMembers({ series: { count: 2, lastObservedTime } }));
  events.create(
    "[Event.events#2] a series without lastObservedTime is rejected",
    withMembers({ series: { count: 2, lastObservedTime: null } }),
    ["series.lastObservedTime: Required value"],
  );
  events.create(
    "[Event.events#3] an events.k8s.io Event without eventTime is rejected",
    withMembers({ eventTime: null }),
    ["eventTime: Required value"],
  );
  events.create("[Event.events#4] an Event with an unknown type is rejected", withMembers({ type: "Odd" }), [
    'type: Invalid value: "": has invalid value: Odd',
  ]);

  const unset = 'Invalid value: "": needs to be unset';
  const time = "2025-06-01T10:00:00Z";
  events.create(
    "[Event.events#5] an events.k8s.io Event with deprecatedFirstTimestamp is rejected",
    withMembers({ deprecatedFirstTimestamp: time }),
    [`firstTimestamp: ${unset}`],
  );
  events.create(
    "[Event.events#6] an events.k8s.io Event with deprecatedLastTimestamp is rejected",
    withMembers({ deprecatedLastTimestamp: time }),
    [`lastTimestamp: ${unset}`],
  );
  events.create(
    "[Event.events#7] an events.k8s.io Event with deprecatedCount is rejected",
    withMembers({ deprecatedCount: 2 }),
    [`count: ${unset}`],
  );
  events.create(
    "[Event.events#8] an events.k8s.io Event with deprecatedSource is rejected",
    withMembers({ deprecatedSource: { component: "agent" } }),
    [`source: ${unset}`],
  );

  const change = (members: object, ...causes: string[]) => ({ change: withMembers(members), causes });
  const immutable = "field is immutable";
  const reference = (kind: string, namespace: string, name: string): string =>
    `core.ObjectReference{Kind:"${kind}", Namespace:"${namespace}", Name:"${name}", UID:"", APIVersion:"", ResourceVersion:"", FieldPath:""}`;
  events.update(
    "[Event.events#9] an update that changes regarding is rejected",
    change(
      { regarding: { ...pod, name: "api" } },
      `involvedObject: Invalid value: ${reference("Pod", "shop", "api")}: ${immutable}`,
    ),
  );
  const reason = `reason: Invalid value: "Other": ${immutable}`;
  events.update(
    "[Event.events#10] an update that changes the reason reports the error twice",
    change({ reason: "Other" }, reason, reason),
  );
  events.update(
    "[Event.events#11] an update that changes the note is rejected",
    change({ note: "Not all." }, `message: Invalid value: "Not all.": ${immutable}`),
  );
  events.update(
    "[Event.events#12] an update that changes deprecatedSource is rejected",
    change(
      { deprecatedSource: { component: "agent" } },
      `source: Invalid value: core.EventSource{Component:"agent", Host:""}: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#13] an update that changes deprecatedFirstTimestamp is rejected",
    change(
      { deprecatedFirstTimestamp: time },
      `firstTimestamp: Invalid value: 2025-06-01 10:00:00 +0000 UTC: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#14] an update that changes deprecatedLastTimestamp is rejected",
    change(
      { deprecatedLastTimestamp: time },
      `lastTimestamp: Invalid value: 2025-06-01 10:00:00 +0000 UTC: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#15] an update that changes deprecatedCount is rejected",
    change({ deprecatedCount: 2 }, `count: Invalid value: 2: ${immutable}`),
  );
  events.update(
    "[Event.events#16] an update that changes the type is rejected",
    change({ type: "Warning" }, `type: Invalid value: "Warning": ${immutable}`),
  );
  events.update(
    "[Event.events#17] an update that changes eventTime is rejected",
    change(
      { eventTime: "2025-06-01T10:00:00.000100Z" },
      `eventTime: Invalid value: 2025-06-01 10:00:00.0001 +0000 UTC: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#18] an update that changes the action is rejected",
    change({ action: "Pushing" }, `action: Invalid value: "Pushing": ${immutable}`),
  );
  events.update(
    "[Event.events#19] an update that changes related is rejected",
    change(
      { related: { kind: "Node", name: "n" } },
      `related: Invalid value: ${reference("Node", "", "n")}: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#20] an update that changes the reportingController is rejected",
    change(
      { reportingController: "example.com/other" },
      `reportingController: Invalid value: "example.com/other": ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#21] an update that changes the reportingInstance is rejected",
    change({ reportingInstance: "agent-2" }, `reportingInstance: Invalid value: "agent-2": ${immutable}`),
  );
});
