import { expect, test } from "vitest";
import { daemonSet, deployment, replicaSet, statefulSet } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "web", creationTimestamp: "2025-05-29T12:00:00Z" };
const template = {
  metadata: { labels: { app: "web" } },
  spec: { nodeSelector: { disk: "ssd" }, containers: [{ name: "app", image: "app:1" }] },
};
const selector = {
  matchLabels: { app: "web" },
  matchExpressions: [{ key: "tier", operator: "In", values: ["front", "back"] }],
};

test("rows of Deployments show how many of their Pods are ready, updated and available", () => {
  const status = { readyReplicas: 2, updatedReplicas: 3, availableReplicas: 1 };
  expect(rowOf(deployment, { metadata, spec: { replicas: 4, selector, template }, status })).toEqual({
    Name: "web",
    Ready: "2/4",
    "Up-to-date": 3,
    Available: 1,
    Age: "3d",
    Containers: "app",
    Images: "app:1",
    Selector: "app=web,tier in (back,front)",
  });
});

test.each<[string, object, string]>([
  [
    "with an unknown operator is shown as <invalid>",
    { matchExpressions: [{ key: "tier", operator: "Near" }] },
    "<invalid>",
  ],
  ["that selects everything is shown as an empty text", {}, ""],
])("in rows, a Deployment's selector %s", (_, given, expected) => {
  expect(rowOf(deployment, { metadata, spec: { selector: given } })["Selector"]).toBe(expected);
});

test("rows of ReplicaSets show their counts", () => {
  const status = { replicas: 3, readyReplicas: 2 };
  expect(rowOf(replicaSet, { metadata, spec: { replicas: 4, selector, template }, status })).toEqual({
    Name: "web",
    Desired: 4,
    Current: 3,
    Ready: 2,
    Age: "3d",
    Containers: "app",
    Images: "app:1",
    Selector: "app=web,tier in (back,front)",
  });
});

test("rows of DaemonSets show their counts of nodes and their node selector", () => {
  const status = {
    desiredNumberScheduled: 5,
    currentNumberScheduled: 4,
    numberReady: 3,
    updatedNumberScheduled: 2,
    numberAvailable: 1,
    numberMisscheduled: 0,
  };
  expect(rowOf(daemonSet, { metadata, spec: { selector, template }, status })).toEqual({
    Name: "web",
    Desired: 5,
    Current: 4,
    Ready: 3,
    "Up-to-date": 2,
    Available: 1,
    "Node Selector": "disk=ssd",
    Age: "3d",
    Containers: "app",
    Images: "app:1",
    Selector: "app=web,tier in (back,front)",
  });
});

test("rows of StatefulSets show how many of their Pods are ready", () => {
  const status = { replicas: 3, readyReplicas: 2 };
  expect(rowOf(statefulSet, { metadata, spec: { replicas: 3, selector, template }, status })).toEqual({
    Name: "web",
    Ready: "2/3",
    Age: "3d",
    Containers: "app",
    Images: "app:1",
  });
});
