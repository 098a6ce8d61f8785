import { describe, expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";
import { rowOf } from "../../testing/rows.ts";
import { podRowConditions } from "./pod-columns.ts";

/** Returns the cells Ready, Status and Restarts of a Pod. */
function stateCells(status: object, { spec = oneContainer, metadata = {} }: { spec?: object; metadata?: object } = {}) {
  const row = rowOf(pod, { metadata: { name: "web", ...metadata }, spec, status });
  return { Ready: row["Ready"], Status: row["Status"], Restarts: row["Restarts"] };
}

const oneContainer = { containers: [{ name: "app", image: "app" }] };

const twoContainers = {
  containers: [
    { name: "app", image: "app" },
    { name: "log", image: "log" },
  ],
};

const withInit = {
  initContainers: [
    { name: "first", image: "first" },
    { name: "second", image: "second" },
  ],
  ...oneContainer,
};

const withSidecar = {
  initContainers: [
    { name: "proxy", image: "proxy", restartPolicy: "Always" },
    { name: "setup", image: "setup" },
  ],
  ...oneContainer,
};

const running = { running: { startedAt: "2025-06-01T11:00:00Z" } };

function status(name: string, state: object, more: object = {}): object {
  return { name, image: name, imageID: "", ready: false, restartCount: 0, state, ...more };
}

function terminated(details: object): object {
  return { terminated: { exitCode: 1, ...details } };
}

function condition(type: string, value: string, reason = ""): object {
  return { type, status: value, reason };
}

test("the row of a running Pod shows how many of its containers are ready", () => {
  const containerStatuses = [status("app", running, { ready: true }), status("log", running)];
  expect(stateCells({ phase: "Running", containerStatuses }, { spec: twoContainers })).toEqual({
    Ready: "1/2",
    Status: "Running",
    Restarts: "0",
  });
});

test("the row of a Pod shows its name, age, address, nodes and readiness gates", () => {
  const row = rowOf(pod, {
    metadata: { name: "web", creationTimestamp: "2025-06-01T11:57:00Z" },
    spec: {
      ...oneContainer,
      nodeName: "node-1",
      readinessGates: [{ conditionType: "lb/ready" }, { conditionType: "lb/known" }],
    },
    status: {
      podIPs: [{ ip: "10.1.0.7" }, { ip: "fd00::7" }],
      nominatedNodeName: "node-2",
      conditions: [condition("lb/ready", "True"), condition("lb/known", "False")],
    },
  });
  expect(row).toMatchObject({
    Name: "web",
    Age: "3m",
    IP: "10.1.0.7",
    Node: "node-1",
    "Nominated Node": "node-2",
    "Readiness Gates": "1/2",
  });
});

test("the first of several conditions of a readiness gate counts", () => {
  const row = rowOf(pod, {
    spec: { ...oneContainer, readinessGates: [{ conditionType: "lb/ready" }, { conditionType: "lb/known" }] },
    status: {
      conditions: [
        condition("lb/ready", "False"),
        condition("lb/known", "True"),
        condition("lb/ready", "True"),
        condition("lb/known", "False"),
      ],
    },
  });
  expect(row["Readiness Gates"]).toBe("1/2");
});

test("cells of a Pod without values show <none>", () => {
  expect(rowOf(pod, {})).toEqual({
    Name: "",
    Ready: "0/0",
    Status: "",
    Restarts: "0",
    Age: "<unknown>",
    IP: "<none>",
    Node: "<none>",
    "Nominated Node": "<none>",
    "Readiness Gates": "<none>",
  });
});

describe("the status", () => {
  test.each<[string, object, string]>([
    ["is the phase", { phase: "Pending" }, "Pending"],
    ["is the reason of the Pod, if there is one", { phase: "Failed", reason: "Evicted" }, "Evicted"],
    [
      "is SchedulingGated, even if the Pod has a reason",
      { phase: "Pending", reason: "Other", conditions: [condition("PodScheduled", "False", "SchedulingGated")] },
      "SchedulingGated",
    ],
    [
      "is the reason of a waiting container",
      { phase: "Running", containerStatuses: [status("app", { waiting: { reason: "CrashLoopBackOff" } })] },
      "CrashLoopBackOff",
    ],
    [
      "is the reason of a terminated container",
      { phase: "Failed", containerStatuses: [status("app", terminated({ reason: "OOMKilled" }))] },
      "OOMKilled",
    ],
    [
      "is the signal that ended a container",
      { phase: "Failed", containerStatuses: [status("app", terminated({ signal: 9 }))] },
      "Signal:9",
    ],
    [
      "is the exit code of a container that has ended without a reason",
      { phase: "Failed", containerStatuses: [status("app", terminated({ exitCode: 3 }))] },
      "ExitCode:3",
    ],
    [
      "is that of the first of several containers",
      {
        phase: "Running",
        containerStatuses: [
          status("app", { waiting: { reason: "ErrImagePull" } }),
          status("log", terminated({ reason: "Error" })),
        ],
      },
      "ErrImagePull",
    ],
  ])("the Status cell of a Pod %s", (_, podStatus, expected) => {
    expect(stateCells(podStatus).Status).toBe(expected);
  });

  test.each([
    [["True"], "Running"],
    [["False"], "NotReady"],
    // One true condition is sufficient.
    [["False", "True"], "Running"],
  ])(
    "the Status cell of a Pod with a completed and a running container follows the condition Ready: %j",
    (values, expected) => {
      const containerStatuses = [
        status("app", terminated({ exitCode: 0, reason: "Completed" })),
        status("log", running, { ready: true }),
      ];
      const conditions = values.map((value) => condition("Ready", value));
      const podStatus = { phase: "Running", containerStatuses, conditions };
      expect(stateCells(podStatus, { spec: twoContainers })).toMatchObject({ Ready: "1/2", Status: expected });
    },
  );
});

describe("the status of a Pod with running init containers", () => {
  test.each<[string, object[], string]>([
    [
      "shows how many have completed",
      [status("first", terminated({ exitCode: 0 })), status("second", running)],
      "Init:1/2",
    ],
    ["starts at 0", [status("first", { waiting: { reason: "PodInitializing" } })], "Init:0/2"],
    [
      "shows the reason of a waiting one",
      [status("first", { waiting: { reason: "ErrImagePull" } })],
      "Init:ErrImagePull",
    ],
    ["shows the reason of a failed one", [status("first", terminated({ reason: "Error" }))], "Init:Error"],
    ["shows the signal that terminated one", [status("first", terminated({ signal: 15 }))], "Init:Signal:15"],
    ["shows the exit code of one", [status("first", terminated({ exitCode: 2 }))], "Init:ExitCode:2"],
  ])("while init containers run, the Status cell %s", (_, initContainerStatuses, expected) => {
    expect(stateCells({ phase: "Pending", initContainerStatuses }, { spec: withInit }).Status).toBe(expected);
  });
});

test("a started sidecar counts as a container and does not delay the Status cell", () => {
  const initContainerStatuses = [
    status("proxy", running, { started: true, ready: true, restartCount: 2 }),
    status("setup", terminated({ exitCode: 0 }), { restartCount: 5 }),
  ];
  const containerStatuses = [status("app", running, { ready: true, restartCount: 1 })];
  const podStatus = { phase: "Running", initContainerStatuses, containerStatuses };
  expect(stateCells(podStatus, { spec: withSidecar })).toEqual({ Ready: "2/2", Status: "Running", Restarts: "3" });
});

test("the Restarts cell counts restarts of init containers while they run", () => {
  const initContainerStatuses = [status("first", running, { restartCount: 4 })];
  const containerStatuses = [status("app", { waiting: { reason: "PodInitializing" } }, { restartCount: 7 })];
  expect(stateCells({ phase: "Pending", initContainerStatuses, containerStatuses }, { spec: withInit })).toEqual({
    Ready: "0/1",
    Status: "Init:0/2",
    Restarts: "4",
  });
});

test("the Restarts cell shows how long ago the last container ended", () => {
  const endedAt = (finishedAt: string): object => ({
    restartCount: 1,
    lastState: terminated({ finishedAt }),
  });
  const containerStatuses = [
    status("app", running, endedAt("2025-06-01T11:55:00Z")),
    status("log", running, endedAt("2025-06-01T10:00:00Z")),
  ];
  expect(stateCells({ phase: "Running", containerStatuses }, { spec: twoContainers }).Restarts).toBe("2 (5m ago)");
});

describe("a Pod that is being deleted", () => {
  const metadata = { deletionTimestamp: "2025-06-01T11:59:00Z" };

  test.each([
    [{ phase: "Running" }, "Terminating"],
    [{ phase: "Succeeded" }, "Succeeded"],
    [{ phase: "Failed" }, "Failed"],
    [{ phase: "Running", reason: "NodeLost" }, "Unknown"],
  ])("a deleted Pod with status %j shows %s", (podStatus, expected) => {
    expect(stateCells(podStatus, { metadata }).Status).toBe(expected);
  });

  test("a deleted Pod shows Terminating while it initializes", () => {
    const podStatus = { phase: "Pending", initContainerStatuses: [status("first", running)] };
    expect(stateCells(podStatus, { metadata, spec: withInit }).Status).toBe("Terminating");
  });
});

test("rows of finished Pods have the condition Completed", () => {
  const inPhase = (phase: string) => podRowConditions(new KindWrites(pod).decode({ status: { phase } }));
  expect(inPhase("Succeeded")).toEqual([
    { type: "Completed", status: "True", reason: "Succeeded", message: "The pod has completed successfully." },
  ]);
  expect(inPhase("Failed")).toEqual([
    { type: "Completed", status: "True", reason: "Failed", message: "The pod failed." },
  ]);
  expect(inPhase("Running")).toEqual([]);
});
