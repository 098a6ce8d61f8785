/** The configuration of authorization. It is plain data, so that all processes of a server can get it. */
import type { Policy } from "../../authz/abac/index.ts";
import type { AuthorizerSettings } from "../../authz/configuration/index.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { ExplicitValues, FlagValues } from "../flags/flag-spec.ts";
import type { AuthorizationFlag } from "./authorization-flags.ts";

/** Names of the authorizers that flags can select. */
export const authorizationModes = ["AlwaysAllow", "AlwaysDeny", "ABAC", "Webhook", "RBAC", "Node"] as const;

/** An authorizer that flags can select. */
export type AuthorizationMode = (typeof authorizationModes)[number];

/** Authorizers of a server and their files. Paths are absolute. */
export interface AuthorizationConfig {
  /** In the order in which they are asked. They have no effect with `configurationFile`. */
  readonly modes: readonly AuthorizationMode[];
  /** File with an AuthorizationConfiguration. */
  readonly configurationFile: string | undefined;
  /** File with the policies of the mode ABAC. */
  readonly policyFile: string | undefined;
  /** Undefined without the mode Webhook. */
  readonly webhook: AccessWebhookConfig | undefined;
  /** Whether denials say what is missing, to users who may read roles. */
  readonly explainsDenials: boolean;
}

/** The configuration, with the content of the files that are read only at the start. */
export interface LoadedAuthorization extends AuthorizationConfig {
  /** In the order in which they are called. */
  readonly authorizers: readonly AuthorizerSettings[];
  /** Types of the authorizers with which the server has started. They limit how `configurationFile` may change. */
  readonly initialTypes: readonly string[];
  /** Policies of the mode ABAC. Undefined without `policyFile`. */
  readonly policies: readonly Policy[] | undefined;
  /** The content from which `authorizers` was read. Undefined without `configurationFile`. */
  readonly configurationContent: string | undefined;
}

/** A service that reviews access. */
export interface AccessWebhookConfig {
  readonly configFile: string;
  readonly version: "v1" | "v1beta1";
  /** 0: permissions are not kept. */
  readonly authorizedMs: number;
  /** 0: refusals are not kept. */
  readonly unauthorizedMs: number;
}

/** Returns the configuration that the flags describe. @param absolute returns a path in absolute form */
export function authorizationConfig(
  values: FlagValues<AuthorizationFlag>,
  absolute: (path: string | undefined) => string | undefined,
): AuthorizationConfig {
  const webhookFile = absolute(values["authorization-webhook-config-file"]);
  return {
    modes: values["authorization-mode"] as readonly AuthorizationMode[],
    configurationFile: absolute(values["authorization-config"]),
    policyFile: absolute(values["authorization-policy-file"]),
    webhook:
      webhookFile === undefined
        ? undefined
        : {
            configFile: webhookFile,
            version: values["authorization-webhook-version"],
            authorizedMs: values["authorization-webhook-cache-authorized-ttl"],
            unauthorizedMs: values["authorization-webhook-cache-unauthorized-ttl"],
          },
    explainsDenials: values["explain-denials"],
  };
}

/** Flags that `--authorization-config` excludes. */
const excludedFlags = [
  "authorization-mode",
  "authorization-webhook-config-file",
  "authorization-webhook-version",
  "authorization-webhook-cache-authorized-ttl",
  "authorization-webhook-cache-unauthorized-ttl",
] as const;

/** Returns the problems of the flags that only other code can check, and those that only their combination shows. */
export function authorizationProblems(explicitValues: ExplicitValues<AuthorizationFlag>): readonly string[] {
  if (explicitValues["authorization-config"] === undefined) return modeProblems(explicitValues);
  if (excludedFlags.every((name) => explicitValues[name] === undefined)) return [];
  return [
    "--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined",
  ];
}

/** Returns the problems of the modes, in the reference's words and order. */
function modeProblems({
  "authorization-mode": explicitModes,
  "authorization-policy-file": policyFile,
  "authorization-webhook-config-file": webhookFile,
}: ExplicitValues<AuthorizationFlag>): readonly string[] {
  const names: readonly string[] = authorizationModes;
  const modes = explicitModes ?? [];
  return [
    ...(explicitModes?.length === 0 ? ["at least one authorization-mode must be passed"] : []),
    ...modes.flatMap((mode) => [
      ...(names.includes(mode) ? [] : [`authorization-mode ${goQuote(mode)} is not a valid mode`]),
      ...(mode === "ABAC" && policyFile === undefined
        ? ["authorization-mode ABAC's authorization policy file not passed"]
        : []),
      ...(mode === "Webhook" && webhookFile === undefined
        ? ["authorization-mode Webhook's authorization config file not passed"]
        : []),
    ]),
    ...(policyFile === undefined || modes.includes("ABAC")
      ? []
      : ["cannot specify --authorization-policy-file without mode ABAC"]),
    ...(webhookFile === undefined || modes.includes("Webhook")
      ? []
      : ["cannot specify --authorization-webhook-config-file without mode Webhook"]),
    ...(new Set(modes).size === modes.length
      ? []
      : [`authorization-mode [${modes.map((mode) => goQuote(mode)).join(" ")}] has mode specified more than once`]),
  ];
}

/** Whether the modes exclude requests without credentials: they would be allowed everything. */
export function excludesAnonymous({ "authorization-mode": modes = [] }: ExplicitValues<AuthorizationFlag>): boolean {
  return modes.includes("AlwaysAllow");
}
