/** Writes roles and bindings into a server, and sends requests as their users. */
import { expect } from "vitest";
import type { RunningServer } from "../../src/app/server.ts";

/** API group and version of roles. */
export const rbacVersion = "rbac.authorization.orch.io/v1";

/** A server, as an administrator who manages its roles sees it. */
export class RoleAdministrator {
  readonly #server: RunningServer;
  readonly #path: string;

  /** @param version group and version of roles in the vocabulary of the server */
  constructor(server: RunningServer, version = rbacVersion) {
    this.#server = server;
    this.#path = `/apis/${version}`;
  }

  /** Creates namespaces. */
  async createNamespaces(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.#send("/api/v1/namespaces", { metadata: { name } });
  }

  /** Creates a Role, or a ClusterRole if the namespace is empty. */
  async createRole(namespace: string, name: string, rules: readonly object[]): Promise<void> {
    await this.#create(namespace === "" ? "clusterroles" : `namespaces/${namespace}/roles`, {
      metadata: { name },
      rules,
    });
  }

  /**
   * Creates a RoleBinding, or a ClusterRoleBinding if the namespace is empty.
   * @param role such as `Role/view`
   * @param subjects names of users, or whole subjects
   */
  async bind(namespace: string, name: string, role: string, subjects: readonly (string | object)[]): Promise<void> {
    const [kind, roleName] = role.split("/");
    await this.#create(namespace === "" ? "clusterrolebindings" : `namespaces/${namespace}/rolebindings`, {
      metadata: { name },
      roleRef: { kind, name: roleName },
      subjects: subjects.map((subject) => (typeof subject === "string" ? { kind: "User", name: subject } : subject)),
    });
  }

  /** Deletes an object, such as `clusterroles/view` or `namespaces/shop/rolebindings/jane`. */
  async delete(target: string): Promise<void> {
    const { status } = await this.#server.request(`${this.#path}/${target}`, { method: "DELETE" });
    expect(status).toBe(200);
  }

  /** Grants rules to a user in a namespace, or in the whole cluster if it is empty. The role and the binding have the same name. */
  async grant(namespace: string, name: string, user: string, rules: readonly object[]): Promise<void> {
    await this.createRole(namespace, name, rules);
    await this.bind(namespace, name, `${namespace === "" ? "ClusterRole" : "Role"}/${name}`, [user]);
  }

  /** Returns the status of a request by a user. */
  async statusFor(
    user: string | { readonly name: string; readonly groups: readonly string[] },
    target: string,
    request: { readonly method?: string; readonly body?: unknown } = {},
  ): Promise<number> {
    const sender = typeof user === "string" ? { name: user, groups: [] } : user;
    const { status } = await this.#server.request(target, { ...request, user: sender });
    return status;
  }

  #create(target: string, body: object): Promise<void> {
    return this.#send(`${this.#path}/${target}`, body);
  }

  async #send(target: string, body: object): Promise<void> {
    const response = await this.#server.request(target, { body });
    expect(response.status, await response.text()).toBe(201);
  }
}
