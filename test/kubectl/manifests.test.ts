import { beforeAll, expect, test } from "vitest";
import { describeWithKubectl, joinLines, type Kubectl, tableCells, uidPattern } from "../support/kubectl.ts";
import { manifestsIn } from "./manifests.ts";

const names = {
  orch: { controllerUid: "batch.orch.io/controller-uid", leases: "coordination.orch.io" },
  kubernetes: { controllerUid: "batch.kubernetes.io/controller-uid", leases: "coordination.k8s.io" },
} as const;

describeWithKubectl("kubectl with manifests of every kind", (cluster, vocabulary) => {
  const { common, own } = manifestsIn(vocabulary);
  const { controllerUid, leases } = names[vocabulary];
  const inBookshop = (): Kubectl => cluster().kubectl.inNamespace("bookshop");

  beforeAll(async () => {
    await cluster().kubectl.out`create -f ${common}/namespace.yaml`;
    expect((await inBookshop().run`create -f ${common} -f ${own}`).stdout).toBe(
      joinLines(
        "configmap/web-settings created",
        "cronjob.batch/nightly-report created",
        "daemonset.apps/log-shipper created",
        "deployment.apps/web created",
        "endpoints/payment-gateway created",
        "event/web-0.17a2b3c4d5e6f708 created",
        "job.batch/reindex created",
        "persistentvolumeclaim/covers created",
        "pod/web-0 created",
        "replicaset.apps/search created",
        "replicationcontroller/legacy-feed created",
        "secret/database-login created",
        "serviceaccount/web created",
        "service/web created",
        "statefulset.apps/database created",
        `lease.${leases}/feed-leader created`,
        "node/worker-1 created",
      ),
    );
  });

  test("kubectl create reports for each existing object that it already exists", async () => {
    const secondErrors = await inBookshop().failure`create -f ${common} -f ${own}`;
    const lines = secondErrors.split("\n");
    expect(
      lines.map((line) => /^Error from server \(\w+\): error when creating "[^"]*": (.*)$/.exec(line)?.[1]),
    ).toEqual([
      'configmaps "web-settings" already exists',
      'cronjobs.batch "nightly-report" already exists',
      'daemonsets.apps "log-shipper" already exists',
      'deployments.apps "web" already exists',
      'endpoints "payment-gateway" already exists',
      'events "web-0.17a2b3c4d5e6f708" already exists',
      'jobs.batch "reindex" already exists',
      'namespaces "bookshop" already exists',
      'persistentvolumeclaims "covers" already exists',
      'pods "web-0" already exists',
      'replicasets.apps "search" already exists',
      'replicationcontrollers "legacy-feed" already exists',
      'secrets "database-login" already exists',
      'serviceaccounts "web" already exists',
      // The address is allocated before the name is checked.
      'Service "web" is invalid: spec.clusterIPs: Invalid value: []string{"10.96.0.80"}: failed to allocate IP ' +
        "10.96.0.80: provided IP is already allocated",
      'statefulsets.apps "database" already exists',
      `leases.${leases} "feed-leader" already exists`,
      'nodes "worker-1" already exists',
      undefined,
    ]);
  });

  test("kubectl get prints the table of each kind", async () => {
    const tables = await inBookshop().out`get cm,cj,ds,deploy,ep,job,no,pvc,po,rs,rc,secret,sa,svc,sts -o wide`;
    expect(tables.replace(uidPattern, "UID")).toBe(`\
NAME                     DATA   AGE
configmap/web-settings   3      0s

NAME                           SCHEDULE     TIMEZONE        SUSPEND   ACTIVE   LAST SCHEDULE   AGE   CONTAINERS   IMAGES                                 SELECTOR
cronjob.batch/nightly-report   30 2 * * *   Europe/Lisbon   False     0        <none>          0s    report       registry.example/bookshop/report:1.0   <none>

NAME                         DESIRED   CURRENT   READY   UP-TO-DATE   AVAILABLE   NODE SELECTOR   AGE   CONTAINERS   IMAGES                            SELECTOR
daemonset.apps/log-shipper   0         0         0       0            0           disk=ssd        0s    ship         registry.example/tools/ship:3.1   app=log-shipper

NAME                  READY   UP-TO-DATE   AVAILABLE   AGE   CONTAINERS   IMAGES                              SELECTOR
deployment.apps/web   0/3     0            0           0s    web          registry.example/bookshop/web:1.4   app=web

NAME                        ENDPOINTS                       AGE
endpoints/payment-gateway   192.0.2.10:443,192.0.2.11:443   0s

NAME                STATUS    COMPLETIONS   DURATION   AGE   CONTAINERS   IMAGES                                 SELECTOR
job.batch/reindex   Running   0/4                      0s    reindex      registry.example/bookshop/search:2.0   ${controllerUid}=UID

NAME            STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE              KERNEL-VERSION   CONTAINER-RUNTIME
node/worker-1   Ready    worker   0s    v1.32.0   192.0.2.21    <none>        Debian GNU/Linux 12   6.1.0            containerd://1.7.0

NAME                           STATUS    VOLUME   CAPACITY   ACCESS MODES   STORAGECLASS   VOLUMEATTRIBUTESCLASS   AGE   VOLUMEMODE
persistentvolumeclaim/covers   Pending                                      standard       <unset>                 0s    Filesystem

NAME        READY   STATUS    RESTARTS   AGE   IP       NODE       NOMINATED NODE   READINESS GATES
pod/web-0   0/1     Pending   0          0s    <none>   worker-1   <none>           <none>

NAME                     DESIRED   CURRENT   READY   AGE   CONTAINERS   IMAGES                                 SELECTOR
replicaset.apps/search   2         0         0       0s    search       registry.example/bookshop/search:2.0   app in (search)

NAME                                DESIRED   CURRENT   READY   AGE   CONTAINERS   IMAGES                               SELECTOR
replicationcontroller/legacy-feed   2         0         0       0s    feed         registry.example/bookshop/feed:0.9   app=legacy-feed

NAME                    TYPE     DATA   AGE
secret/database-login   Opaque   2      0s

NAME                 SECRETS   AGE
serviceaccount/web   0         0s

NAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)           AGE   SELECTOR
service/web   ClusterIP   10.96.0.80   <none>        80/TCP,9090/TCP   0s    app=web

NAME                        READY   AGE   CONTAINERS   IMAGES
statefulset.apps/database   0/2     0s    postgres     registry.example/postgres:16
`);
    expect(await inBookshop().out`get lease`).toBe(
      joinLines("NAME          HOLDER      AGE", "feed-leader   feed-7c9d   0s"),
    );
    expect(await inBookshop().out`get namespace bookshop`).toBe(
      joinLines("NAME       STATUS   AGE", "bookshop   Active   0s"),
    );
  });

  test("kubectl get events prints when each Event was last seen", async () => {
    const message = 'Back-off pulling image "registry.example/bookshop/web:1.4"';
    expect(tableCells(await inBookshop().out`get events -o wide`)).toEqual([
      ["LAST SEEN", "TYPE", "REASON", "OBJECT", "SUBOBJECT", "SOURCE", "MESSAGE", "FIRST SEEN", "COUNT", "NAME"],
      [
        "239d",
        "Warning",
        "BackOff",
        "pod/web-0",
        "spec.containers{web}",
        "kubelet, worker-1",
        message,
        "239d",
        "5",
        "web-0.17a2b3c4d5e6f708",
      ],
    ]);
    expect(await inBookshop().out`get events --field-selector involvedObject.name=web-0,type=Warning`).toBe(
      joinLines(
        "LAST SEEN   TYPE      REASON    OBJECT      MESSAGE",
        `239d        Warning   BackOff   pod/web-0   ${message}`,
      ),
    );
  });
});
