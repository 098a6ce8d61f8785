/** Fixture of tests about nodes: a server, clients with the certificates of nodes, and Pods on two nodes. */
import { ClientAuthority } from "../support/client-authority.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient, type WireRequest, type WireResponse } from "../support/wire-client.ts";

/** Path of the namespace in which the Pods are. */
export const shop = "/api/v1/namespaces/shop";

/** A server with the nodes `a` and `b`, and a Pod on each. */
export class NodeServer implements AsyncDisposable {
  readonly #authority: ClientAuthority;
  readonly #running: TestServer;
  readonly #clients = new Map<string, WireClient>();

  private constructor(authority: ClientAuthority, running: TestServer) {
    this.#authority = authority;
    this.#running = running;
  }

  /** @param flags besides those that make the server trust the certificates */
  static async start(flags: readonly string[] = []): Promise<NodeServer> {
    const authority = await ClientAuthority.create();
    const running = await startTestServer({ flags: [...authority.flags, ...flags] });
    const server = new NodeServer(authority, running);
    await server.#createObjects();
    return server;
  }

  /** Sends a request as the administrator. */
  admin(target: string, request: WireRequest = {}): Promise<WireResponse> {
    return this.#running.client.request(target, request);
  }

  /** Creates an object as the administrator, and returns it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async create(path: string, name: string, fields: object = {}): Promise<any> {
    const { status, json, text } = await this.admin(path, { body: { metadata: { name }, ...fields } });
    if (status !== 201) throw new Error(`POST ${path}: ${text}`);
    return json;
  }

  /** Sends a request as the agent of a node. */
  async as(node: string, target: string, request: WireRequest = {}): Promise<WireResponse> {
    return await this.asUser(`system:node:${node}`, ["system:nodes"], target, request);
  }

  /** Sends a request as a user with a client certificate. */
  async asUser(
    name: string,
    groups: readonly string[],
    target: string,
    request: WireRequest = {},
  ): Promise<WireResponse> {
    const client = await this.#clientOf(name, groups);
    return await client.request(target, request);
  }

  /** Starts a watch as the agent of a node, ends it, and returns the status of the response. */
  async watchAs(node: string, target: string): Promise<number> {
    const client = await this.#clientOf(`system:node:${node}`, ["system:nodes"]);
    const stream = await client.open(`${target}${target.includes("?") ? "&" : "?"}watch=true`);
    stream.close();
    return stream.status;
  }

  /** Sends a merge patch as the agent of a node. */
  async patchAs(node: string, target: string, patch: unknown): Promise<WireResponse> {
    return await this.as(node, target, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify(patch),
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients.values()) await client[Symbol.asyncDispose]();
    await this.#running[Symbol.asyncDispose]();
    this.#authority[Symbol.dispose]();
  }

  async #clientOf(name: string, groups: readonly string[]): Promise<WireClient> {
    const key = JSON.stringify([name, groups]);
    let client = this.#clients.get(key);
    if (!client) {
      const { url, caCertificate: ca } = this.#running.server;
      client = new WireClient({ url, ca, ...(await this.#authority.issue({ name, groups })) });
      this.#clients.set(key, client);
    }
    return client;
  }

  async #createObjects(): Promise<void> {
    await this.create("/api/v1/namespaces", "shop");
    for (const name of ["orch-node-lease", "other"]) {
      const { status } = await this.admin(`/api/v1/namespaces/${name}`);
      if (status === 404) await this.create("/api/v1/namespaces", name);
    }
    for (const node of ["a", "b"]) {
      await this.create("/api/v1/nodes", node);
      for (const plural of ["secrets", "configmaps", "serviceaccounts"])
        await this.create(`${shop}/${plural}`, `of-${node}`);
      await this.create(`${shop}/secrets`, `volume-${node}`);
      await this.create(`${shop}/persistentvolumeclaims`, `of-${node}`, {
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, volumeName: `of-${node}` },
      });
      await this.create("/api/v1/persistentvolumes", `of-${node}`, volumeOf(node));
      await this.create(`${shop}/pods`, `on-${node}`, podOn(node));
    }
  }
}

function volumeOf(node: string): object {
  const nodePublishSecretRef = { namespace: "shop", name: `volume-${node}` };
  return {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      claimRef: { namespace: "shop", name: `of-${node}` },
      csi: { driver: "d", volumeHandle: node, nodePublishSecretRef },
    },
  };
}

/** Returns the spec of a Pod that uses the objects named `of-NODE`. */
function podOn(node: string): object {
  const name = `of-${node}`;
  return {
    spec: {
      nodeName: node,
      serviceAccountName: name,
      containers: [{ name: "c", image: "i", envFrom: [{ configMapRef: { name } }] }],
      volumes: [
        { name: "secret", secret: { secretName: name } },
        { name: "claim", persistentVolumeClaim: { claimName: name } },
      ],
    },
  };
}
