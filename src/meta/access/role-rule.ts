/** A rule of a Role or ClusterRole: allowed actions, on resources or on paths. `*` stands for all values of a list. */
export interface RoleRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[] | undefined;
  /** Plural names. A subresource is written as `pods/log`. */
  readonly resources?: readonly string[] | undefined;
  /** Names of objects. Empty: all names. */
  readonly resourceNames?: readonly string[] | undefined;
  /** A `*` as the last character matches any suffix. */
  readonly nonResourceURLs?: readonly string[] | undefined;
}
