/** Path of the Events of the core group in the namespace `default`. */
export const coreEvents = "/api/v1/namespaces/default/events";
/** Path of the Events of `events.k8s.io` in the namespace `default`. */
export const newEvents = "/apis/events.k8s.io/v1/namespaces/default/events";

/** Returns a core Event with the fields that older reporters send. */
export function coreEvent(name: string, fields: object = {}): object {
  return {
    metadata: { name },
    involvedObject: { kind: "Pod", namespace: "default", name: "web" },
    reason: "Pulled",
    message: "The image is there.",
    source: { component: "agent", host: "node-1" },
    firstTimestamp: "2025-01-01T00:00:00Z",
    lastTimestamp: "2025-01-01T00:05:00Z",
    count: 3,
    type: "Normal",
    ...fields,
  };
}

/** Returns an Event with the fields that newer reporters send. */
export function newEvent(name: string, fields: object = {}): object {
  return {
    metadata: { name },
    eventTime: "2025-01-01T00:00:00.000001Z",
    series: { count: 2, lastObservedTime: "2025-01-01T00:05:00.000002Z" },
    reportingController: "example.com/agent",
    reportingInstance: "agent-1",
    action: "Pulling",
    reason: "Pulled",
    regarding: { kind: "Pod", namespace: "default", name: "web" },
    note: "The image is there.",
    type: "Normal",
    ...fields,
  };
}
