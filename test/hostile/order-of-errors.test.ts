/** Order of many errors of one object, as the reference reports them. */
import { expect, test } from "vitest";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const ofDefault = "/api/v1/namespaces/default";
const badLabel = { a: "-" };

/** Expects causes for these fields in order. Successive causes of the same field count once. */
async function expectOrder(collection: string, body: object, fields: readonly string[]): Promise<void> {
  const answer = await server().client.request(collection, { body });
  expect(answer.status, answer.text).toBe(422);
  const found = (answer.json.details.causes as { field: string }[]).map(({ field }) => field);
  expect(found.filter((field, index) => field !== found[index - 1])).toEqual(fields);
}

test("the errors of a Pod are reported in the order of the reference", async () => {
  const spec = {
    priorityClassName: "A",
    hostAliases: [{ ip: "x", hostnames: ["A"] }],
    tolerations: [{ operator: "Near" }],
    subdomain: "A",
    hostname: "A",
    activeDeadlineSeconds: 0,
    nodeName: "A",
    serviceAccountName: "A",
    topologySpreadConstraints: [{ maxSkew: 0, topologyKey: "a", whenUnsatisfiable: "DoNotSchedule" }],
    readinessGates: [{ conditionType: "-" }],
    dnsConfig: { nameservers: ["x"] },
    securityContext: { runAsUser: -1 },
    nodeSelector: badLabel,
    dnsPolicy: "Never",
    restartPolicy: "Sometimes",
    initContainers: [{ name: "", image: "" }],
    containers: [
      { image: "", imagePullPolicy: "Rarely", ports: [{ containerPort: 0 }], env: [{ name: "" }], name: "A" },
    ],
    volumes: [{ name: "A" }],
  };
  await expectOrder(`${ofDefault}/pods`, { spec, metadata: { labels: badLabel, name: "A" } }, [
    "metadata.name",
    "metadata.labels",
    "spec.volumes[0].name",
    "spec.containers[0].name",
    "spec.containers[0].image",
    "spec.containers[0].ports[0].containerPort",
    "spec.containers[0].env[0].name",
    "spec.containers[0].imagePullPolicy",
    "spec.initContainers[0].name",
    "spec.initContainers[0].image",
    "spec.restartPolicy",
    "spec.dnsPolicy",
    "spec.nodeSelector",
    "spec.securityContext.runAsUser",
    "spec.dnsConfig.nameservers[0]",
    "spec.readinessGates[0].conditionType",
    "spec.topologySpreadConstraints[0].maxSkew",
    "spec.serviceAccountName",
    "spec.nodeName",
    "spec.activeDeadlineSeconds",
    "spec.hostname",
    "spec.subdomain",
    "spec.tolerations[0].operator",
    "spec.hostAliases[0].ip",
    "spec.hostAliases[0].hostnames[0]",
    "spec.priorityClassName",
  ]);
});

test("the errors of a Service are reported in the order of the reference", async () => {
  const spec = {
    trafficDistribution: "PreferFar",
    internalTrafficPolicy: "Near",
    externalIPs: ["x"],
    sessionAffinity: "Sometimes",
    selector: badLabel,
    ports: [{ targetPort: "", protocol: "HTTP", port: 0, name: "A" }],
    clusterIP: "None",
  };
  await expectOrder(`${ofDefault}/services`, { spec, metadata: { name: "A" } }, [
    "metadata.name",
    "spec.ports[0].name",
    "spec.ports[0].port",
    "spec.ports[0].protocol",
    "spec.ports[0].targetPort",
    "spec.selector",
    "spec.sessionAffinity",
    "spec.externalIPs[0]",
    "spec.internalTrafficPolicy",
    "spec.trafficDistribution",
  ]);
});

test("the errors of a Deployment are reported in the order of the reference", async () => {
  const spec = {
    progressDeadlineSeconds: -1,
    revisionHistoryLimit: -1,
    minReadySeconds: -2,
    strategy: { type: "Never" },
    template: { metadata: { labels: { app: "other" } }, spec: { containers: [{ name: "A" }], restartPolicy: "Never" } },
    selector: { matchLabels: { app: "web" } },
    replicas: -1,
  };
  await expectOrder("/apis/apps/v1/namespaces/default/deployments", { spec, metadata: { name: "A" } }, [
    "metadata.name",
    "spec.replicas",
    "spec.template.metadata.labels",
    "spec.template.spec.containers[0].name",
    "spec.template.spec.containers[0].image",
    "spec.template.spec.restartPolicy",
    "spec.strategy",
    "spec.minReadySeconds",
    "spec.revisionHistoryLimit",
    "spec.progressDeadlineSeconds",
  ]);
});

test("the errors of an Ingress are reported in the order of the reference", async () => {
  const backend = { service: { name: "A", port: { number: 0 } } };
  const spec = {
    ingressClassName: "A",
    tls: [{ secretName: "A", hosts: ["A"] }],
    rules: [{ http: { paths: [{ backend, pathType: "Exact", path: "a" }] }, host: "A" }],
    defaultBackend: backend,
  };
  await expectOrder("/apis/networking.orch.io/v1/namespaces/default/ingresses", { spec, metadata: { name: "A" } }, [
    "metadata.name",
    "spec.defaultBackend.service.name",
    "spec.defaultBackend",
    "spec.rules[0].host",
    "spec.rules[0].http.paths[0].path",
    "spec.rules[0].http.paths[0].backend.service.name",
    "spec.rules[0].http.paths[0].backend",
    "spec.tls[0].hosts[0]",
    "spec.tls[0].secretName",
    "spec.ingressClassName",
  ]);
});

test("the errors of a PersistentVolumeClaim are reported in the order of the reference", async () => {
  const spec = {
    dataSource: { kind: "PersistentVolumeClaim", name: "" },
    volumeMode: "Tape",
    storageClassName: "A",
    resources: { requests: { storage: "-1" } },
    accessModes: ["ReadNever"],
    selector: { matchLabels: badLabel },
  };
  await expectOrder(`${ofDefault}/persistentvolumeclaims`, { spec, metadata: { name: "A" } }, [
    "metadata.name",
    "spec.selector.matchLabels",
    "spec.accessModes",
    "spec.resources[storage]",
    "spec.storageClassName",
    "spec.volumeMode",
    "spec.dataSource.name",
    "spec.dataSourceRef.name",
  ]);
});

test("the errors of a HorizontalPodAutoscaler are reported in the order of the reference", async () => {
  const spec = {
    behavior: { scaleDown: { stabilizationWindowSeconds: -1, policies: [] } },
    metrics: [{ type: "Resource" }],
    scaleTargetRef: { name: "", kind: "" },
    maxReplicas: 0,
    minReplicas: -1,
  };
  await expectOrder(
    "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
    { spec, metadata: { name: "A" } },
    [
      "metadata.name",
      "spec.minReplicas",
      "spec.maxReplicas",
      "spec.scaleTargetRef.kind",
      "spec.scaleTargetRef.name",
      "spec.metrics[0].resource",
      "spec.behavior.scaleDown.stabilizationWindowSeconds",
      "spec.behavior.scaleDown.policies",
    ],
  );
});
