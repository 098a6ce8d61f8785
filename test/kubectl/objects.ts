/** Small objects for `create -f -` and `apply -f -`. */

/** An object as a manifest contains it. */
export interface ApiObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec?: object;
  readonly data?: Readonly<Record<string, string>>;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
  };
}

/** A ConfigMap in no particular namespace. */
export function configMap(name: string, data?: Readonly<Record<string, string>>): ApiObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, ...(data ? { data } : {}) };
}

/** A Pod with one nginx container. `spec` adds or replaces fields of its spec. */
export function pod(name: string, spec: object = {}): ApiObject {
  const containers = [{ name: "nginx", image: "nginx:1.27" }];
  return { apiVersion: "v1", kind: "Pod", metadata: { name }, spec: { containers, ...spec } };
}

/** A Deployment or ReplicaSet with one nginx container, whose label `app` is its name. */
export function workload(kind: "Deployment" | "ReplicaSet", name: string, replicas: number): ApiObject {
  const labels = { app: name };
  const containers = [{ name: "nginx", image: "nginx:1.27", env: [{ name: "MODE", value: "plain" }] }];
  const spec = {
    replicas,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers } },
  };
  return { apiVersion: "apps/v1", kind, metadata: { name }, spec };
}

/** Returns a copy of the object in which these labels replace the existing ones. */
export function labelled(object: ApiObject, labels: Readonly<Record<string, string>>): ApiObject {
  return { ...object, metadata: { ...object.metadata, labels } };
}
