/** The options and the interface of a server inside a test or an application. */
import type { CustomType } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import type { Client, ResourceType } from "../../client/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import type { Faults } from "../../server/index.ts";
import type { Engine } from "../../storage/index.ts";
import type { AdmissionFunction } from "./admission-functions.ts";
import type { RestoreOptions, Snapshot } from "./cluster-host.ts";
import type { DefinitionToApply } from "./define-type.ts";
import type { InProcessRequest, InProcessResponse } from "./in-process-client.ts";
import type { WebhookFunctions } from "./memory-webhooks.ts";
import type { PermissionTable } from "./permission-table.ts";

/** Store, clock, random source and configuration of a server. All of them are optional. */
export interface StartServerOptions {
  /**
   * Where objects are stored: in memory (the default), in an LMDB store in a directory, or in an open engine, which the
   * caller closes after the server.
   */
  readonly engine?: "memory" | { readonly lmdb: string } | Engine;
  /** Port on 127.0.0.1 for HTTPS; 0 takes a free port. Default: none, and requests only travel through memory. */
  readonly port?: number;
  /** Spelling of API groups, labels and other names. Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** Default: the system's clock. With a `ManualClock`, a test controls the time of the server. */
  readonly clock?: Clock;
  /** Default: the system's random source. With `seededRandom(seed)`, names and uids are the same in every run. */
  readonly random?: Random;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /**
   * Controllers to run, in the form of `--controllers`: `["*"]` is all of them, `[]` is none. They start with the first
   * request that writes something. Default: those that complete deletions, which are the namespace controller, the garbage
   * collector, and the protection of claims and volumes; they start with the first DELETE request. The controller that
   * aggregates ClusterRoles also runs by default; it starts with the first request that writes a ClusterRole. After a restore,
   * controllers start again in the same way.
   */
  readonly controllers?: readonly string[];
  /**
   * Whether the server also creates the objects that control plane programs expect in a new cluster: FlowSchemas,
   * PriorityLevelConfigurations, system PriorityClasses, default roles, and ConfigMaps about authentication. Default:
   * false, which starts faster.
   */
  readonly bootstrap?: boolean;
  /**
   * Authorizer of requests by other users than administrators. `RBAC` decides by roles and bindings, and creates the default
   * ones, such as `view`, with the rules that they aggregate. Default: `RBAC`, with the permissions of the default bindings but without these objects, which starts
   * faster. Bindings of the test can then name only roles of the test.
   */
  readonly authorization?: AuthorizationChoice;
  /**
   * More flags, as for `orch apiserver`: `["--max-requests-inflight=10"]`. The admission plugins are those of a server,
   * but ServiceAccount is on only with the controller `serviceaccount`, or if a flag enables it.
   */
  readonly flags?: readonly string[];
  /** Functions in place of webhooks, which change and reject requests, in this order. Webhooks come before them, quotas after them. */
  readonly admission?: readonly AdmissionFunction[];
  /**
   * Functions that answer the server's requests to webhooks, by the URL of the webhook without a query. These requests do not leave the
   * process.
   * @example
   * ```ts
   * await using server = await startServer({
   *   webhooks: { "https://images.example.com/review": ({ request }) => ({ allowed: request.name !== "bad" }) },
   * });
   * ```
   */
  readonly webhooks?: WebhookFunctions;
}

/** Authorizer of requests in process. Flags can choose other modes. */
export type AuthorizationChoice = "RBAC" | "AlwaysAllow" | "AlwaysDeny";

/** Further attributes of the user of `clientAs`. */
export interface ClientUserOptions {
  /** Groups besides those that authentication adds: `system:authenticated`, and the groups of service accounts. */
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** An API server in this process. Close it after use, for example with `await using`. */
export interface RunningServer<C extends Clock = Clock> extends AsyncDisposable {
  /** `https://127.0.0.1:PORT`; empty if the server has no port. */
  readonly url: string;
  /** Client configuration of an administrator, in YAML; empty if the server has no port. */
  readonly kubeconfig: string;
  /** CA certificates of the server in PEM; empty if the server has no port. */
  readonly caCertificate: string;
  /** The clock of the server. */
  readonly clock: C;
  /** Injects errors, delays and dropped watches into the requests of any client. */
  readonly faults: Faults;
  /** Client of an administrator. Its requests travel through memory. */
  readonly client: Client;
  /**
   * Returns a client of another user. Its requests travel through memory, and are authorized like those of a client that
   * authenticates as this user. The server closes it.
   * @param userName for example `ann` or `system:serviceaccount:shop:web`
   * @param options groups and other attributes of the user
   * @throws TypeError if the name is empty
   * @example
   * ```ts
   * const web = server.clientAs("system:serviceaccount:shop:web");
   * await web.api(configMap, "shop").get("settings");
   * ```
   */
  clientAs(userName: string, options?: ClientUserOptions): Client;
  /**
   * Compares what users may do with a table. Returns a sentence for each difference, in the order of the table.
   * @param table users, and the actions that each of them may perform
   * @throws TypeError if the table names an unknown user or resource, or a user without a name
   * @example
   * ```ts
   * const differences = await server.permissionDifferences({
   *   users: { web: "system:serviceaccount:shop:web", ann: { name: "ann", groups: ["dev"] } },
   *   namespace: "shop",
   *   allowed: { "get configmaps settings": ["web", "ann"], "delete pods": ["ann"], "get secrets": [] },
   * });
   * if (differences.length > 0) throw new Error(differences.join("\n"));
   * ```
   */
  permissionDifferences(table: PermissionTable): Promise<readonly string[]>;
  /**
   * Creates a custom type, or replaces its definition, and resolves when the type is served. If the definition is being deleted, it is
   * created again after the deletion.
   * @param definition a CustomResourceDefinition in the server's vocabulary, or a type of `customType()` in `orch/api`
   * @returns the type in its storage version
   * @throws StatusError 422 if the definition is invalid; Error if its names are in use
   * @example
   * ```ts
   * const type = await server.define(definition);
   * await server.client.resource<Widget>(type, "shop").create({ metadata: { name: "blue" }, spec: { size: 3 } });
   *
   * await server.define(gadget); // declared by `customType()`
   * await server.client.api(gadget, "shop").create({ metadata: { name: "red" }, spec: { size: 3 } });
   * ```
   */
  define(definition: DefinitionToApply | CustomType<unknown>): Promise<ResourceType>;
  /**
   * Sends a request through memory, also if the server has a port. Rejects once the server has closed.
   * @param target path and query
   * @param request method, headers, body, user and signal; default: a GET by an administrator
   */
  request(target: string, request?: InProcessRequest): Promise<InProcessResponse>;
  /**
   * Returns the present state: objects, revisions, the time of a `ManualClock`, and the state of a seeded random
   * source. It takes the same time for any amount of data.
   * @throws Error unless the engine is `memory`, or while a snapshot is being restored
   */
  snapshot(): Snapshot;
  /**
   * Restores a snapshot, like a restart from a backup. Watches end, requests in progress fail, and clients cannot
   * continue from older resource versions, because all later versions are higher. With `{ watches: "follow" }`, watches
   * and requests continue, and the differences appear as normal changes.
   * @param snapshot state to restore, from `snapshot()` of a server with the same options
   * @param options handling of open watches
   * @throws Error unless the engine is `memory`; TypeError if the snapshot comes from a server with other options
   */
  restore(snapshot: Snapshot, options?: RestoreOptions): Promise<void>;
  /**
   * Starts another server with a copy of the present state and the same options, but without faults. It gets its own
   * port if this server has one. A `ManualClock` and a seeded random source are copied too.
   * @throws Error unless the engine is `memory`
   */
  fork(): Promise<RunningServer<C>>;
  /**
   * Waits up to five seconds, in system time, for requests in progress, ends watches, and closes the store. Disposing
   * the server does the same.
   */
  close(): Promise<void>;
}
