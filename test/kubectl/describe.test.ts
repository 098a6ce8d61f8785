import { beforeAll, expect, test } from "vitest";
import { describeWithKubectl, type Kubectl, kubectlMinor, uidPattern } from "../support/kubectl.ts";
import { manifestsIn } from "./manifests.ts";

/** The first minor version of kubectl that describes CronJobs in batch/v1. */
const minorWithStableCronJobs = 21;

const names = {
  orch: { label: "orch.io", batch: "batch.orch.io", leases: "coordination.orch.io" },
  kubernetes: { label: "kubernetes.io", batch: "batch.kubernetes.io", leases: "coordination.k8s.io" },
} as const;

describeWithKubectl("kubectl describe", (cluster, vocabulary) => {
  const { common, own } = manifestsIn(vocabulary);
  const { label, batch, leases } = names[vocabulary];
  const inBookshop = (): Kubectl => cluster().kubectl.inNamespace("bookshop");

  beforeAll(async () => {
    await cluster().kubectl.out`create -f ${common}/namespace.yaml`;
    await inBookshop().run`create -f ${common} -f ${own}`;
  });

  /**
   * Lines that every version of kubectl prints about the objects of the manifests, in order. Other lines are omitted.
   */
  const descriptions: readonly (readonly [kind: string, name: string, description: string])[] = [
    [
      "configmap",
      "web-settings",
      `Name: web-settings
      Namespace: bookshop
      Labels: app=web
      Annotations: <none>
      Data
      ====
      app.properties:
      ----
      catalogue.pageSize=20
      search.fuzzy=true
      Events: <none>`,
    ],
    [
      "cronjob",
      "nightly-report",
      `Name: nightly-report
      Namespace: bookshop
      Schedule: 30 2 * * *
      Concurrency Policy: Forbid
      Suspend: False
      Successful Job History Limit: 2
      Failed Job History Limit: 1
      Starting Deadline Seconds: <unset>
      report:
      Image: registry.example/bookshop/report:1.0
      Last Schedule Time: <unset>
      Active Jobs: <none>`,
    ],
    [
      "daemonset",
      "log-shipper",
      `Name: log-shipper
      Selector: app=log-shipper
      Node-Selector: disk=ssd
      Annotations: deprecated.daemonset.template.generation: 1
      Desired Number of Nodes Scheduled: 0
      Pods Status: 0 Running / 0 Waiting / 0 Succeeded / 0 Failed
      Labels: app=log-shipper
      ship:
      Image: registry.example/tools/ship:3.1`,
    ],
    [
      "deployment",
      "web",
      `Name: web
      Namespace: bookshop
      CreationTimestamp: Wed, 01 Jan 2025 00:00:00 +0000
      Labels: app=web
      Selector: app=web
      Replicas: 3 desired | 0 updated | 0 total | 0 available | 0 unavailable
      StrategyType: RollingUpdate
      MinReadySeconds: 0
      RollingUpdateStrategy: 0 max unavailable, 1 max surge
      Pod Template:
      Labels: app=web
      Containers:
      web:
      Image: registry.example/bookshop/web:1.4
      Port: 8080/TCP
      Host Port: 0/TCP
      Environment:
      CURRENCY: EUR
      Mounts: <none>
      Volumes: <none>
      Events: <none>`,
    ],
    [
      "endpoints",
      "payment-gateway",
      `Name: payment-gateway
      Subsets:
      Addresses: 192.0.2.10,192.0.2.11
      NotReadyAddresses: 192.0.2.12
      Ports:
      Name Port Protocol
      ---- ---- --------
      https 443 TCP
      Events: <none>`,
    ],
    [
      "event",
      "web-0.17a2b3c4d5e6f708",
      `Name: web-0.17a2b3c4d5e6f708
      API Version: v1
      Count: 5
      Event Time: <nil>
      First Timestamp: 2024-05-06T07:08:09Z
      Involved Object:
      API Version: v1
      Field Path: spec.containers{web}
      Kind: Pod
      Name: web-0
      Kind: Event
      Message: Back-off pulling image "registry.example/bookshop/web:1.4"
      Reason: BackOff
      Reporting Component:
      Reporting Instance:
      Source:
      Component: kubelet
      Host: worker-1
      Type: Warning`,
    ],
    [
      "job",
      "reindex",
      `Name: reindex
      Selector: ${batch}/controller-uid=UID
      Labels: ${batch}/controller-uid=UID
      ${batch}/job-name=reindex
      controller-uid=UID
      job-name=reindex
      Annotations: <none>
      Parallelism: 2
      Completions: 4
      Active Deadline Seconds: 600s
      Pod Template:
      Labels: ${batch}/controller-uid=UID
      ${batch}/job-name=reindex
      controller-uid=UID
      job-name=reindex
      Command:
      search
      reindex
      --all`,
    ],
    [
      "lease",
      "feed-leader",
      `Name: feed-leader
      API Version: ${leases}/v1
      Kind: Lease
      Metadata:
      Creation Timestamp: 2025-01-01T00:00:00Z
      UID: UID
      Spec:
      Acquire Time: 2024-05-06T07:08:09.000000Z
      Holder Identity: feed-7c9d
      Lease Duration Seconds: 15
      Lease Transitions: 2
      Renew Time: 2024-05-06T07:18:09.000000Z`,
    ],
    [
      "namespace",
      "bookshop",
      `Name: bookshop
      Labels: ${label}/metadata.name=bookshop
      team=storefront
      Annotations: <none>
      Status: Active`,
    ],
    [
      "node",
      "worker-1",
      `Name: worker-1
      CreationTimestamp: Wed, 01 Jan 2025 00:00:00 +0000
      Taints: dedicated=shop:NoSchedule
      Unschedulable: false
      Conditions:
      Ready True Mon, 06 May 2024 07:08:09 +0000 Mon, 06 May 2024 07:00:00 +0000 KubeletReady node agent is posting ready status
      Addresses:
      InternalIP: 192.0.2.21
      Hostname: worker-1
      Capacity:
      cpu: 4
      memory: 8Gi
      pods: 110
      Allocatable:
      cpu: 3800m
      memory: 7Gi
      pods: 110
      System Info:
      Machine ID: 0123456789abcdef0123456789abcdef
      OS Image: Debian GNU/Linux 12
      Kubelet Version: v1.32.0
      PodCIDR: 10.244.1.0/24
      PodCIDRs: 10.244.1.0/24
      Non-terminated Pods: (1 in total)
      cpu 100m (2%) 0 (0%)
      memory 64Mi (0%) 128Mi (1%)`,
    ],
    [
      "persistentvolumeclaim",
      "covers",
      `Name: covers
      StorageClass: standard
      Status: Pending
      Volume:
      Capacity:
      Access Modes:
      VolumeMode: Filesystem
      Used By: <none>`,
    ],
    [
      "pod",
      "web-0",
      `Name: web-0
      Namespace: bookshop
      Node: worker-1/
      Labels: app=web
      Status: Pending
      IPs: <none>
      Init Containers:
      migrate:
      Image: registry.example/bookshop/migrate:1.4
      Command:
      migrate
      --up
      Containers:
      web:
      Image: registry.example/bookshop/web:1.4
      Port: 8080/TCP
      Args:
      --listen=:8080
      Limits:
      memory: 128Mi
      Requests:
      cpu: 100m
      memory: 64Mi
      Readiness: http-get http://:http/healthz delay=0s timeout=1s period=10s #success=1 #failure=3
      Environment:
      CURRENCY: <set to the key 'currency' of config map 'web-settings'> Optional: false
      DATABASE_PASSWORD: <set to the key 'password' in secret 'database-login'> Optional: false
      Mounts:
      /etc/web from settings (ro)
      Volumes:
      settings:
      Type: ConfigMap (a volume populated by a ConfigMap)
      Name: web-settings
      Optional: false
      QoS Class: Burstable
      Node-Selectors: <none>
      Tolerations: dedicated=shop:NoSchedule`,
    ],
    [
      "replicaset",
      "search",
      `Name: search
      Selector: app in (search)
      Replicas: 0 current / 2 desired
      Pods Status: 0 Running / 0 Waiting / 0 Succeeded / 0 Failed
      Labels: app=search
      Image: registry.example/bookshop/search:2.0`,
    ],
    [
      "replicationcontroller",
      "legacy-feed",
      `Name: legacy-feed
      Selector: app=legacy-feed
      Labels: app=legacy-feed
      Replicas: 0 current / 2 desired
      Image: registry.example/bookshop/feed:0.9`,
    ],
    [
      "secret",
      "database-login",
      `Name: database-login
      Labels: app=database
      Type: Opaque
      Data
      ====
      password: 28 bytes`,
    ],
    [
      "service",
      "web",
      `Name: web
      Labels: app=web
      Selector: app=web
      Type: ClusterIP
      IP: 10.96.0.80
      IPs: 10.96.0.80
      Port: http 80/TCP
      TargetPort: http/TCP
      Port: metrics 9090/TCP
      TargetPort: 9090/TCP
      Session Affinity: None`,
    ],
    [
      "serviceaccount",
      "web",
      `Name: web
      Namespace: bookshop
      Image pull secrets: registry-login (not found)
      Mountable secrets: <none>
      Tokens: <none>`,
    ],
    [
      "statefulset",
      "database",
      `Name: database
      CreationTimestamp: Wed, 01 Jan 2025 00:00:00 +0000
      Selector: app=database
      Replicas: 2 desired | 0 total
      Update Strategy: RollingUpdate
      Partition: 0
      postgres:
      Image: registry.example/postgres:16
      Port: 5432/TCP
      /var/lib/postgresql/data from data (rw)
      Volume Claims:
      Name: data
      Capacity: 10Gi
      Access Modes: [ReadWriteOnce]`,
    ],
  ];

  test.each(descriptions)("kubectl describe prints the main fields of %s", async (kind, name, description) => {
    if (kind === "cronjob" && kubectlMinor < minorWithStableCronJobs) {
      expect(await inBookshop().failure`describe ${kind} ${name}`).toContain("could not find the requested resource");
      return;
    }
    const output = await inBookshop().out`describe ${kind} ${name}`;
    const expected = textLines(description);
    expect(commonLines(textLines(output.replace(uidPattern, "UID")), expected)).toEqual(expected);
  });
});

/** Returns the lines that are not empty, with runs of spaces reduced to one. */
function textLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim().replaceAll(/ +/g, " "))
    .filter((line) => line !== "");
}

/** Returns the expected lines that occur in `lines` in this order. */
function commonLines(lines: readonly string[], expected: readonly string[]): string[] {
  const rest = [...lines];
  return expected.filter((line) => {
    const index = rest.indexOf(line);
    if (index >= 0) rest.splice(0, index + 1);
    return index >= 0;
  });
}
