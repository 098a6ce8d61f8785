/** Refusals of Pods, and of templates of Pods, which may be changed: a part that is wrong in an object that is fine. */
import { type Cause, type Change, type Manifest, Refusals } from "./refusals.ts";
import type { TestServer } from "./test-server.ts";

export const podCollection = "/api/v1/namespaces/default/pods";

const fineSpec = { containers: [{ name: "app", image: "app:1" }] };

export class PodRefusals {
  readonly pods: Refusals;
  /** PodTemplates: their specs stand at `template.spec`. */
  readonly templates: Refusals;

  constructor(server: () => TestServer) {
    this.pods = new Refusals(server, podCollection, { spec: fineSpec });
    this.templates = new Refusals(server, "/api/v1/namespaces/default/podtemplates", { template: { spec: fineSpec } });
  }

  /** A Pod is refused for fields of its spec. */
  spec(title: string, fields: object, causes: readonly Cause[]): void {
    this.pods.create(title, withSpec(fields), causes);
  }

  /** A Pod is refused for fields of its only container. @param causes below the container */
  container(title: string, fields: object, causes: readonly string[]): void {
    this.pods.create(
      title,
      withContainer(fields),
      causes.map((cause) => `spec.containers[0]${cause.startsWith(":") ? "" : "."}${cause}`),
    );
  }
}

/** @param fields added to the Pod's spec */
export function withSpec(fields: object): Change {
  return (object: Manifest) => {
    Object.assign(object.template?.spec ?? object.spec, fields);
  };
}

/** @param fields added to the Pod's only container */
export function withContainer(fields: object): Change {
  return (object: Manifest) => {
    Object.assign((object.template?.spec ?? object.spec).containers[0], fields);
  };
}

export function featuresOn(...gates: readonly string[]): string[] {
  return [`--feature-gates=${gates.map((gate) => `${gate}=true`).join(",")}`];
}
