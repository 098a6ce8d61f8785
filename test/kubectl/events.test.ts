/** kubectl prints Events. The server renders the tables of `get`, kubectl those of `events` and `describe`. */
import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl, tableCells } from "../support/kubectl.ts";
import { pod, workload } from "./objects.ts";

const involvedObjects = {
  Pod: { apiVersion: "v1", fieldPath: "spec.containers{nginx}", source: { component: "kubelet", host: "worker-1" } },
  Deployment: { apiVersion: "apps/v1", fieldPath: undefined, source: { component: "deployment-controller" } },
} as const;

interface EventFields {
  readonly kind?: keyof typeof involvedObjects;
  readonly uid?: string;
  readonly type?: string;
  readonly first: string;
  readonly last?: string;
  readonly count?: number;
  readonly reason: string;
  readonly message: string;
}

/** An Event about an object named `web`, in the form that event recorders send. */
function event(name: string, namespace: string, fields: EventFields): object {
  const { kind = "Pod", uid, type = "Normal", first, last = first, count = 1, reason, message } = fields;
  const { apiVersion, fieldPath, source } = involvedObjects[kind];
  const involvedObject = { apiVersion, kind, namespace, name: "web", uid, fieldPath };
  const times = { firstTimestamp: first, lastTimestamp: last, count };
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name },
    involvedObject,
    source,
    ...times,
    type,
    reason,
    message,
  };
}

const pulling = { reason: "Pulling", message: 'Pulling image "nginx:1.27"' };
const backOff = { type: "Warning", reason: "BackOff", message: "Back-off restarting failed container\n" };
const scaled = {
  kind: "Deployment",
  reason: "ScalingReplicaSet",
  message: "Scaled up replica set web-1 to 3",
} as const;

/** Three Events whose names are not in the order of their times. @param at returns the time this many hours ago */
function eventsOf(namespace: string, at: (hours: number) => string): readonly object[] {
  return [
    event("web.a", namespace, { ...backOff, first: at(100), last: at(50), count: 5 }),
    event("web.b", namespace, { ...scaled, first: at(102) }),
    event("web.c", namespace, { ...pulling, first: at(60) }),
  ];
}

const timeText = (epochMs: number): string => new Date(epochMs).toISOString().replace(/\.\d+/, "");

/**
 * The machine's clock, which kubectl uses for ages. The extra half hour keeps the printed age stable during the test.
 */
const machineTime = (hours: number): string => timeText(Date.now() - (hours + 0.5) * 3_600_000);

describeWithKubectl("kubectl and Events", (cluster) => {
  /** Creates three Events in a new namespace, with ages by the server's clock. */
  async function withEvents(): Promise<Kubectl> {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(
      ...eventsOf(kubectl.namespace, (hours) => timeText(cluster().clock.nowMs() - hours * 3_600_000)),
    );
    return kubectl;
  }

  test("kubectl get events prints time, type, reason, object and message", async () => {
    const kubectl = await withEvents();
    expect(await kubectl.out`get events`).toBe(
      joinLines(
        "LAST SEEN   TYPE      REASON              OBJECT           MESSAGE",
        "2d2h        Warning   BackOff             pod/web          Back-off restarting failed container",
        "4d6h        Normal    ScalingReplicaSet   deployment/web   Scaled up replica set web-1 to 3",
        '2d12h       Normal    Pulling             pod/web          Pulling image "nginx:1.27"',
      ),
    );
    expect(await kubectl.out`get events --field-selector ${"involvedObject.kind=Pod,type!=Warning"} --no-headers`).toBe(
      '2d12h   Normal   Pulling   pod/web   Pulling image "nginx:1.27"\n',
    );
  });

  test("kubectl get events -o wide also prints source, count and first time", async () => {
    const kubectl = await withEvents();
    const [head, failing, scaling] = tableCells(await kubectl.out`get events -o wide`);
    expect(head).toEqual([
      "LAST SEEN",
      "TYPE",
      "REASON",
      "OBJECT",
      "SUBOBJECT",
      "SOURCE",
      "MESSAGE",
      "FIRST SEEN",
      "COUNT",
      "NAME",
    ]);
    expect(failing).toEqual([
      "2d2h",
      "Warning",
      "BackOff",
      "pod/web",
      "spec.containers{nginx}",
      "kubelet, worker-1",
      "Back-off restarting failed container",
      "4d4h",
      "5",
      "web.a",
    ]);
    // The Event is about the whole Deployment, so the column SUBOBJECT is empty.
    expect(scaling).toEqual([
      "4d6h",
      "Normal",
      "ScalingReplicaSet",
      "deployment/web",
      "deployment-controller",
      "Scaled up replica set web-1 to 3",
      "4d6h",
      "1",
      "web.b",
    ]);
  });

  test("kubectl get events --sort-by sorts Events by time", async () => {
    const kubectl = await withEvents();
    const names = (table: string): (string | undefined)[] => tableCells(table).map((row) => row.at(-1));
    const byTime = await kubectl.out`get events -o wide --no-headers --sort-by=.lastTimestamp`;
    expect(names(byTime)).toEqual(["web.b", "web.c", "web.a"]);
    const byFirst = await kubectl.out`get events -o wide --no-headers --sort-by=.firstTimestamp`;
    expect(names(byFirst)).toEqual(["web.b", "web.a", "web.c"]);
  });

  test("kubectl events lists Events by time, of one object, or of one type", async () => {
    const kubectl = await cluster().inNewNamespace();
    const { namespace } = kubectl;
    await kubectl.create(...eventsOf(namespace, machineTime));
    const head = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];
    const scaling = ["4d6h", "Normal", "ScalingReplicaSet", "Deployment/web", "Scaled up replica set web-1 to 3"];
    const pulled = ["2d12h", "Normal", "Pulling", "Pod/web", 'Pulling image "nginx:1.27"'];
    const failing = ["2d2h (x5 over 4d4h)", "Warning", "BackOff", "Pod/web", "Back-off restarting failed container"];
    expect(tableCells(await kubectl.out`events`)).toEqual([head, scaling, pulled, failing]);
    expect(tableCells(await kubectl.out`events --for pod/web`)).toEqual([head, pulled, failing]);
    expect(tableCells(await kubectl.out`events --for deployment.apps/web`)).toEqual([head, scaling]);
    expect(tableCells(await kubectl.out`events --types=Warning`)).toEqual([head, failing]);
    expect((await kubectl.run`events --for pod/other`).stderr).toBe(`No events found in ${namespace} namespace.\n`);
  });

  test("kubectl describe prints the Events of the object, but not those of an earlier object with its name", async () => {
    const kubectl = await cluster().inNewNamespace();
    const { namespace } = kubectl;
    await kubectl.create(pod("web"), workload("Deployment", "web", 1));
    const uidOf = (kind: string): Promise<string> => kubectl.out`get ${kind} web -o ${"jsonpath={.metadata.uid}"}`;
    const uid = await uidOf("pod");
    const ofEarlier = { ...pulling, message: "of an earlier Pod", uid: "5c7ac63d-0b1c-4c3f-9a2b-0d5c60b6d0a1" };
    await kubectl.create(
      event("web.a", namespace, { ...backOff, uid, first: machineTime(100), last: machineTime(50), count: 5 }),
      event("web.b", namespace, { ...scaled, uid: await uidOf("deployment"), first: machineTime(102) }),
      event("web.c", namespace, { ...pulling, uid, first: machineTime(60) }),
      event("web.d", namespace, { ...ofEarlier, first: machineTime(70) }),
    );
    expect(endOf(await kubectl.out`describe pod web`)).toBe(
      joinLines(
        "Events:",
        "  Type     Reason   Age                  From     Message",
        "  ----     ------   ----                 ----     -------",
        '  Normal   Pulling  2d12h                kubelet  Pulling image "nginx:1.27"',
        "  Warning  BackOff  2d2h (x5 over 4d4h)  kubelet  Back-off restarting failed container",
      ),
    );
    expect(endOf(await kubectl.out`describe deployment web`)).toBe(
      joinLines(
        "Events:",
        "  Type    Reason             Age   From                   Message",
        "  ----    ------             ----  ----                   -------",
        "  Normal  ScalingReplicaSet  4d6h  deployment-controller  Scaled up replica set web-1 to 3",
      ),
    );
  });
});

/** Returns the section about Events, which ends a description. */
function endOf(description: string): string {
  return description.slice(description.indexOf("Events:"));
}
