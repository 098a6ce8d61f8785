import { describe, expect, test } from "vitest";
import { SchemaCompiler } from "../schema/index.ts";
import { type Deployment, deployment, type Pod, pod, type StatefulSet, statefulSet } from "./index.ts";

describe("objects in the declared types", () => {
  test("a Deployment in its declared type gets its defaults", () => {
    const web: Deployment = {
      kind: "Deployment",
      apiVersion: "apps/v1",
      metadata: { name: "web", labels: { app: "web" } },
      spec: {
        selector: { matchLabels: { app: "web" } },
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: 1 } },
        template: {
          metadata: { labels: { app: "web" } },
          spec: { containers: [{ name: "web", image: "web:1", ports: [{ containerPort: 80 }] }] },
        },
      },
    };
    const { object } = new SchemaCompiler(new Map()).compile(deployment.schema).decode(web);
    expect(JSON.parse(JSON.stringify(object))).toEqual({
      kind: "Deployment",
      apiVersion: "apps/v1",
      metadata: { name: "web", creationTimestamp: null, labels: { app: "web" } },
      spec: {
        replicas: 1,
        selector: { matchLabels: { app: "web" } },
        template: {
          metadata: { creationTimestamp: null, labels: { app: "web" } },
          spec: {
            containers: [
              {
                name: "web",
                image: "web:1",
                ports: [{ containerPort: 80, protocol: "TCP" }],
                resources: {},
                terminationMessagePath: "/dev/termination-log",
                terminationMessagePolicy: "File",
              },
            ],
            restartPolicy: "Always",
            terminationGracePeriodSeconds: 30,
            dnsPolicy: "ClusterFirst",
            securityContext: {},
            schedulerName: "default-scheduler",
          },
        },
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: 1 } },
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
      },
      status: {},
    });
  });

  test("a Pod in its declared type is written in the order of the declaration", () => {
    const debug: Pod = {
      kind: "Pod",
      apiVersion: "v1",
      metadata: { name: "debug" },
      spec: {
        restartPolicy: "Never",
        volumes: [
          { name: "config", configMap: { name: "debug", optional: true } },
          { name: "host", hostPath: { path: "/var/log" } },
        ],
        containers: [
          {
            env: [{ name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } }],
            livenessProbe: { grpc: { port: 9090 }, periodSeconds: 5 },
            name: "debug",
            image: "debug:1",
          },
        ],
      },
    };
    const { object } = new SchemaCompiler(new Map()).compile(pod.schema).decode(debug);
    expect(JSON.stringify(object.spec?.volumes)).toBe(
      '[{"name":"config","configMap":{"name":"debug","defaultMode":420,"optional":true}},' +
        '{"name":"host","hostPath":{"path":"/var/log","type":""}}]',
    );
    expect(JSON.stringify(object.spec?.containers[0])).toBe(
      '{"name":"debug","image":"debug:1",' +
        '"env":[{"name":"NODE","valueFrom":{"fieldRef":{"apiVersion":"v1","fieldPath":"spec.nodeName"}}}],' +
        '"resources":{},"livenessProbe":{"grpc":{"port":9090,"service":""},"timeoutSeconds":1,"periodSeconds":5,' +
        '"successThreshold":1,"failureThreshold":3},"terminationMessagePath":"/dev/termination-log",' +
        '"terminationMessagePolicy":"File"}',
    );
  });

  test("a StatefulSet in its declared type has claim templates without a kind", () => {
    const db: StatefulSet = {
      kind: "StatefulSet",
      apiVersion: "apps/v1",
      metadata: { name: "db" },
      spec: {
        selector: { matchLabels: { app: "db" } },
        serviceName: "db",
        template: { metadata: { labels: { app: "db" } }, spec: { containers: [{ name: "db", image: "db:1" }] } },
        volumeClaimTemplates: [
          {
            metadata: { name: "data" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        ],
      },
    };
    const { object } = new SchemaCompiler(new Map()).compile(statefulSet.schema).decode(db);
    expect(object.spec?.volumeClaimTemplates).toEqual([
      {
        metadata: { name: "data", creationTimestamp: null },
        spec: {
          accessModes: ["ReadWriteOnce"],
          resources: { requests: { storage: "1Gi" } },
          volumeMode: "Filesystem",
        },
        status: { phase: "Pending" },
      },
    ]);
    expect(object.spec?.persistentVolumeClaimRetentionPolicy).toEqual({ whenDeleted: "Retain", whenScaled: "Retain" });
  });

  test("a Pod that breaks rules of its schema is rejected", () => {
    const bad: Pod = {
      kind: "Pod",
      apiVersion: "v1",
      metadata: { name: "bad" },
      spec: {
        containers: [],
        // @ts-expect-error not a value of the enum
        restartPolicy: "Sometimes",
        volumes: [{ name: "nfs", nfs: { server: "", path: "/" } }],
        activeDeadlineSeconds: 0,
      },
    };
    const compiled = new SchemaCompiler(new Map()).compile(pod.schema);
    const errors = compiled.validate(compiled.decode(bad).object);
    expect(errors.map(({ path, type }) => `${path} ${type}`)).toEqual([
      "spec.volumes[0].nfs.server Required",
      "spec.containers Required",
      "spec.restartPolicy NotSupported",
      "spec.activeDeadlineSeconds Invalid",
    ]);
  });
});
