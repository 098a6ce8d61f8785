import { beforeAll, describe } from "vitest";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";
import { created } from "../support/writes.ts";

const server = ruleServer();
const pod = { kind: "Pod", namespace: "shop", name: "web" };
const qualified =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

beforeAll(async () => {
  await created(server().client, "/api/v1/namespaces", { metadata: { name: "shop" } });
});

function having(members: object) {
  return (event: Manifest): void => {
    Object.assign(event, members);
  };
}

describe("an Event of the core group", () => {
  const collection = "/api/v1/namespaces/shop/events";
  const events = new Refusals(server, collection, { involvedObject: pod, reason: "Pulled", message: "All of it." });
  const news = new Refusals(server, collection, {
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

  events.create("[Event#1] is about what is in a namespace", having({ involvedObject: { kind: "Node", name: "n" } }), [
    mismatch(""),
  ]);
  events.create("[Event#2] is about what is in its own", having({ involvedObject: { ...pod, namespace: "other" } }), [
    mismatch("other"),
  ]);
  news.create(
    "[Event#3] is about what is in a namespace, also where it has a time",
    having({ involvedObject: { kind: "Node", name: "n" } }),
    [mismatch("")],
  );
  news.create("[Event#4] with a time says who reports", having({ reportingComponent: "" }), [
    "reportingComponent: Required value",
    'reportingComponent: Invalid value: "": name part must be non-empty',
    `reportingComponent: Invalid value: "": ${qualified}`,
  ]);
  news.create("[Event#5] with a time says who in a qualified name", having({ reportingComponent: "a_" }), [
    `reportingComponent: Invalid value: "a_": ${qualified}`,
  ]);
  news.create("[Event#6] with a time says which of them reports", having({ reportingInstance: "" }), [
    "reportingInstance: Required value",
  ]);
  news.create("[Event#7] with a time says which in 128 bytes at most", having({ reportingInstance: long }), [
    'reportingInstance: Invalid value: "": can have at most 128 characters',
  ]);
  news.create("[Event#8] with a time says what was done", having({ action: "" }), ["action: Required value"]);
  news.create("[Event#9] with a time says what in 128 bytes at most", having({ action: long }), [
    'action: Invalid value: "": can have at most 128 characters',
  ]);
  news.create("[Event#10] with a time says why", having({ reason: "" }), ["reason: Required value"]);
  news.create("[Event#11] with a time says why in 128 bytes at most", having({ reason: long }), [
    'reason: Invalid value: "": can have at most 128 characters',
  ]);
  news.create("[Event#12] with a time says more in 1024 bytes at most", having({ message: "m".repeat(1025) }), [
    'message: Invalid value: "": can have at most 1024 characters',
  ]);
  news.accepts(
    "an Event with a time may say all of it at length",
    having({
      reportingInstance: long.slice(1),
      action: long.slice(1),
      reason: long.slice(1),
      message: "m".repeat(1024),
    }),
  );
  events.accepts("an Event without a time need not say much", having({ reason: "", message: "" }));
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
    "[Event.events#1] of a series stands for two at least",
    having({ series: { count: 1, lastObservedTime } }),
    ['series.count: Invalid value: "": should be at least 2'],
  );
  events.accepts("an Event of a series may stand for two", having({ series: { count: 2, lastObservedTime } }));
  events.create(
    "[Event.events#2] of a series says when it was last seen",
    having({ series: { count: 2, lastObservedTime: null } }),
    ["series.lastObservedTime: Required value"],
  );
  events.create("[Event.events#3] has a time", having({ eventTime: null }), ["eventTime: Required value"]);
  events.create("[Event.events#4] is normal or a warning", having({ type: "Odd" }), [
    'type: Invalid value: "": has invalid value: Odd',
  ]);

  const unset = 'Invalid value: "": needs to be unset';
  const time = "2025-06-01T10:00:00Z";
  events.create("[Event.events#5] has no first time of old", having({ deprecatedFirstTimestamp: time }), [
    `firstTimestamp: ${unset}`,
  ]);
  events.create("[Event.events#6] has no last time of old", having({ deprecatedLastTimestamp: time }), [
    `lastTimestamp: ${unset}`,
  ]);
  events.create("[Event.events#7] has no count of old", having({ deprecatedCount: 2 }), [`count: ${unset}`]);
  events.create("[Event.events#8] has no source of old", having({ deprecatedSource: { component: "agent" } }), [
    `source: ${unset}`,
  ]);

  const change = (members: object, ...causes: string[]) => ({ change: having(members), causes });
  const immutable = "field is immutable";
  const reference = (kind: string, namespace: string, name: string): string =>
    `core.ObjectReference{Kind:"${kind}", Namespace:"${namespace}", Name:"${name}", UID:"", APIVersion:"", ResourceVersion:"", FieldPath:""}`;
  events.update(
    "[Event.events#9] stays about the same",
    change(
      { regarding: { ...pod, name: "api" } },
      `involvedObject: Invalid value: ${reference("Pod", "shop", "api")}: ${immutable}`,
    ),
  );
  const reason = `reason: Invalid value: "Other": ${immutable}`;
  events.update("[Event.events#10] keeps its reason, which is told twice", change({ reason: "Other" }, reason, reason));
  events.update(
    "[Event.events#11] keeps its note",
    change({ note: "Not all." }, `message: Invalid value: "Not all.": ${immutable}`),
  );
  events.update(
    "[Event.events#12] keeps its source",
    change(
      { deprecatedSource: { component: "agent" } },
      `source: Invalid value: core.EventSource{Component:"agent", Host:""}: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#13] keeps its first time",
    change(
      { deprecatedFirstTimestamp: time },
      `firstTimestamp: Invalid value: 2025-06-01 10:00:00 +0000 UTC: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#14] keeps its last time",
    change(
      { deprecatedLastTimestamp: time },
      `lastTimestamp: Invalid value: 2025-06-01 10:00:00 +0000 UTC: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#15] keeps its count",
    change({ deprecatedCount: 2 }, `count: Invalid value: 2: ${immutable}`),
  );
  events.update(
    "[Event.events#16] keeps its type",
    change({ type: "Warning" }, `type: Invalid value: "Warning": ${immutable}`),
  );
  events.update(
    "[Event.events#17] keeps its time",
    change(
      { eventTime: "2025-06-01T10:00:00.000100Z" },
      `eventTime: Invalid value: 2025-06-01 10:00:00.0001 +0000 UTC: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#18] keeps what was done",
    change({ action: "Pushing" }, `action: Invalid value: "Pushing": ${immutable}`),
  );
  events.update(
    "[Event.events#19] keeps what else it is about",
    change(
      { related: { kind: "Node", name: "n" } },
      `related: Invalid value: ${reference("Node", "", "n")}: ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#20] keeps who reports",
    change(
      { reportingController: "example.com/other" },
      `reportingController: Invalid value: "example.com/other": ${immutable}`,
    ),
  );
  events.update(
    "[Event.events#21] keeps which of them reports",
    change({ reportingInstance: "agent-2" }, `reportingInstance: Invalid value: "agent-2": ${immutable}`),
  );
});
