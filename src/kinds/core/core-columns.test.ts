import { describe, expect, test } from "vitest";
import {
  configMap,
  endpoints,
  event,
  namespace,
  node,
  persistentVolumeClaim,
  replicationController,
  secret,
  service,
  serviceAccount,
} from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "it", creationTimestamp: "2025-06-01T10:00:00Z" };
const age = "120m";

test("rows of ConfigMaps and Secrets show the number of keys", () => {
  expect(rowOf(configMap, { metadata, data: { a: "1", b: "2" }, binaryData: { c: "AA==" } })).toEqual({
    Name: "it",
    Data: 3,
    Age: age,
  });
  expect(rowOf(secret, { metadata, data: { a: "AA==" }, type: "Opaque" })).toEqual({
    Name: "it",
    Type: "Opaque",
    Data: 1,
    Age: age,
  });
});

test("rows of ServiceAccounts show the number of secrets", () => {
  expect(rowOf(serviceAccount, { metadata, secrets: [{ name: "a" }, { name: "b" }] })).toEqual({
    Name: "it",
    Secrets: 2,
    Age: age,
  });
});

test("rows of Namespaces show their phase", () => {
  expect(rowOf(namespace, { metadata, status: { phase: "Terminating" } })).toEqual({
    Name: "it",
    Status: "Terminating",
    Age: age,
  });
});

test("rows of ReplicationControllers show their counts, containers and images", () => {
  const template = {
    spec: {
      containers: [
        { name: "app", image: "app:1" },
        { name: "log", image: "log:2" },
      ],
    },
  };
  const spec = { replicas: 3, selector: { tier: "front", app: "web" }, template };
  expect(rowOf(replicationController, { metadata, spec, status: { replicas: 2, readyReplicas: 1 } })).toEqual({
    Name: "it",
    Desired: 3,
    Current: 2,
    Ready: 1,
    Age: age,
    Containers: "app,log",
    Images: "app:1,log:2",
    Selector: "app=web,tier=front",
  });
});

describe("Endpoints", () => {
  const shown = (subsets: object[]) => rowOf(endpoints, { metadata, subsets })["Endpoints"];
  const addresses = [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }];

  test.each<[string, object[], string]>([
    ["without subsets show <none>", [], "<none>"],
    ["show every address with its port", [{ addresses, ports: [{ port: 80 }] }], "10.0.0.1:80,10.0.0.2:80"],
    ["without ports show only addresses", [{ addresses }], "10.0.0.1,10.0.0.2"],
    [
      "show the first three and count the others",
      [{ addresses, ports: [{ port: 80 }, { port: 443 }] }],
      "10.0.0.1:80,10.0.0.2:80,10.0.0.1:443 + 1 more...",
    ],
    ["show IPv6 addresses in brackets", [{ addresses: [{ ip: "fd00::1" }], ports: [{ port: 80 }] }], "[fd00::1]:80"],
    ["without ready addresses show nothing", [{ notReadyAddresses: addresses, ports: [{ port: 80 }] }], ""],
  ])("Endpoints %s", (_, subsets, expected) => {
    expect(shown(subsets)).toBe(expected);
  });
});

describe("Events", () => {
  const base = {
    metadata,
    involvedObject: { kind: "Pod", name: "web", fieldPath: "spec.containers{app}" },
    reason: "Pulled",
    message: " image is there \n",
    type: "Normal",
  };

  test("an Event with a source shows its source and timestamps", () => {
    const row = rowOf(event, {
      ...base,
      source: { component: "agent", host: "node-1" },
      firstTimestamp: "2025-06-01T11:00:00Z",
      lastTimestamp: "2025-06-01T11:59:00Z",
      count: 4,
    });
    expect(row).toEqual({
      "Last Seen": "60s",
      Type: "Normal",
      Reason: "Pulled",
      Object: "pod/web",
      Subobject: "spec.containers{app}",
      Source: "agent, node-1",
      Message: "image is there",
      "First Seen": "60m",
      Count: 4,
      Name: "it",
    });
  });

  test("an Event with a series shows the count and times of the series", () => {
    const row = rowOf(event, {
      ...base,
      reportingComponent: "agent",
      eventTime: "2025-06-01T11:00:00.000000Z",
      series: { count: 9, lastObservedTime: "2025-06-01T11:58:00.000000Z" },
    });
    expect(row).toMatchObject({ "Last Seen": "2m", Source: "agent", "First Seen": "60m", Count: 9 });
  });

  test("an Event without times and names shows <unknown> and the kind of its object", () => {
    expect(rowOf(event, { metadata, involvedObject: { kind: "Node" } })).toMatchObject({
      "Last Seen": "<unknown>",
      "First Seen": "<unknown>",
      Object: "node",
      Source: "",
      Count: 1,
    });
  });
});

describe("Nodes", () => {
  test("rows of Nodes show status, addresses and versions", () => {
    const row = rowOf(node, {
      metadata,
      status: {
        conditions: [{ type: "Ready", status: "True" }],
        addresses: [
          { type: "Hostname", address: "node-1" },
          { type: "InternalIP", address: "10.0.0.5" },
          { type: "InternalIP", address: "10.0.0.6" },
        ],
        nodeInfo: {
          kubeletVersion: "v1.32.0",
          osImage: "Some OS 1",
          kernelVersion: "6.1",
          containerRuntimeVersion: "",
        },
      },
    });
    expect(row).toEqual({
      Name: "it",
      Status: "Ready",
      Roles: "<none>",
      Age: age,
      Version: "v1.32.0",
      "Internal-IP": "10.0.0.5",
      "External-IP": "<none>",
      "OS-Image": "Some OS 1",
      "Kernel-Version": "6.1",
      "Container-Runtime": "<unknown>",
    });
  });

  test.each<[object[], boolean, string]>([
    [[{ type: "Ready", status: "False" }], false, "NotReady"],
    [[{ type: "Ready", status: "Unknown" }], false, "NotReady"],
    [[], false, "Unknown"],
    [[{ type: "Ready", status: "True" }], true, "Ready,SchedulingDisabled"],
  ])("a Node with conditions %j and unschedulable %s shows the status %s", (conditions, unschedulable, expected) => {
    expect(rowOf(node, { spec: { unschedulable }, status: { conditions } })["Status"]).toBe(expected);
  });

  test.each([
    ["kubernetes", "worker,zoo"],
    ["orch", "control-plane,worker"],
  ] as const)("a Node shows the roles of its labels in the vocabulary %s", (vocabulary, expected) => {
    const labels = {
      "node-role.kubernetes.io/worker": "",
      "kubernetes.io/role": "zoo",
      "node-role.orch.io/worker": "",
      "node-role.orch.io/control-plane": "",
      "orch.io/role": "worker",
    };
    expect(rowOf(node, { metadata: { labels } }, vocabulary)["Roles"]).toBe(expected);
  });
});

describe("PersistentVolumeClaims", () => {
  const status = {
    phase: "Bound",
    capacity: { storage: "5Gi" },
    accessModes: ["ReadWriteOncePod", "ReadWriteMany", "ReadWriteOnce"],
  };

  test("a bound claim shows its volume, capacity and access modes", () => {
    const spec = { volumeName: "pv-1", storageClassName: "fast", accessModes: ["ReadWriteOnce"] };
    expect(rowOf(persistentVolumeClaim, { metadata, spec, status })).toEqual({
      Name: "it",
      Status: "Bound",
      Volume: "pv-1",
      Capacity: "5Gi",
      "Access Modes": "RWO,RWX,RWOP",
      StorageClass: "fast",
      VolumeAttributesClass: "<unset>",
      Age: age,
      VolumeMode: "Filesystem",
    });
  });

  test("a claim without a volume shows neither capacity nor access modes", () => {
    expect(rowOf(persistentVolumeClaim, { metadata, status })).toMatchObject({
      Volume: "",
      Capacity: "",
      "Access Modes": "",
    });
  });

  test("a claim that is being deleted shows Terminating", () => {
    const deleted = { ...metadata, deletionTimestamp: "2025-06-01T11:00:00Z" };
    expect(rowOf(persistentVolumeClaim, { metadata: deleted, status })["Status"]).toBe("Terminating");
  });

  test("a claim shows the storage class of the annotation rather than that of the field", () => {
    const annotations = { "volume.beta.kubernetes.io/storage-class": "slow" };
    const spec = { storageClassName: "fast" };
    expect(rowOf(persistentVolumeClaim, { metadata: { annotations }, spec })["StorageClass"]).toBe("slow");
  });
});

describe("Services", () => {
  test("rows of Services show addresses, ports and selector", () => {
    const row = rowOf(service, {
      metadata,
      spec: {
        type: "NodePort",
        clusterIP: "10.96.0.10",
        clusterIPs: ["10.96.0.10", "fd00::10"],
        selector: { app: "web" },
        ports: [
          { port: 80, nodePort: 30080 },
          { port: 53, protocol: "UDP" },
        ],
      },
    });
    expect(row).toEqual({
      Name: "it",
      Type: "NodePort",
      "Cluster-IP": "10.96.0.10",
      "External-IP": "<none>",
      "Port(s)": "80:30080/TCP,53/UDP",
      Age: age,
      Selector: "app=web",
    });
  });

  const ingress = [{ ip: "5.6.7.8", ipMode: "VIP" }, { hostname: "lb.example" }, { ip: "5.6.7.8", ipMode: "VIP" }];
  test.each<[object, object[], string]>([
    [{ type: "ClusterIP", externalIPs: ["1.2.3.4", "1.2.3.5"] }, [], "1.2.3.4,1.2.3.5"],
    [{ type: "ClusterIP" }, ingress, "<none>"],
    [{ type: "LoadBalancer" }, [], "<pending>"],
    [{ type: "LoadBalancer", externalIPs: ["1.2.3.4"] }, ingress, "5.6.7.8,lb.example,1.2.3.4"],
    [{ type: "ExternalName", externalName: "db.example" }, [], "db.example"],
  ])("a Service with spec %j and ingress %j shows the external IP %s", (spec, given, expected) => {
    const row = rowOf(service, { spec, status: { loadBalancer: { ingress: given } } });
    expect(row["External-IP"]).toBe(expected);
  });
});
