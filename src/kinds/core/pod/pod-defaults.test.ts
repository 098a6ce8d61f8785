import { describe, expect, test } from "vitest";
import { deployment, pod, replicationController } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const pods = new KindWrites(pod);
const deployments = new KindWrites(deployment);

function podSpec(spec: object) {
  return pods.decode({ spec: { containers: [{ name: "app", image: "app" }], ...spec } }).spec;
}

function container(more: object) {
  return podSpec({ containers: [{ name: "app", image: "app", ...more }] })?.containers[0];
}

test("a minimal Pod is filled in", () => {
  expect(podSpec({})).toEqual({
    containers: [
      {
        name: "app",
        image: "app",
        imagePullPolicy: "Always",
        resources: {},
        terminationMessagePath: "/dev/termination-log",
        terminationMessagePolicy: "File",
      },
    ],
    dnsPolicy: "ClusterFirst",
    enableServiceLinks: true,
    restartPolicy: "Always",
    schedulerName: "default-scheduler",
    securityContext: {},
    terminationGracePeriodSeconds: 30,
  });
});

test.each([
  ["app", "Always"],
  ["app:latest", "Always"],
  ["registry:5000/app", "Always"],
  ["app:1.2", "IfNotPresent"],
  ["app@sha256:0123456789012345678901234567890123456789012345678901234567890123", "IfNotPresent"],
])("the image %s is pulled %s", (image, policy) => {
  expect(container({ image })?.imagePullPolicy).toBe(policy);
});

test("a given pull policy stays", () => {
  expect(container({ image: "app:1", imagePullPolicy: "Never" })?.imagePullPolicy).toBe("Never");
});

describe("requests", () => {
  test("follow the limits in Pods", () => {
    const resources = { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "500m" } };
    expect(container({ resources })?.resources?.requests).toEqual({ cpu: "500m", memory: "1Gi" });
  });

  test("are left alone in templates", () => {
    const spec = { containers: [{ name: "app", image: "app", resources: { limits: { cpu: "1" } } }] };
    const { template } = deployments.decode({ spec: { template: { spec } } }).spec ?? {};
    expect(template?.spec?.containers[0]?.resources).toEqual({ limits: { cpu: "1" } });
  });

  test("are rounded up to thousandths", () => {
    expect(container({ resources: { requests: { cpu: "0.0001" } } })?.resources?.requests).toEqual({ cpu: "1m" });
  });
});

test("on the network of the node ports stand open there, in Pods but not in templates", () => {
  const spec = { hostNetwork: true, containers: [{ name: "app", image: "app", ports: [{ containerPort: 80 }] }] };
  expect(podSpec(spec)?.containers[0]?.ports).toEqual([{ containerPort: 80, hostPort: 80, protocol: "TCP" }]);
  const { template } = deployments.decode({ spec: { template: { spec } } }).spec ?? {};
  expect(template?.spec?.containers[0]?.ports).toEqual([{ containerPort: 80, protocol: "TCP" }]);
});

test("templates go without service links", () => {
  const spec = { containers: [{ name: "app", image: "app" }] };
  const { template } = deployments.decode({ spec: { template: { spec } } }).spec ?? {};
  expect(template?.spec).not.toHaveProperty("enableServiceLinks");
});

test("a volume without a source is an empty directory", () => {
  const volumes = [{ name: "a" }, { name: "b", configMap: { name: "c" } }];
  expect(podSpec({ volumes })?.volumes).toEqual([
    { name: "a", emptyDir: {} },
    { name: "b", configMap: { name: "c", defaultMode: 420 } },
  ]);
});

test("a probe looks every ten seconds, by HTTP", () => {
  expect(container({ livenessProbe: { httpGet: { port: 80 } } })?.livenessProbe).toEqual({
    httpGet: { path: "/", port: 80, scheme: "HTTP" },
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  });
});

test.each([
  [{ serviceAccountName: "a" }, "a"],
  [{ serviceAccount: "a" }, "a"],
  [{ serviceAccountName: "a", serviceAccount: "b" }, "a"],
])("the service account of %j has both names", (spec, name) => {
  expect(podSpec(spec)).toMatchObject({ serviceAccountName: name, serviceAccount: name });
});

test("a negative time to end is one second", () => {
  expect(podSpec({ terminationGracePeriodSeconds: -5 })?.terminationGracePeriodSeconds).toBe(1);
});

describe("a ReplicationController", () => {
  const controllers = new KindWrites(replicationController);
  const template = { metadata: { labels: { app: "web" } } };

  test("has selector and labels of its Pods", () => {
    const { metadata, spec } = controllers.decode({ spec: { template } });
    expect(metadata.labels).toEqual({ app: "web" });
    expect(spec).toMatchObject({ replicas: 1, selector: { app: "web" } });
  });

  test("keeps its own", () => {
    const { metadata, spec } = controllers.decode({
      metadata: { labels: { team: "a" } },
      spec: { selector: { app: "other" }, template },
    });
    expect(metadata.labels).toEqual({ team: "a" });
    expect(spec?.selector).toEqual({ app: "other" });
  });
});
