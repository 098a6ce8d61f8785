/** A server with default roles, and users with client certificates that send requests to it over TLS. */
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";

/** Path of the API of roles. */
export const rbac = "/apis/rbac.authorization.orch.io/v1";

type TestServerOptions = NonNullable<Parameters<typeof startTestServer>[0]>;

/** A server whose users are named by certificates. */
export class CertifiedUsers implements AsyncDisposable {
  readonly running: TestServer;
  readonly #authority: ClientAuthority;
  readonly #clients = new Map<string, WireClient>();

  private constructor(running: TestServer, authority: ClientAuthority) {
    this.running = running;
    this.#authority = authority;
  }

  /** Starts a server that creates the default roles. */
  static async start(options: TestServerOptions = {}): Promise<CertifiedUsers> {
    const authority = await ClientAuthority.create();
    const flags = [...authority.flags, ...(options.flags ?? [])];
    return new CertifiedUsers(await startTestServer({ bootstrap: true, ...options, flags }), authority);
  }

  /** Client of the administrator. */
  get admin(): WireClient {
    return this.running.client;
  }

  /** Returns the client of a user. */
  async as(name: string, groups: readonly string[] = []): Promise<WireClient> {
    const key = JSON.stringify([name, groups]);
    let client = this.#clients.get(key);
    if (!client) {
      const { url, caCertificate: ca } = this.running.server;
      client = new WireClient({ url, ca, ...(await this.#authority.issue({ name, groups: [...groups] })) });
      this.#clients.set(key, client);
    }
    return client;
  }

  /** Grants rules to a user, in a namespace or in the whole cluster if it is empty. */
  async grant(user: string, namespace: string, rules: readonly object[], name = `${user}-role`): Promise<void> {
    const isCluster = namespace === "";
    const prefix = isCluster ? rbac : `${rbac}/namespaces/${namespace}`;
    await this.create(`${prefix}/${isCluster ? "clusterroles" : "roles"}`, { metadata: { name }, rules });
    await this.bind(user, namespace, `${isCluster ? "ClusterRole" : "Role"}/${name}`);
  }

  /** Binds a role such as `ClusterRole/view` to a user, in a namespace or in the whole cluster if it is empty. */
  async bind(user: string, namespace: string, role: string): Promise<void> {
    const [kind, roleName = ""] = role.split("/");
    const path = namespace === "" ? `${rbac}/clusterrolebindings` : `${rbac}/namespaces/${namespace}/rolebindings`;
    await this.create(path, {
      metadata: { name: `${user}-${roleName.replaceAll(":", "-")}` },
      roleRef: { apiGroup: "rbac.authorization.orch.io", kind, name: roleName },
      subjects: [{ kind: "User", apiGroup: "rbac.authorization.orch.io", name: user }],
    });
  }

  /** Creates an object as the administrator. */
  async create(path: string, body: object): Promise<WireResponse> {
    const answer = await this.admin.request(path, { body });
    if (answer.status !== 201) throw new Error(`creation in ${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients.values()) await client[Symbol.asyncDispose]();
    await this.running[Symbol.asyncDispose]();
    this.#authority[Symbol.dispose]();
  }
}
