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

test("a minimal Pod gets all defaults", () => {
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
])("the image %s gets the pull policy %s", (image, policy) => {
  expect(container({ image })?.imagePullPolicy).toBe(policy);
});

test("a pull policy of the client is kept", () => {
  expect(container({ image: "app:1", imagePullPolicy: "Never" })?.imagePullPolicy).toBe("Never");
});

describe("default requests of containers", () => {
  test("requests of a Pod default to its limits", () => {
    const resources = { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "500m" } };
    expect(container({ resources })?.resources?.requests).toEqual({ cpu: "500m", memory: "1Gi" });
  });

  test("requests in a Pod template have no defaults", () => {
    const spec = { containers: [{ name: "app", image: "app", resources: { limits: { cpu: "1" } } }] };
    const { template } = deployments.decode({ spec: { template: { spec } } }).spec ?? {};
    expect(template?.spec?.containers[0]?.resources).toEqual({ limits: { cpu: "1" } });
  });

  test("requests are rounded up to thousandths", () => {
    expect(container({ resources: { requests: { cpu: "0.0001" } } })?.resources?.requests).toEqual({ cpu: "1m" });
  });
});

test("with hostNetwork, hostPort defaults to containerPort in Pods, but not in templates", () => {
  const spec = { hostNetwork: true, containers: [{ name: "app", image: "app", ports: [{ containerPort: 80 }] }] };
  expect(podSpec(spec)?.containers[0]?.ports).toEqual([{ containerPort: 80, hostPort: 80, protocol: "TCP" }]);
  const { template } = deployments.decode({ spec: { template: { spec } } }).spec ?? {};
  expect(template?.spec?.containers[0]?.ports).toEqual([{ containerPort: 80, protocol: "TCP" }]);
});

test("enableServiceLinks has no default in Pod templates", () => {
  const spec = { containers: [{ name: "app", image: "app" }] };
  const { template } = deployments.decode({ spec: { template: { spec } } }).spec ?? {};
  expect(template?.spec).not.toHaveProperty("enableServiceLinks");
});

test("a volume without a source becomes an emptyDir", () => {
  const volumes = [{ name: "a" }, { name: "b", configMap: { name: "c" } }];
  expect(podSpec({ volumes })?.volumes).toEqual([
    { name: "a", emptyDir: {} },
    { name: "b", configMap: { name: "c", defaultMode: 420 } },
  ]);
});

test("an httpGet probe gets default times and the scheme HTTP", () => {
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
])("a Pod with %j gets the same serviceAccount and serviceAccountName", (spec, name) => {
  expect(podSpec(spec)).toMatchObject({ serviceAccountName: name, serviceAccount: name });
});

test("a negative terminationGracePeriodSeconds becomes 1", () => {
  expect(podSpec({ terminationGracePeriodSeconds: -5 })?.terminationGracePeriodSeconds).toBe(1);
});

describe("a ReplicationController", () => {
  const controllers = new KindWrites(replicationController);
  const template = { metadata: { labels: { app: "web" } } };

  test("selector and labels of a ReplicationController default to the labels of its template", () => {
    const { metadata, spec } = controllers.decode({ spec: { template } });
    expect(metadata.labels).toEqual({ app: "web" });
    expect(spec).toMatchObject({ replicas: 1, selector: { app: "web" } });
  });

  test("a ReplicationController keeps a selector and labels that the client sets", () => {
    const { metadata, spec } = controllers.decode({
      metadata: { labels: { team: "a" } },
      spec: { selector: { app: "other" }, template },
    });
    expect(metadata.labels).toEqual({ team: "a" });
    expect(spec?.selector).toEqual({ app: "other" });
  });
});
