/** The content of client configuration files. All paths are absolute. */

/** The merged content of all configuration files. */
export interface ClientConfig {
  /** The files that were read, in order of precedence. */
  readonly files: readonly string[];
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, ClusterConfig>;
  readonly users: ReadonlyMap<string, UserConfig>;
  readonly contexts: ReadonlyMap<string, ContextConfig>;
  readonly extensions: ReadonlyMap<string, unknown>;
  readonly preferences: unknown;
  /** One sentence for each field that this program does not know, such as a misspelled one. */
  readonly warnings: readonly string[];
}

/** The location of an entry, for error messages. */
export interface Origin {
  readonly file: string;
  /** `users[admin].user` */
  readonly field: string;
}

/** A cluster entry. */
export interface ClusterConfig extends Origin {
  readonly server: string | undefined;
  readonly tlsServerName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  /** Path of a file with certificates. `certificateAuthorityData` (base64) takes precedence. */
  readonly certificateAuthority: string | undefined;
  readonly certificateAuthorityData: string | undefined;
  readonly proxyUrl: string | undefined;
  readonly disableCompression: boolean;
  readonly extensions: ReadonlyMap<string, unknown>;
}

/** A user entry. */
export interface UserConfig extends Origin {
  /** Paths of files. The base64 data take precedence. */
  readonly clientCertificate: string | undefined;
  readonly clientCertificateData: string | undefined;
  readonly clientKey: string | undefined;
  readonly clientKeyData: string | undefined;
  readonly token: string | undefined;
  /** Path of a file. Takes precedence over `token` once it can be read. */
  readonly tokenFile: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly impersonate: string | undefined;
  readonly impersonateUid: string | undefined;
  readonly impersonateGroups: readonly string[];
  readonly impersonateExtra: Readonly<Record<string, readonly string[]>>;
  readonly exec: ExecConfig | undefined;
  /** Name of an authentication provider of old clients, which is not supported. */
  readonly authProvider: string | undefined;
}

/** The configuration of a credential plugin, not validated. Problems are reported when it is used. */
export interface ExecConfig extends Origin {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string | undefined;
  readonly installHint: string | undefined;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string | undefined;
}

/** A context entry. */
export interface ContextConfig extends Origin {
  readonly cluster: string | undefined;
  readonly user: string | undefined;
  readonly namespace: string | undefined;
}
