/** The cost of authorization: requests of users with roles, access reviews, the start with many roles, and the index of bindings. */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { LoadTarget } from "../load/job.ts";
import { configMap, createNumberedObjects, createRequest, sendRequest } from "../objects.ts";
import { createDataDir, type OrchServer, startOrch } from "../orch-server.ts";
import { commandForCore } from "../process.ts";
import { compareRates, measurementOf, type RequestLoad } from "./rates.ts";

const reads = 128;
const writes = 16;
const namespacePath = "/api/v1/namespaces/default";
const rolesPath = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
const clusterSizes = [10, 1_000, 100_000] as const;
const ownBindings = 500;
const rolesAtStart = 10_000;

/** Users of the token file. Their tokens are their names. */
const users = { administrator: "administrator", one: "with-one-binding", many: "with-many-bindings" } as const;

/** Measures requests that roles decide. */
export const authorization: Figure = {
  name: "authorization",
  title: "requests that roles decide, access reviews, start and memory with many roles",
  async measure(context) {
    await using small = await RoleServer.start(context);
    return [
      ...(await compareUsers(context, {
        title: "1 binding",
        ours: { server: small, user: users.one },
        raw: { server: small, user: users.administrator },
        rawTitle: "the same as a member of system:masters",
      })),
      ...(await withManyBindings(context, small)),
      await accessReviews(context, small),
      await startWithRoles(context),
      indexMemory(context),
    ];
  },
};

/** A server that asks only RBAC, with a role for three users. */
class RoleServer implements AsyncDisposable {
  readonly server: OrchServer;
  readonly #dataDir: string;

  private constructor(server: OrchServer, dataDir: string) {
    this.server = server;
    this.#dataDir = dataDir;
  }

  static async start(context: FigureContext): Promise<RoleServer> {
    const dataDir = createDataDir();
    const tokens = `${dataDir}-tokens.csv`;
    const lines = Object.values(users).map((user) => {
      const groups = user === users.administrator ? ',"system:masters"' : "";
      return `${user},${user},uid-${user}${groups}\n`;
    });
    writeFileSync(tokens, lines.join(""), { mode: 0o600 });
    const flags = [`--token-auth-file=${tokens}`, "--authorization-mode=RBAC", "--max-mutating-requests-inflight=0"];
    const role = new RoleServer(await startOrch({ dataDir, flags }), dataDir);
    await role.#fill(context);
    return role;
  }

  /** Returns the address of the server without the certificate of the administrator. */
  get target(): LoadTarget {
    const { host, port, ca } = this.server.target;
    return { host, port, ca };
  }

  /** Binds the role to users. `#` in their names is the counter. */
  async bind(context: FigureContext, user: string, count: number, name: string): Promise<void> {
    const binding = {
      metadata: { name },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "objects" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: user }],
    };
    const template = createRequest(`${rolesPath}/rolebindings`, binding);
    await createNumberedObjects(context, this.server.target, template, count);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    rmSync(this.#dataDir, { recursive: true, force: true });
    rmSync(`${this.#dataDir}-tokens.csv`, { force: true });
  }

  async #fill(context: FigureContext): Promise<void> {
    const { target } = this.server;
    const rules = [{ apiGroups: [""], resources: ["configmaps", "secrets"], verbs: ["get", "list", "create"] }];
    await sendRequest(target, createRequest(`${rolesPath}/roles`, { metadata: { name: "objects" }, rules }));
    await sendRequest(target, createRequest(`${namespacePath}/configmaps`, configMap("settings", 2048)));
    const secret = { metadata: { name: "listed-#" }, stringData: { text: "x".repeat(500) } };
    await createNumberedObjects(context, target, createRequest(`${namespacePath}/secrets`, secret), 10);
    await this.bind(context, users.one, 1, "one");
  }
}

/** A user on a server. */
interface Requester {
  readonly server: RoleServer;
  readonly user: string;
}

interface Comparison {
  /** Continues the name of the figure: `get as a user with`. */
  readonly title: string;
  readonly ours: Requester;
  readonly raw: Requester;
  readonly rawTitle: string;
}

interface ComparedRequest {
  readonly name: string;
  readonly template: RequestTemplate;
  readonly clients: number;
  readonly status: number;
}

const requests: readonly ComparedRequest[] = [
  {
    name: "get",
    template: { method: "GET", path: `${namespacePath}/configmaps/settings`, headers: {} },
    clients: reads,
    status: 200,
  },
  {
    name: "list",
    template: { method: "GET", path: `${namespacePath}/secrets`, headers: {} },
    clients: reads,
    status: 200,
  },
  {
    name: "create",
    template: createRequest(`${namespacePath}/configmaps`, configMap("m-########", 1024)),
    clients: writes,
    status: 201,
  },
];

/** Number of loads so far. It is part of the names that a load creates, because two loads must not create the same object. */
let loads = 0;

/** Measures get, list and create of two users alternately. */
async function compareUsers(context: FigureContext, comparison: Comparison): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const { name: action, template, clients, status } of requests) {
    const name = `${action} as a user with ${comparison.title}`;
    const load = ({ server, user }: Requester): RequestLoad => ({
      target: server.target,
      protocol: "h2",
      clients,
      status,
      template: withOwnNames({ ...template, headers: { ...template.headers, authorization: `Bearer ${user}` } }),
    });
    const compared = await compareRates(context, load(comparison.ours), load(comparison.raw), name);
    measurements.push(
      measurementOf(compared, { name, unit: "requests/s", raw: { name: comparison.rawTitle }, minRatio: 0.9 }),
    );
  }
  return measurements;
}

/** Returns the template with names that no other load creates. */
function withOwnNames(template: RequestTemplate): RequestTemplate {
  loads++;
  const body = template.body?.replace('"m-', `"m-${loads}-`);
  return body === undefined ? template : { ...template, body };
}

async function withManyBindings(context: FigureContext, small: RoleServer): Promise<readonly Measurement[]> {
  await using large = await RoleServer.start(context);
  const raw = { server: small, user: users.one };
  const rawTitle = "the same with 1 binding";
  const measurements: Measurement[] = [];
  let existing = 1;
  for (const size of clusterSizes) {
    const title = `1 of ${size.toLocaleString("en-US")} bindings`;
    context.progress(`requests as a user with ${title}: creating the bindings`);
    await large.bind(context, "other-######", size - existing, `other-${size}-######`);
    existing = size;
    measurements.push(
      ...(await compareUsers(context, { title, ours: { server: large, user: users.one }, raw, rawTitle })),
    );
  }
  await large.bind(context, users.many, ownBindings, "many-###");
  const ours = { server: large, user: users.many };
  measurements.push(...(await compareUsers(context, { title: `${ownBindings} bindings`, ours, raw, rawTitle })));
  return measurements;
}

async function accessReviews(context: FigureContext, { server }: RoleServer): Promise<Measurement> {
  const name = "SubjectAccessReviews, 16 clients";
  const resourceAttributes = { namespace: "default", verb: "get", resource: "configmaps", name: "settings" };
  const review = { spec: { user: users.one, resourceAttributes } };
  const shared = { target: server.target, protocol: "h2", clients: writes, status: 201 } as const;
  const reviewPath = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
  const dryRun = createRequest(`${namespacePath}/configmaps?dryRun=All`, configMap("dry-run", 1024));
  const compared = await compareRates(
    context,
    { ...shared, template: createRequest(reviewPath, review) },
    { ...shared, template: dryRun },
    name,
  );
  return measurementOf(compared, {
    name,
    unit: "requests/s",
    raw: { name: "creates of ConfigMaps of 1 KB in a dry run" },
    minRatio: 1,
  });
}

/** Measures how much later a server with many roles and bindings is ready. */
async function startWithRoles(context: FigureContext): Promise<Measurement> {
  const name = `start with ${rolesAtStart.toLocaleString("en-US")} roles and bindings: additional time`;
  const [empty, full] = [createDataDir(), createDataDir()];
  const readyMs = async (dataDir: string): Promise<number> => {
    await using server = await startOrch({ dataDir });
    return server.readyMs;
  };
  try {
    await readyMs(empty);
    context.progress(`${name}: filling the store`);
    await fillRoles(context, full);
    const values: number[] = [];
    for (let run = 1; run <= context.runs; run++) {
      context.progress(`${name}: run ${run} of ${context.runs}`);
      const emptyMs = await readyMs(empty);
      values.push((await readyMs(full)) - emptyMs);
    }
    return { name, unit: "ms", better: "less", values, goal: { of: "value", bound: 300 } };
  } finally {
    for (const dataDir of [empty, full]) rmSync(dataDir, { recursive: true, force: true });
  }
}

async function fillRoles(context: FigureContext, dataDir: string): Promise<void> {
  await using server = await startOrch({ dataDir });
  const rules = [{ apiGroups: [""], resources: ["configmaps", "pods"], verbs: ["get", "list", "watch"] }];
  const apiGroup = "rbac.authorization.k8s.io";
  const binding = {
    metadata: { name: "b-#####" },
    roleRef: { apiGroup, kind: "Role", name: "r-#####" },
    subjects: [{ apiGroup, kind: "User", name: "u-#####" }],
  };
  const role = createRequest(`${rolesPath}/roles`, { metadata: { name: "r-#####" }, rules });
  await createNumberedObjects(context, server.target, role, rolesAtStart);
  const bindings = createRequest(`${rolesPath}/rolebindings`, binding);
  await createNumberedObjects(context, server.target, bindings, rolesAtStart);
}

interface IndexMemory {
  readonly indexMegabytes: number;
  readonly jsonMegabytes: number;
}

/** Measures the index in a separate program, once per run. */
function indexMemory({ runs, progress }: FigureContext): Measurement {
  const name = "memory of the index of 100,000 bindings";
  const program = join(import.meta.dirname, "../raw/rbac-index.ts");
  const [command, ...words] = commandForCore("measured", ["--expose-gc", "--import", "tsx", program]);
  const results: IndexMemory[] = [];
  for (let run = 1; run <= runs; run++) {
    progress(`${name}: run ${run} of ${runs}`);
    results.push(JSON.parse(execFileSync(command, words, { encoding: "utf8" })) as IndexMemory);
  }
  return {
    name,
    unit: "MB",
    better: "less",
    values: results.map(({ indexMegabytes }) => indexMegabytes),
    raw: { name: "their JSON", values: results.map(({ jsonMegabytes }) => jsonMegabytes) },
    goal: { of: "ratio", bound: 1 },
  };
}
