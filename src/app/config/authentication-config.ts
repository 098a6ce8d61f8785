/** The configuration of authentication. It is plain data, so that all processes of a server can get it. */
import type { AnonymousConfiguration } from "../../authn/jwt/index.ts";
import type { ExplicitValues, FlagValues } from "../flags/flag-spec.ts";
import type { AuthenticationFlag } from "./authentication-flags.ts";
import { pairProblems } from "./etcd-flags.ts";
import { frontProxyProblems } from "./front-proxy-problems.ts";
import { serviceAccountProblems } from "./service-account-problems.ts";

/** How users are authenticated. Paths are absolute. */
export interface AuthenticationConfig {
  /** Value of `--anonymous-auth`. Undefined if the flag is absent. */
  readonly anonymous: boolean | undefined;
  /** Whether requests without credentials are served, unless `configurationFile` says so. */
  readonly allowsAnonymous: boolean;
  /** Names of this API. Empty: the issuers of service account tokens. */
  readonly audiences: readonly string[];
  readonly tokenFile: string | undefined;
  readonly bootstrapTokens: boolean;
  readonly serviceAccounts: ServiceAccountTokenConfig;
  /** Undefined without `--oidc-issuer-url`. */
  readonly openId: OpenIdConfig | undefined;
  /** File with an AuthenticationConfiguration. */
  readonly configurationFile: string | undefined;
  /** Whether this file may say which requests without credentials are allowed. */
  readonly allowsAnonymousInFile: boolean;
  readonly webhook: TokenWebhookConfig | undefined;
  readonly frontProxy: FrontProxyConfig | undefined;
}

/** The configuration, with the content of the files that are read only at the start. */
export interface LoadedAuthentication extends AuthenticationConfig {
  /** Undefined without `tokenFile`. */
  readonly tokenFileContent: string | undefined;
  /** Client configuration of the webhook that reviews tokens. Undefined without `webhook`. */
  readonly webhookContent: string | undefined;
  /** Undefined without `configurationFile`. */
  readonly configurationContent: string | undefined;
  /** CA certificates of the OpenID provider in PEM. Undefined without `openId.caFile`. */
  readonly openIdCa: string | undefined;
  /** Which requests without credentials `configurationFile` allows. Undefined if it does not say so. */
  readonly fileAnonymous: AnonymousConfiguration | undefined;
}

/** How service account tokens are issued and verified. */
export interface ServiceAccountTokenConfig {
  /** The first one issues new tokens. Empty: the default issuer. */
  readonly issuers: readonly string[];
  /** Files with keys that verify tokens. Empty: the key of the data directory, and that of the serving certificate. */
  readonly keyFiles: readonly string[];
  /** Undefined: the key of the data directory. */
  readonly signingKeyFile: string | undefined;
  /** Whether tokens are rejected once their objects are deleted. */
  readonly lookup: boolean;
  /** `Infinity`: no limit. */
  readonly expirationMaxMs: number;
  /** Whether tokens of Pods live for a year. */
  readonly extendsExpiration: boolean;
  readonly jwksUri: string | undefined;
}

/** An OpenID provider, as the flags describe it. */
export interface OpenIdConfig {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly caFile: string | undefined;
  readonly usernameClaim: string;
  /** Undefined: the default prefix. `-`: no prefix. */
  readonly usernamePrefix: string | undefined;
  readonly groupsClaim: string | undefined;
  readonly groupsPrefix: string | undefined;
  /** `CLAIM=VALUE` */
  readonly requiredClaims: readonly string[];
  readonly signingAlgorithms: readonly string[];
}

/** A service that checks tokens. */
export interface TokenWebhookConfig {
  readonly configFile: string;
  readonly version: "v1" | "v1beta1";
  /** 0: responses are not cached. */
  readonly cacheMs: number;
}

/** Proxies that authenticate users, and pass them in request headers. */
export interface FrontProxyConfig {
  readonly caFile: string;
  /** Empty: any. */
  readonly allowedNames: readonly string[];
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

type Values = FlagValues<AuthenticationFlag>;

/** Everything besides its flags on which the configuration depends. */
export interface AuthenticationInputs {
  /** Returns a path in absolute form. */
  readonly absolute: (path: string | undefined) => string | undefined;
  /** Whether authorization excludes requests without credentials. */
  readonly excludesAnonymous: boolean;
  readonly isEnabled: (featureGate: string) => boolean;
}

/** Returns the configuration that the flags describe. */
export function authenticationConfig(
  explicitValues: ExplicitValues<AuthenticationFlag>,
  values: Values,
  { absolute, excludesAnonymous, isEnabled }: AuthenticationInputs,
): AuthenticationConfig {
  const webhookFile = absolute(values["authentication-token-webhook-config-file"]);
  return {
    anonymous: explicitValues["anonymous-auth"],
    allowsAnonymous: values["anonymous-auth"] && !excludesAnonymous,
    allowsAnonymousInFile: isEnabled("AnonymousAuthConfigurableEndpoints"),
    audiences: values["api-audiences"],
    tokenFile: absolute(values["token-auth-file"]),
    bootstrapTokens: values["enable-bootstrap-token-auth"],
    serviceAccounts: {
      issuers: values["service-account-issuer"],
      keyFiles: values["service-account-key-file"].flatMap((path) => absolute(path) ?? []),
      signingKeyFile: absolute(values["service-account-signing-key-file"]),
      lookup: values["service-account-lookup"],
      expirationMaxMs: values["service-account-max-token-expiration"] || Number.POSITIVE_INFINITY,
      extendsExpiration: values["service-account-extend-token-expiration"],
      jwksUri: values["service-account-jwks-uri"],
    },
    openId: openIdConfig(values, absolute),
    configurationFile: absolute(values["authentication-config"]),
    webhook:
      webhookFile === undefined
        ? undefined
        : {
            configFile: webhookFile,
            version: values["authentication-token-webhook-version"],
            cacheMs: values["authentication-token-webhook-cache-ttl"],
          },
    frontProxy: frontProxyConfig(values, absolute),
  };
}

/** Gate of `--authentication-config`. */
const fileGate = "StructuredAuthenticationConfiguration";

/** Returns the problems of the flags that only their combination shows. */
export function authenticationProblems(
  explicitValues: ExplicitValues<AuthenticationFlag>,
  isEnabled: (featureGate: string) => boolean,
): readonly string[] {
  return [
    ...(explicitValues["authentication-config"] === undefined || isEnabled(fileGate)
      ? []
      : [`set --feature-gates=${fileGate}=true to use authentication-config file`]),
    ...openIdProblems(explicitValues),
    ...pairProblems(explicitValues, ["requestheader-client-ca-file", "requestheader-username-headers"]),
    ...frontProxyProblems(explicitValues, isEnabled),
    ...serviceAccountProblems(explicitValues),
  ];
}

/** Flags that describe an OpenID provider. The first two are required. */
const openIdFlagNames = [
  "oidc-issuer-url",
  "oidc-client-id",
  "oidc-ca-file",
  "oidc-username-claim",
  "oidc-username-prefix",
  "oidc-groups-claim",
  "oidc-groups-prefix",
  "oidc-required-claim",
  "oidc-signing-algs",
] as const;

function openIdProblems(explicitValues: ExplicitValues<AuthenticationFlag>): readonly string[] {
  const presentFlag = openIdFlagNames.find((name) => explicitValues[name] !== undefined);
  if (presentFlag === undefined) return [];
  if (explicitValues["authentication-config"] !== undefined) {
    return [`--authentication-config and --${presentFlag} are mutually exclusive`];
  }
  const missingFlags = openIdFlagNames.slice(0, 2).filter((name) => explicitValues[name] === undefined);
  return missingFlags.map((name) => `--${presentFlag} needs --${name}`);
}

function openIdConfig(
  values: Values,
  absolute: (path: string | undefined) => string | undefined,
): OpenIdConfig | undefined {
  const { "oidc-issuer-url": issuerUrl, "oidc-client-id": clientId } = values;
  if (issuerUrl === undefined || clientId === undefined) return undefined;
  return {
    issuerUrl,
    clientId,
    caFile: absolute(values["oidc-ca-file"]),
    usernameClaim: values["oidc-username-claim"],
    usernamePrefix: values["oidc-username-prefix"],
    groupsClaim: values["oidc-groups-claim"],
    groupsPrefix: values["oidc-groups-prefix"],
    requiredClaims: values["oidc-required-claim"],
    signingAlgorithms: values["oidc-signing-algs"],
  };
}

function frontProxyConfig(
  values: Values,
  absolute: (path: string | undefined) => string | undefined,
): FrontProxyConfig | undefined {
  const caFile = absolute(values["requestheader-client-ca-file"]);
  if (caFile === undefined) return undefined;
  return {
    caFile,
    allowedNames: values["requestheader-allowed-names"],
    usernameHeaders: values["requestheader-username-headers"],
    uidHeaders: values["requestheader-uid-headers"],
    groupHeaders: values["requestheader-group-headers"],
    extraHeaderPrefixes: values["requestheader-extra-headers-prefix"],
  };
}
