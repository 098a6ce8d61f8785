/** The valid objects from which malformed bodies are made. */
import { builtinKinds } from "../../src/api/builtin.ts";
import { encodeProtobuf } from "../../src/codec/index.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { structInVocabulary } from "../../src/schema/index.ts";

export interface Subject {
  readonly collection: string;
  readonly object: { readonly apiVersion: string; readonly kind: string } & Readonly<Record<string, unknown>>;
}

const container = {
  name: "c",
  image: "i",
  ports: [{ containerPort: 80 }],
  env: [{ name: "A", value: "1" }],
  resources: { limits: { cpu: "100m", memory: "1Gi" } },
  livenessProbe: { httpGet: { port: "http", path: "/" }, periodSeconds: 3 },
};

const podSpec = {
  containers: [container, { name: "d", image: "j" }],
  volumes: [{ name: "v", emptyDir: { sizeLimit: "1Mi" } }],
  tolerations: [{ key: "k", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }],
};

/** Objects with the name `it`, which exist while a scenario runs. */
export const subjects: readonly Subject[] = [
  {
    collection: "/api/v1/namespaces/NS/configmaps",
    object: {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "it", labels: { a: "1" }, finalizers: ["a.example.com/b"] },
      data: { a: "1", b: "2" },
      binaryData: { c: "AQID" },
    },
  },
  {
    collection: "/apis/apps/v1/namespaces/NS/deployments",
    object: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "it", annotations: { x: "1" } },
      spec: {
        replicas: 1,
        selector: { matchLabels: { a: "b" } },
        strategy: { rollingUpdate: { maxSurge: "10%" } },
        template: { metadata: { labels: { a: "b" } }, spec: podSpec },
      },
    },
  },
  {
    collection: "/api/v1/namespaces/NS/services",
    object: {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: "it" },
      spec: {
        clusterIP: "None",
        selector: { a: "b" },
        ports: [
          { name: "a", port: 80, targetPort: "http" },
          { name: "b", port: 81, targetPort: 82 },
        ],
      },
    },
  },
  {
    collection: "/apis/coordination.k8s.io/v1/namespaces/NS/leases",
    object: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "it", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] },
      spec: { holderIdentity: "h", leaseDurationSeconds: 3, renewTime: "2025-01-01T00:00:00.000001Z" },
    },
  },
];

/** Returns the object in protobuf. */
export function protobufOf({ object }: Subject): Buffer {
  const declaration = builtinKinds.find(
    ({ kind, group, version }) =>
      kind === object.kind &&
      [vocabularies.kubernetes.bind(group), version].filter(Boolean).join("/") === object.apiVersion,
  );
  if (!declaration) throw new Error(`${object.kind} is not a built-in kind`);
  return encodeProtobuf(object, structInVocabulary(declaration.schema, vocabularies.kubernetes));
}
