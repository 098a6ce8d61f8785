/** The flags that say how users are authenticated, with the reference's names. */
import type { FlagSpec } from "../flags/flag-spec.ts";

const group = "Authentication";

const commonFlags = [
  {
    name: "client-ca-file",
    type: "path",
    group,
    doc:
      "CA certificates in PEM. A client certificate that one of them has signed identifies its user by the common " +
      "name and its groups by the organizations. The cluster's own CA is trusted too, so admin.kubeconfig still " +
      "works.",
  },
  {
    name: "anonymous-auth",
    type: "boolean",
    default: true,
    group,
    doc:
      "Whether requests without credentials are served, as the user system:anonymous in the group " +
      "system:unauthenticated. Otherwise they get 401.",
  },
  {
    name: "api-audiences",
    type: "list",
    placeholder: "AUDIENCE,...",
    default: [],
    group,
    doc: "Names of this API. A token for one of them is accepted. Default: the values of --service-account-issuer.",
  },
  {
    name: "token-auth-file",
    type: "path",
    group,
    doc: 'File with one token in each line: TOKEN,USER,UID,"GROUP,GROUP". The groups are optional. The file is read at the start.',
  },
  {
    name: "enable-bootstrap-token-auth",
    type: "boolean",
    default: false,
    group,
    doc: "Whether bootstrap tokens are accepted, which are Secrets in the namespace of the system.",
  },
] as const satisfies readonly FlagSpec[];

const serviceAccountFlags = [
  {
    name: "service-account-issuer",
    type: "list",
    placeholder: "URL,...",
    default: [],
    group,
    doc:
      "Issuers of service account tokens. New tokens name the first one, and tokens of all of them are accepted. " +
      "Default: the name of the API server's Service.",
  },
  {
    name: "service-account-key-file",
    type: "list",
    placeholder: "PATH,...",
    default: [],
    group,
    doc:
      "Files with RSA or ECDSA keys in PEM, private or public, that verify service account tokens. Default: the key of " +
      "the data directory. If the flag is absent and --tls-private-key-file is set, that key is accepted too.",
  },
  {
    name: "service-account-signing-key-file",
    type: "path",
    group,
    doc: "Private key in PEM that signs service account tokens. Default: the key of the data directory.",
  },
  {
    name: "service-account-lookup",
    type: "boolean",
    default: true,
    group,
    doc: "Whether a token is rejected when its ServiceAccount, or the object to which it is bound, is deleted.",
  },
  {
    name: "service-account-max-token-expiration",
    type: "duration",
    default: "0s",
    minMs: 0,
    group,
    doc: "Longest lifetime of a service account token. Longer requests are shortened. 0 sets no limit.",
  },
  {
    name: "service-account-extend-token-expiration",
    type: "boolean",
    default: true,
    group,
    doc: "Whether the tokens of Pods live for a year, so that clients that never read them again still work.",
  },
  {
    name: "service-account-jwks-uri",
    type: "string",
    placeholder: "URL",
    group,
    doc: "URL of the public keys in the discovery document. It must begin with https://. Default: a path of this server.",
  },
] as const satisfies readonly FlagSpec[];

const openIdFlags = [
  {
    name: "oidc-issuer-url",
    type: "string",
    placeholder: "URL",
    group,
    doc: "URL of an OpenID provider, whose ID tokens are accepted. Requires --oidc-client-id.",
  },
  {
    name: "oidc-client-id",
    type: "string",
    placeholder: "ID",
    group,
    doc: "Client at the OpenID provider for which the tokens must be issued. Requires --oidc-issuer-url.",
  },
  {
    name: "oidc-ca-file",
    type: "path",
    group,
    doc: "CA certificates in PEM that sign the provider's certificate. Default: the CAs that Node trusts.",
  },
  {
    name: "oidc-username-claim",
    type: "string",
    placeholder: "CLAIM",
    default: "sub",
    group,
    doc: "Claim that names the user.",
  },
  {
    name: "oidc-username-prefix",
    type: "string",
    placeholder: "PREFIX",
    group,
    doc: "Text before each user name; - for none. Default: the URL of the provider and #, or none if the claim is email.",
  },
  {
    name: "oidc-groups-claim",
    type: "string",
    placeholder: "CLAIM",
    group,
    doc: "Claim with the user's groups, as a text or a list of texts.",
  },
  {
    name: "oidc-groups-prefix",
    type: "string",
    placeholder: "PREFIX",
    group,
    doc: "Text before each group.",
  },
  {
    name: "oidc-required-claim",
    type: "list",
    placeholder: "CLAIM=VALUE",
    keepsCommas: true,
    default: [],
    group,
    doc: "Claim that a token must have with this value. Repeat the flag for several claims.",
  },
  {
    name: "oidc-signing-algs",
    type: "list",
    placeholder: "ALGORITHM,...",
    default: ["RS256"],
    group,
    doc: "Signature algorithms that are accepted, such as RS256 and ES256.",
  },
  {
    name: "authentication-config",
    type: "path",
    group,
    doc:
      "File with an AuthenticationConfiguration: token issuers with rules and mappings, and the paths that anonymous " +
      "users may request. Changes of the file take effect while the server runs. Excludes the flags --oidc-*.",
  },
] as const satisfies readonly FlagSpec[];

const webhookFlags = [
  {
    name: "authentication-token-webhook-config-file",
    type: "path",
    group,
    doc: "Client configuration file of a service that checks the tokens which no other method recognizes.",
  },
  {
    name: "authentication-token-webhook-version",
    type: "enum",
    values: ["v1", "v1beta1"],
    default: "v1beta1",
    group,
    doc: "Version of the TokenReviews that the service gets.",
  },
  {
    name: "authentication-token-webhook-cache-ttl",
    type: "duration",
    default: "2m0s",
    minMs: 0,
    group,
    doc: "How long responses of the service are cached. 0 caches none.",
  },
] as const satisfies readonly FlagSpec[];

const frontProxyFlags = [
  {
    name: "requestheader-client-ca-file",
    type: "path",
    group,
    doc:
      "CA certificates in PEM that sign the client certificates of authenticating proxies. A proxy passes the user in " +
      "request headers.",
  },
  {
    name: "requestheader-allowed-names",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc: "Common names that the certificate of an authenticating proxy may have. Default: any.",
  },
  {
    name: "requestheader-username-headers",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc: "Headers with the user name, such as X-Remote-User. The first one with a value counts.",
  },
  {
    name: "requestheader-uid-headers",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc: "Headers with the user's uid, such as X-Remote-Uid. Requires the feature gate RemoteRequestHeaderUID.",
  },
  {
    name: "requestheader-group-headers",
    type: "list",
    placeholder: "NAME,...",
    default: [],
    group,
    doc: "Headers with the user's groups, such as X-Remote-Group. Each value is a group.",
  },
  {
    name: "requestheader-extra-headers-prefix",
    type: "list",
    placeholder: "PREFIX,...",
    default: [],
    group,
    doc: "Beginnings of the headers with further properties of the user, such as X-Remote-Extra-.",
  },
] as const satisfies readonly FlagSpec[];

/** Flags of every server that authenticates users. */
export const authenticationFlags = [
  ...commonFlags,
  ...serviceAccountFlags,
  ...openIdFlags,
  ...webhookFlags,
  ...frontProxyFlags,
] as const;

/** Any of these flags. */
export type AuthenticationFlag = (typeof authenticationFlags)[number];
