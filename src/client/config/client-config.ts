/** Client configuration as it stands in files: what there is to choose from. Paths in it are absolute. */

export interface ClientConfig {
  /** The files that it was read from, the first one counting most. */
  readonly files: readonly string[];
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, ClusterConfig>;
  readonly users: ReadonlyMap<string, UserConfig>;
  readonly contexts: ReadonlyMap<string, ContextConfig>;
  readonly extensions: ReadonlyMap<string, unknown>;
  readonly preferences: unknown;
  /** What is in the files and means nothing here, a sentence each: a misspelled field, for example. */
  readonly warnings: readonly string[];
}

/** Where an entry stands, for errors: `file: field`. */
export interface Origin {
  readonly file: string;
  /** `users[admin].user` */
  readonly field: string;
}

export interface ClusterConfig extends Origin {
  readonly server: string | undefined;
  readonly tlsServerName: string | undefined;
  readonly insecureSkipTlsVerify: boolean;
  /** A file with certificates; `certificateAuthorityData`, in base64, goes before it. */
  readonly certificateAuthority: string | undefined;
  readonly certificateAuthorityData: string | undefined;
  readonly proxyUrl: string | undefined;
  readonly disableCompression: boolean;
  readonly extensions: ReadonlyMap<string, unknown>;
}

export interface UserConfig extends Origin {
  /** Files; the data, in base64, go before them. */
  readonly clientCertificate: string | undefined;
  readonly clientCertificateData: string | undefined;
  readonly clientKey: string | undefined;
  readonly clientKeyData: string | undefined;
  readonly token: string | undefined;
  /** Goes before `token`, as soon as it could be read. */
  readonly tokenFile: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly impersonate: string | undefined;
  readonly impersonateUid: string | undefined;
  readonly impersonateGroups: readonly string[];
  readonly impersonateExtra: Readonly<Record<string, readonly string[]>>;
  readonly exec: ExecConfig | undefined;
  /** The name of a provider that clients had built in once. */
  readonly authProvider: string | undefined;
}

/** A credential plugin, as it is written: what of it is wrong is said when it is used. */
export interface ExecConfig extends Origin {
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string | undefined;
  readonly installHint: string | undefined;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: string | undefined;
}

export interface ContextConfig extends Origin {
  readonly cluster: string | undefined;
  readonly user: string | undefined;
  readonly namespace: string | undefined;
}
