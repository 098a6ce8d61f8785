/** Chooses the cluster, user and namespace of a context. Overrides take precedence. */
import type { ClientConfig, ClusterConfig, UserConfig } from "./client-config.ts";
import { ConfigError } from "./config-error.ts";

/** Names that replace those of the configuration. */
export interface Overrides {
  /** Default: the current context. */
  readonly context?: string;
  /** Cluster entry instead of the context's. */
  readonly cluster?: string;
  /** User entry instead of the context's. */
  readonly user?: string;
  readonly namespace?: string;
}

/** The entries to use. */
export interface ChosenEntries {
  readonly clusterName: string;
  readonly userName: string | undefined;
  readonly cluster: ClusterConfig;
  /** Undefined if the context names no user. Requests are then anonymous. */
  readonly user: UserConfig | undefined;
  readonly namespace: string;
}

/**
 * Returns the entries of the context and of the overrides. @throws ConfigError that names the missing entry and lists
 * the existing ones
 */
export function chooseEntries(config: ClientConfig, overrides: Overrides): ChosenEntries {
  const files = config.files.join(", ") || "client configuration";
  const reject = (field: string, rule: string): ConfigError => new ConfigError([{ file: files, field, rule }]);
  const find = <T>(entries: ReadonlyMap<string, T>, name: string, what: { field: string; list: string }): T => {
    const entry = entries.get(name);
    if (entry !== undefined) return entry;
    throw reject(what.field, `${JSON.stringify(name)} is not among ${what.list}${namesOf(entries)}`);
  };
  const contextName = overrides.context ?? config.currentContext;
  if (contextName === undefined && overrides.cluster === undefined) {
    throw reject("current-context", `is not set; choose one of contexts${namesOf(config.contexts)}`);
  }
  const context =
    contextName === undefined
      ? undefined
      : find(config.contexts, contextName, {
          field: overrides.context === undefined ? "current-context" : "",
          list: "contexts",
        });
  const at = (member: string, isOverridden: boolean): string =>
    isOverridden || !context ? "" : `${context.field}.${member}`;
  const clusterName = overrides.cluster ?? context?.cluster;
  if (clusterName === undefined) throw reject(at("cluster", false), "is required: the name of one of clusters");
  const userName = overrides.user ?? context?.user;
  return {
    clusterName,
    userName,
    cluster: find(config.clusters, clusterName, {
      field: at("cluster", overrides.cluster !== undefined),
      list: "clusters",
    }),
    user:
      userName === undefined
        ? undefined
        : find(config.users, userName, { field: at("user", overrides.user !== undefined), list: "users" }),
    namespace: overrides.namespace ?? context?.namespace ?? "default",
  };
}

const namesMax = 10;

function namesOf(entries: ReadonlyMap<string, unknown>): string {
  const names = [...entries.keys()];
  if (names.length === 0) return ", of which there are none";
  const more = names.length > namesMax ? `, and ${names.length - namesMax} more` : "";
  return ` (${names.slice(0, namesMax).join(", ")}${more})`;
}
