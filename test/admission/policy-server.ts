/** A server with policies, for tests. */
import type { RunningServer } from "../../src/app/server.ts";
import type { User } from "../../src/meta/user.ts";
import { type StoredServerOptions, startStoredServer } from "../support/stored-server.ts";

const group = "/apis/admissionregistration.k8s.io/v1";

/** The response of the server to a write. */
export interface PolicyAnswer {
  readonly status: number;
  /** The message of an error. Undefined for other responses. */
  readonly message: string | undefined;
  readonly reason: string | undefined;
  readonly warnings: readonly string[];
}

/** A request of a test. */
export interface PolicyRequest {
  readonly method?: string;
  readonly body?: object;
  readonly user?: User;
}

/** Flags with which a server applies mutating policies. */
export const mutatingPolicyFlags = [
  "--feature-gates=MutatingAdmissionPolicy=true",
  "--runtime-config=admissionregistration.k8s.io/v1alpha1=true",
];

/** Rules for the ConfigMap with this name. */
export function rulesFor(name: string, operations: readonly string[] = ["CREATE"]): object {
  const rule = { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], resourceNames: [name], operations };
  return { resourceRules: [rule] };
}

/** A server, and the requests of the tests. */
export class PolicyServer implements AsyncDisposable {
  readonly server: RunningServer;

  private constructor(server: RunningServer) {
    this.server = server;
  }

  static async start(options: StoredServerOptions = {}): Promise<PolicyServer> {
    return new PolicyServer(await startStoredServer({ vocabulary: "kubernetes", ...options }));
  }

  /** Creates a policy and a binding. @param binding parts of the binding's spec */
  async createPolicy(name: string, spec: object, binding: object = {}): Promise<void> {
    const { failurePolicy = "Fail" } = spec as { readonly failurePolicy?: string };
    await this.#create(`${group}/validatingadmissionpolicies`, {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: { failurePolicy, matchConstraints: rulesFor(name), ...spec },
    });
    await this.#create(`${group}/validatingadmissionpolicybindings`, {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"], ...binding },
    });
  }

  /** Creates a mutating policy and a binding. The server needs `mutatingPolicyFlags`. @param binding parts of the binding's spec */
  async createMutatingPolicy(name: string, spec: object, binding: object = {}): Promise<void> {
    const apiVersion = "admissionregistration.k8s.io/v1alpha1";
    await this.#create(`/apis/${apiVersion}/mutatingadmissionpolicies`, {
      apiVersion,
      kind: "MutatingAdmissionPolicy",
      metadata: { name },
      spec: {
        failurePolicy: "Fail",
        reinvocationPolicy: "Never",
        matchConstraints: rulesFor(name, ["CREATE", "UPDATE"]),
        ...spec,
      },
    });
    await this.#create(`/apis/${apiVersion}/mutatingadmissionpolicybindings`, {
      apiVersion,
      kind: "MutatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, ...binding },
    });
  }

  /** Returns the object at a path. */
  async read<T>(path: string): Promise<T> {
    return await (await this.server.request(path)).json<T>();
  }

  /** Creates a ConfigMap in the namespace `default`. */
  async createMap(name: string, data: object = {}, metadata: object = {}): Promise<PolicyAnswer> {
    return await this.send("/api/v1/namespaces/default/configmaps", {
      body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata }, data },
    });
  }

  /** Sends a request. Default: POST as the administrator. */
  async send(path: string, { method = "POST", body, user }: PolicyRequest): Promise<PolicyAnswer> {
    const response = await this.server.request(path, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(user ? { user } : {}),
    });
    const { message, reason } = await response.json<{ readonly message?: string; readonly reason?: string }>();
    const warning = [response.headers["warning"] ?? []].flat().join(", ");
    const warnings = [...warning.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);
    return { status: response.status, message, reason, warnings };
  }

  async #create(path: string, body: object): Promise<void> {
    const { status, message } = await this.send(path, { body });
    if (status !== 201) throw new Error(`${path}: ${status} ${message}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
  }
}
