/** Tests of rejected Pods and PodTemplates. Each test adds invalid fields to a valid object. */
import { type Cause, type Change, type Manifest, Refusals } from "./refusals.ts";
import type { TestServer } from "./test-server.ts";

/** Path of the Pods in the namespace `default`. */
export const podCollection = "/api/v1/namespaces/default/pods";

const validSpec = { containers: [{ name: "app", image: "app:1" }] };

/** Registers tests of rejected Pods, and of PodTemplates through `templates`. */
export class PodRefusals {
  readonly pods: Refusals;
  /** PodTemplates, whose Pod spec is at `template.spec`. Unlike that of a Pod, it can be updated. */
  readonly templates: Refusals;

  constructor(server: () => TestServer) {
    this.pods = new Refusals(server, podCollection, { spec: validSpec });
    this.templates = new Refusals(server, "/api/v1/namespaces/default/podtemplates", { template: { spec: validSpec } });
  }

  /** Registers a test that a Pod with these fields in its spec is rejected. */
  spec(title: string, fields: object, causes: readonly Cause[]): void {
    this.pods.create(title, withSpec(fields), causes);
  }

  /**
   * Registers a test that a Pod with these fields in its container is rejected. The paths of `causes` start below the
   * container.
   */
  container(title: string, fields: object, causes: readonly string[]): void {
    this.pods.create(
      title,
      withContainer(fields),
      causes.map((cause) => `spec.containers[0]${cause.startsWith(":") ? "" : "."}${cause}`),
    );
  }
}

/** Returns a change that assigns fields to the spec of a Pod or PodTemplate. */
export function withSpec(fields: object): Change {
  return (object: Manifest) => {
    Object.assign(object.template?.spec ?? object.spec, fields);
  };
}

/** Returns a change that assigns fields to the only container of a Pod or PodTemplate. */
export function withContainer(fields: object): Change {
  return (object: Manifest) => {
    Object.assign((object.template?.spec ?? object.spec).containers[0], fields);
  };
}

/** Returns the flag that enables these feature gates. */
export function featureGateFlag(...gates: readonly string[]): string[] {
  return [`--feature-gates=${gates.map((gate) => `${gate}=true`).join(",")}`];
}
