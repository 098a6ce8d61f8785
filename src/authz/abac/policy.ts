/** A policy of the mode ABAC. Empty texts match only empty values. */
export interface Policy {
  /** Empty: any user, if `group` is set. */
  readonly user: string;
  /** Empty: any groups, if `user` is set. */
  readonly group: string;
  /** Whether the policy allows only reads. */
  readonly isReadonly: boolean;
  /** `*`: all. */
  readonly apiGroup: string;
  /** `*`: all. */
  readonly resource: string;
  /** `*`: all, and actions outside namespaces. */
  readonly namespace: string;
  /** A path, `*`, or a path with `*` as its last character. */
  readonly nonResourcePath: string;
}
