/** The configuration of authorization. It is plain data, so that all processes of a server can get it. */
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
  /** Undefined without `policyFile`. */
  readonly policyContent: string | undefined;
  /** Client configuration of the webhook. Undefined without `webhook`. */
  readonly webhookContent: string | undefined;
  /** Undefined without `configurationFile`. */
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

/** Returns the problems of the flags that only other code can check, and those that only their combination shows. */
export function authorizationProblems(explicitValues: ExplicitValues<AuthorizationFlag>): readonly string[] {
  const { "authorization-mode": modes = [] } = explicitValues;
  const names: readonly string[] = authorizationModes;
  const unknown = modes.filter((mode) => !names.includes(mode));
  return unknown.map((mode) => `--authorization-mode: ${JSON.stringify(mode)} is not one of ${names.join(", ")}`);
}
