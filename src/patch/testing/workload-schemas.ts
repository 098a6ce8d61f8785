/**
 * A few kinds with only the fields that patches treat differently: keyed lists inside keyed lists, lists of plain
 * values with and without a merge strategy, maps, raw JSON and unions. Strategies and keys are the reference's.
 */
import {
  anyJson,
  type FieldSpec,
  type FieldSpecs,
  int32,
  intOrString,
  type ListSchema,
  list,
  map,
  optional,
  quantity,
  type Schema,
  type StructSchema,
  struct,
  text,
} from "../../schema/index.ts";

/** Returns optional fields with these schemas. Their protobuf numbers and descriptions do not matter in these tests. */
function fields(schemas: Readonly<Record<string, Schema>>): FieldSpecs {
  const entries = Object.entries(schemas).map(([name, schema]): [string, FieldSpec] => [
    name,
    optional(schema, 1, name),
  ]);
  return Object.fromEntries(entries);
}

function type(name: string, schemas: Readonly<Record<string, Schema>>): StructSchema {
  return struct(name, name, fields(schemas));
}

function keyed(items: Schema, merge: string): ListSchema {
  return list(items, { type: "map", keys: [merge], merge });
}

const texts = map(text);

const objectMeta = type("meta/v1.ObjectMeta", {
  name: text,
  labels: texts,
  annotations: texts,
  finalizers: list(text, { type: "set", merge: true }),
  ownerReferences: keyed(type("meta/v1.OwnerReference", { uid: text, kind: text, name: text }), "uid"),
  managedFields: list(type("meta/v1.ManagedFieldsEntry", { manager: text, fieldsV1: anyJson }), { type: "atomic" }),
});

const container = type("core/v1.Container", {
  name: text,
  image: text,
  command: list(text, { type: "atomic" }),
  env: keyed(
    type("core/v1.EnvVar", {
      name: text,
      value: text,
      valueFrom: type("core/v1.EnvVarSource", {
        secretKeyRef: type("core/v1.SecretKeySelector", { name: text, key: text }),
      }),
    }),
    "name",
  ),
  ports: list(type("core/v1.ContainerPort", { containerPort: int32, name: text, protocol: text }), {
    type: "map",
    keys: ["containerPort", "protocol"],
    merge: "containerPort",
  }),
  volumeMounts: keyed(type("core/v1.VolumeMount", { mountPath: text, name: text, subPath: text }), "mountPath"),
  resources: type("core/v1.ResourceRequirements", { limits: map(quantity), requests: map(quantity) }),
});

const volume = type("core/v1.Volume", {
  name: text,
  emptyDir: type("core/v1.EmptyDirVolumeSource", { medium: text }),
  configMap: type("core/v1.ConfigMapVolumeSource", {
    name: text,
    items: list(type("core/v1.KeyToPath", { key: text, path: text }), { type: "atomic" }),
  }),
  secret: type("core/v1.SecretVolumeSource", { secretName: text }),
});

const podSpec = type("core/v1.PodSpec", {
  containers: keyed(container, "name"),
  initContainers: keyed(container, "name"),
  volumes: list(volume, { type: "map", keys: ["name"], merge: "name", retainKeys: true }),
  tolerations: list(type("core/v1.Toleration", { key: text, effect: text }), { type: "atomic" }),
  imagePullSecrets: keyed(type("core/v1.LocalObjectReference", { name: text }), "name"),
  hostAliases: keyed(type("core/v1.HostAlias", { ip: text, hostnames: list(text, { type: "atomic" }) }), "ip"),
  nodeSelector: texts,
  restartPolicy: text,
  securityContext: type("core/v1.PodSecurityContext", { runAsUser: int32, supplementalGroups: list(int32) }),
});

const podStatus = type("core/v1.PodStatus", {
  phase: text,
  conditions: keyed(type("core/v1.PodCondition", { type: text, status: text, message: text }), "type"),
});

/** A Pod. */
export const pod: StructSchema = type("core/v1.Pod", {
  apiVersion: text,
  kind: text,
  metadata: objectMeta,
  spec: podSpec,
  status: podStatus,
});

const deploymentStrategy = type("apps/v1.DeploymentStrategy", {
  type: text,
  rollingUpdate: type("apps/v1.RollingUpdateDeployment", { maxSurge: intOrString, maxUnavailable: intOrString }),
});

/** A Deployment. */
export const deployment: StructSchema = type("apps/v1.Deployment", {
  apiVersion: text,
  kind: text,
  metadata: objectMeta,
  spec: struct("apps/v1.DeploymentSpec", "DeploymentSpec", {
    ...fields({
      replicas: int32,
      selector: type("meta/v1.LabelSelector", { matchLabels: texts }),
      template: type("core/v1.PodTemplateSpec", { metadata: objectMeta, spec: podSpec }),
    }),
    strategy: optional(deploymentStrategy, 1, "strategy", { patchStrategy: "retainKeys" }),
  }),
});

/** A Service. */
export const service: StructSchema = type("core/v1.Service", {
  apiVersion: text,
  kind: text,
  metadata: objectMeta,
  spec: type("core/v1.ServiceSpec", {
    selector: texts,
    ports: keyed(
      type("core/v1.ServicePort", { port: int32, name: text, protocol: text, targetPort: intOrString }),
      "port",
    ),
    loadBalancerSourceRanges: list(text, { type: "atomic" }),
  }),
});

/** A type with a struct and a map that a patch replaces as a whole. */
export const budget: StructSchema = struct("test/v1.Budget", "Budget", {
  selector: optional(
    type("meta/v1.LabelSelector", { matchLabels: texts, matchExpressions: list(anyJson, { type: "atomic" }) }),
    1,
    "selector",
    { patchStrategy: "replace" },
  ),
  limits: optional(map(text), 2, "limits", { patchStrategy: "replace" }),
});

/** A type with values without a list strategy: maps of structs, and raw JSON. */
export const template: StructSchema = type("test/v1.Template", {
  metadata: objectMeta,
  parameters: map(type("test/v1.Parameter", { type: text, tags: list(text, { merge: true }) })),
  content: anyJson,
  /** A list of structs with a merge strategy but without the key that it needs. */
  stages: list(type("test/v1.Stage", { name: text }), { merge: true }),
});
