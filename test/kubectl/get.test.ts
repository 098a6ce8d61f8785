import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, kubectlMinor, tableCells } from "../support/kubectl.ts";
import { configMap, labelled, pod, workload } from "./objects.ts";

const web = labelled(pod("web", { nodeName: "worker-1" }), { app: "web", tier: "front" });

describeWithKubectl("kubectl get", (cluster) => {
  test("kubectl get prints the columns of the kind, and more of them with -o wide", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(web);
    await cluster().clock.advance(90_000);
    expect(await kubectl.out`get pods`).toBe(
      joinLines("NAME   READY   STATUS    RESTARTS   AGE", "web    0/1     Pending   0          90s"),
    );
    expect(tableCells(await kubectl.out`get pod web -o wide`)).toEqual([
      ["NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE", "NOMINATED NODE", "READINESS GATES"],
      ["web", "0/1", "Pending", "0", "90s", "<none>", "worker-1", "<none>", "<none>"],
    ]);
    expect(await kubectl.out`get pods --no-headers`).toBe("web   0/1   Pending   0     90s\n");
  });

  test("kubectl get prints an object as YAML and JSON", async () => {
    const kubectl = await cluster().inNewNamespace();
    const binaryData = { icon: "AAAB" };
    await kubectl.create({ ...configMap("settings", { colour: "blue", list: "a\nb\n" }), binaryData });
    const yaml = await kubectl.out`get configmap settings -o yaml`;
    expect(yaml.replace(/(resourceVersion|uid): .*/g, "$1: *").replace(/"2025-.*"/, "*")).toBe(
      `apiVersion: v1
binaryData:
  icon: AAAB
data:
  colour: blue
  list: |
    a
    b
kind: ConfigMap
metadata:
  creationTimestamp: *
  name: settings
  namespace: ${kubectl.namespace}
  resourceVersion: *
  uid: *
`,
    );
    expect(JSON.parse(await kubectl.out`get configmap settings -o json`)).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "settings",
        namespace: kubectl.namespace,
        uid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        resourceVersion: expect.stringMatching(/^[1-9][0-9]*$/),
        creationTimestamp: expect.stringMatching(/^2025-01-01T00:\d\d:\d\dZ$/),
      },
      data: { colour: "blue", list: "a\nb\n" },
      binaryData: { icon: "AAAB" },
    });
  });

  test("kubectl get prints names, JSON paths, templates and custom columns", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(web, configMap("a", { x: "1" }), configMap("b"));
    expect(await kubectl.out`get configmaps,pods -o name`).toBe("configmap/a\nconfigmap/b\npod/web\n");
    expect(await kubectl.out`get pod web -o ${"jsonpath={.spec.containers[0].image}"}`).toBe("nginx:1.27");
    expect(await kubectl.out`get configmaps -o ${'jsonpath={range .items[*]}{.metadata.name}{";"}{end}'}`).toBe("a;b;");
    expect(await kubectl.out`get configmaps -o ${"go-template={{range .items}}{{.kind}} {{end}}"}`).toBe(
      "ConfigMap ConfigMap ",
    );
    expect(await kubectl.out`get configmaps -o custom-columns=WHO:.metadata.name,X:.data.x`).toBe(
      joinLines("WHO   X", "a     1", "b     <none>"),
    );
  });

  test("kubectl get selects objects by label and prints labels as columns", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(labelled(configMap("a"), { tier: "front" }), configMap("b"));
    expect(await kubectl.out`get configmaps -l ${"tier in (front,back),!old"} -o name`).toBe("configmap/a\n");
    expect(await kubectl.out`get configmaps -l ${"tier!=front"} -o name`).toBe("configmap/b\n");
    expect(tableCells(await kubectl.out`get configmaps --show-labels`)).toEqual([
      ["NAME", "DATA", "AGE", "LABELS"],
      ["a", "0", "0s", "tier=front"],
      ["b", "0", "0s", "<none>"],
    ]);
    expect(tableCells(await kubectl.out`get configmaps -L tier`)).toEqual([
      ["NAME", "DATA", "AGE", "TIER"],
      ["a", "0", "0s", "front"],
      ["b", "0", "0s"],
    ]);
  });

  test("kubectl get selects objects by field and fails for unsupported fields", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(web, pod("other", { nodeName: "worker-2" }));
    expect(await kubectl.out`get pods --field-selector spec.nodeName=worker-2 -o name`).toBe("pod/other\n");
    expect(await kubectl.out`get pods --field-selector metadata.name!=other,status.phase=Pending -o name`).toBe(
      "pod/web\n",
    );
    expect(await kubectl.failure`get pods --field-selector spec.colour=red`).toBe(
      'Error from server (BadRequest): Unable to find "/v1, Resource=pods" that match label selector "", field selector "spec.colour=red": field label not supported: spec.colour\n',
    );
  });

  test("kubectl get --chunk-size reads a long list in chunks and prints one table", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(...["a", "b", "c", "d", "e"].map((name) => configMap(name)));
    const { code, stdout, stderr } = await kubectl.run`get configmaps --chunk-size=2 -v=6`;
    expect(code).toBe(0);
    expect(tableCells(stdout).map(([name]) => name)).toEqual(["NAME", "a", "b", "c", "d", "e"]);
    const pages = stderr.split("\n").filter((line) => /GET\b.*https.*\/configmaps\?.*limit=2\b.*200 OK/.test(line));
    expect(pages).toHaveLength(3);
    expect(pages.map((line) => line.includes("continue="))).toEqual([false, true, true]);
  });

  test("kubectl get -A lists objects of all namespaces with their namespace", async () => {
    const [one, two] = [await cluster().inNewNamespace(), await cluster().inNewNamespace()];
    const object = labelled(configMap("everywhere"), { only: one.namespace });
    await one.create(object);
    await two.create(object);
    expect(tableCells(await one.out`get configmaps -A -l only=${one.namespace}`)).toEqual([
      ["NAMESPACE", "NAME", "DATA", "AGE"],
      [one.namespace, "everywhere", "0", "0s"],
      [two.namespace, "everywhere", "0", "0s"],
    ]);
  });

  test("kubectl get prints a table for each kind, and `all` stands for the kinds of its category", async () => {
    const kubectl = await cluster().inNewNamespace();
    const service = { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec: { clusterIP: "None" } };
    await kubectl.create(web, service, configMap("a"));
    const [pods, services] = [
      joinLines("NAME      READY   STATUS    RESTARTS   AGE", "pod/web   0/1     Pending   0          0s"),
      joinLines(
        "NAME          TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE",
        "service/web   ClusterIP   None         <none>        <none>    0s",
      ),
    ];
    expect(await kubectl.out`get svc,po`).toBe(`${services}\n${pods}`);
    expect(await kubectl.out`get all`).toBe(`${pods}\n${services}`);
  });

  test("kubectl get --sort-by sorts rows by a field", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { rank: "3" }), configMap("b", { rank: "1" }));
    expect(await kubectl.out`get configmaps --sort-by=.data.rank -o name`).toBe("configmap/b\nconfigmap/a\n");
  });

  test("kubectl get succeeds without objects, and fails for a missing name", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.run`get configmaps`).toEqual({
      code: 0,
      stdout: "",
      stderr: `No resources found in ${kubectl.namespace} namespace.\n`,
    });
    expect(await kubectl.failure`get pod/web svc/web`).toBe(
      'Error from server (NotFound): pods "web" not found\nError from server (NotFound): services "web" not found\n',
    );
    expect(await kubectl.failure`get deployment nope`).toBe(
      'Error from server (NotFound): deployments.apps "nope" not found\n',
    );
    expect(await kubectl.failure`get unicorns`).toBe(`error: the server doesn't have a resource type "unicorns"\n`);
    expect(await kubectl.out`get pod web --ignore-not-found`).toBe("");
  });

  test("kubectl get --watch prints a row for each change", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("first"));
    await using watch = kubectl.start`get configmaps --watch`;
    expect(await watch.take(2)).toEqual(["NAME    DATA   AGE", "first   0      0s"]);
    await kubectl.create(configMap("second", { x: "1" }));
    expect(await watch.take(1)).toEqual(["second   1      0s"]);
    await kubectl.out`patch configmap second --type=merge -p ${{ data: { y: "2" } }}`;
    expect(await watch.take(1)).toEqual(["second   2      0s"]);
    await kubectl.out`delete configmap first`;
    expect(await watch.take(1)).toEqual(["first    0      0s"]);
  });

  test("kubectl get --output-watch-events prints the type of each event", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("first"), configMap("marker"));
    await using events = kubectl.start`get configmaps --watch --output-watch-events`;
    expect(tableCells((await events.take(3)).join("\n"))).toEqual([
      ["EVENT", "NAME", "DATA", "AGE"],
      ["ADDED", "first", "0", "0s"],
      ["ADDED", "marker", "0", "0s"],
    ]);
    await using names = kubectl.start`get configmap first --watch --output=name`;
    expect(await names.take(1)).toEqual(["configmap/first"]);
    await kubectl.out`label configmap marker seen=yes`;
    await kubectl.out`delete configmap first`;
    expect(tableCells((await events.take(2)).join("\n"))).toEqual([
      ["MODIFIED", "marker", "0", "0s"],
      ["DELETED", "first", "0", "0s"],
    ]);
    expect(await names.take(1)).toEqual(["configmap/first"]);
  });

  test("kubectl get --raw prints the response unchanged", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(configMap("a", { x: "1" }));
    const path = `/api/v1/namespaces/${kubectl.namespace}/configmaps/a`;
    expect(JSON.parse(await kubectl.out`get --raw ${path}`)).toMatchObject({ kind: "ConfigMap", data: { x: "1" } });
    expect(await kubectl.out`get --raw /readyz`).toBe("ok");
    expect(await kubectl.out`get --raw /livez?verbose`).toMatch(/^\[\+\]ping ok\n/);
    expect(await kubectl.failure`get --raw /nowhere`).toBe(
      "Error from server (NotFound): the server could not find the requested resource\n",
    );
  });

  test("kubectl get --subresource=scale prints the scale of an object", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.create(workload("ReplicaSet", "web", 2));
    if (kubectlMinor < 24) {
      expect(await kubectl.failure`get replicaset web --subresource=scale`).toContain("unknown flag: --subresource");
      return;
    }
    expect(tableCells(await kubectl.out`get replicaset web --subresource=scale`)).toEqual([
      ["NAME", "DESIRED", "AVAILABLE", "AGE"],
      ["web", "2", "0", "0s"],
    ]);
    expect(await kubectl.out`get replicaset web --subresource=scale -o ${"jsonpath={.kind} {.status.selector}"}`).toBe(
      "Scale app=web",
    );
  });
});
