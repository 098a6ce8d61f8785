import { expect, test } from "vitest";
import { describeWithKubectl, joinLines, kubectlMinor } from "../support/kubectl.ts";
import { configMap, pod } from "./objects.ts";

/** The first minor version of kubectl that creates CronJobs in batch/v1. */
const minorWithStableCronJobs = 21;

describeWithKubectl("kubectl create", (cluster) => {
  test("kubectl create creates the valid objects of a file, even if others are invalid", async () => {
    const kubectl = await cluster().inNewNamespace();
    const objects = [configMap("a"), configMap("Not_A_Name"), pod("b")];
    const stdin = objects.map((object) => JSON.stringify(object)).join("\n");
    const { code, stdout, stderr } = await kubectl.with({ stdin }).run`create -f -`;
    expect([code, stdout]).toEqual([1, joinLines("configmap/a created", "pod/b created")]);
    expect(stderr).toBe(
      `The ConfigMap "Not_A_Name" is invalid: metadata.name: Invalid value: "Not_A_Name": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')\n`,
    );
    expect(await kubectl.with({ stdin: JSON.stringify(objects[0]) }).failure`create -f -`).toBe(
      'Error from server (AlreadyExists): error when creating "STDIN": configmaps "a" already exists\n',
    );
  });

  test("kubectl create prints all validation errors of an object", async () => {
    const kubectl = await cluster().inNewNamespace();
    const spec = { containers: [{ name: "Web" }], restartPolicy: "Sometimes" };
    const stdin = JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec });
    expect(await kubectl.with({ stdin }).failure`create -f -`).toBe(
      joinLines(
        'The Pod "web" is invalid: ',
        "* spec.containers[0].name: Invalid value: \"Web\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
        "* spec.containers[0].image: Required value",
        '* spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
      ),
    );
  });

  test("kubectl create prints the generated name of an object", async () => {
    const kubectl = await cluster().inNewNamespace();
    const stdin = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "run-" } });
    const created = await kubectl.with({ stdin }).out`create -f - -o name`;
    expect(created).toMatch(/^configmap\/run-[a-z0-9]{5}\n$/);
    expect(await kubectl.out`get configmaps -o name`).toBe(created);
  });

  test("kubectl create namespace creates an active namespace", async () => {
    const { kubectl } = cluster();
    expect(await kubectl.out`create namespace shop`).toBe("namespace/shop created\n");
    expect(await kubectl.out`get namespace shop -o ${"jsonpath={.status.phase} {.spec.finalizers}"}`).toBe(
      `Active ["${cluster().vocabulary}"]`,
    );
    expect(await kubectl.failure`create namespace shop`).toBe(
      'Error from server (AlreadyExists): namespaces "shop" already exists\n',
    );
    expect(await kubectl.failure`create configmap a --namespace=nowhere`).toContain('namespaces "nowhere" not found\n');
  });

  test("kubectl create configmap takes literals and files", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`create configmap a --from-literal=colour=blue --from-literal=size=7`).toBe(
      "configmap/a created\n",
    );
    expect((await cluster().stored(kubectl, "api/v1", "configmaps/a")).data).toEqual({ colour: "blue", size: "7" });
    await kubectl.out`create configmap b --from-file=here=${import.meta.dirname}/manifests/common/namespace.yaml`;
    expect((await cluster().stored(kubectl, "api/v1", "configmaps/b")).data).toEqual({
      here: "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: bookshop\n  labels:\n    team: storefront\n",
    });
    expect(await kubectl.failure`create configmap a`).toContain('configmaps "a" already exists\n');
  });

  test("kubectl create secret creates generic and docker-registry Secrets", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`create secret generic login --from-literal=password=geheim`).toBe(
      "secret/login created\n",
    );
    expect(await cluster().stored(kubectl, "api/v1", "secrets/login")).toMatchObject({
      type: "Opaque",
      data: { password: "Z2VoZWlt" },
    });
    const credentials = ["--docker-server=registry.example", "--docker-username=u", "--docker-password=p"] as const;
    expect(
      await kubectl.out`create secret docker-registry pull ${credentials[0]} ${credentials[1]} ${credentials[2]}`,
    ).toBe("secret/pull created\n");
    const { type, data } = await cluster().stored(kubectl, "api/v1", "secrets/pull");
    expect(type).toBe("kubernetes.io/dockerconfigjson");
    expect(JSON.parse(Buffer.from(data[".dockerconfigjson"], "base64").toString())).toEqual({
      auths: { "registry.example": { username: "u", password: "p", auth: "dTpw" } },
    });
  });

  test("kubectl create deployment creates a Deployment with defaults", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`create deployment web --image=nginx:1.27 --replicas=2 --port=80`).toBe(
      "deployment.apps/web created\n",
    );
    expect(await cluster().stored(kubectl, "apis/apps/v1", "deployments/web")).toMatchObject({
      metadata: { generation: 1, labels: { app: "web" } },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: "web" } },
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
        template: {
          metadata: { labels: { app: "web" } },
          spec: {
            containers: [{ name: "nginx", image: "nginx:1.27", ports: [{ containerPort: 80, protocol: "TCP" }] }],
          },
        },
      },
    });
    expect(await kubectl.failure`create deployment web --image=nginx:1.27`).toBe(
      'error: failed to create deployment: deployments.apps "web" already exists\n',
    );
  });

  test("kubectl create job creates a Job from an image or from a CronJob", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`create job once --image=busybox:1.36 -- echo hello`).toBe("job.batch/once created\n");
    const job = await cluster().stored(kubectl, "apis/batch/v1", "jobs/once");
    expect(job.spec).toMatchObject({ completions: 1, parallelism: 1, backoffLimit: 6 });
    expect(job.spec.template.spec.containers[0]).toMatchObject({ image: "busybox:1.36", command: ["echo", "hello"] });
    if (kubectlMinor < minorWithStableCronJobs) {
      expect(await kubectl.failure`create cronjob often --image=busybox:1.36 --schedule=@hourly`).toBe(
        "error: failed to create cronjob: the server could not find the requested resource (post cronjobs.batch)\n",
      );
      return;
    }
    expect(await kubectl.out`create cronjob often --image=busybox:1.36 --schedule=@hourly`).toBe(
      "cronjob.batch/often created\n",
    );
    expect(await kubectl.out`create job now --from=cronjob/often`).toBe("job.batch/now created\n");
    const { uid } = (await cluster().stored(kubectl, "apis/batch/v1", "cronjobs/often")).metadata;
    expect((await cluster().stored(kubectl, "apis/batch/v1", "jobs/now")).metadata).toMatchObject({
      annotations: { "cronjob.kubernetes.io/instantiate": "manual" },
      ownerReferences: [{ apiVersion: "batch/v1", kind: "CronJob", name: "often", uid }],
    });
    expect(await kubectl.failure`create cronjob never --image=busybox:1.36 --schedule=sometimes`).toContain(
      'CronJob.batch "never" is invalid: spec.schedule: Invalid value: "sometimes": ',
    );
  });

  test.each(["clusterip", "nodeport", "loadbalancer"])(
    "kubectl create service %s creates a Service of this type",
    async (type) => {
      const kubectl = await cluster().inNewNamespace();
      expect(await kubectl.out`create service ${type} web --tcp=80:8080`).toBe("service/web created\n");
      expect((await cluster().stored(kubectl, "api/v1", "services/web")).spec).toMatchObject({
        type: { clusterip: "ClusterIP", nodeport: "NodePort", loadbalancer: "LoadBalancer" }[type],
        ports: [{ name: "80-8080", protocol: "TCP", port: 80, targetPort: 8080 }],
        selector: { app: "web" },
        sessionAffinity: "None",
      });
    },
  );

  test("kubectl create creates an ExternalName Service and a ServiceAccount", async () => {
    const kubectl = await cluster().inNewNamespace();
    expect(await kubectl.out`create service externalname docs --external-name=docs.example`).toBe(
      "service/docs created\n",
    );
    expect(await kubectl.out`get service docs --no-headers`).toMatch(
      /^docs +ExternalName +<none> +docs\.example +<none> +0s\n$/,
    );
    expect(await kubectl.out`create serviceaccount robot`).toBe("serviceaccount/robot created\n");
    expect(await kubectl.out`get serviceaccount robot -o name`).toBe("serviceaccount/robot\n");
  });

  test("kubectl create --save-config stores the configuration in the last-applied annotation", async () => {
    const kubectl = await cluster().inNewNamespace();
    await kubectl.out`create configmap a --from-literal=x=1 --save-config`;
    const { annotations } = (await cluster().stored(kubectl, "api/v1", "configmaps/a")).metadata;
    expect(JSON.parse(annotations["kubectl.kubernetes.io/last-applied-configuration"])).toMatchObject({
      kind: "ConfigMap",
      data: { x: "1" },
    });
  });
});
