/** Reads the files of authorization that count only at the start of a server. */
import { type Policy, readPolicies } from "../../authz/abac/index.ts";
import { type AuthorizerSettings, authorizerName } from "../../authz/configuration/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { AuthorizationConfig, AuthorizationMode, LoadedAuthorization } from "../config/authorization-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import { checkWebhookFiles } from "./access-webhook.ts";
import { authorizersIn } from "./authorization-file.ts";

/** Everything besides the configuration that its files need. */
export interface LoadAuthorizationOptions {
  readonly clock: Clock;
  readonly vocabulary: VocabularyName;
  readonly logger: Logger;
}

const fileFlag = "--authorization-config";
const policyFlag = "--authorization-policy-file";
const webhookFlag = "--authorization-webhook-config-file";

/**
 * Reads the files, and returns the authorizers that they and the flags describe.
 * @throws StartupError if one of the files cannot be used
 */
export async function loadAuthorization(
  config: AuthorizationConfig,
  options: LoadAuthorizationOptions,
): Promise<LoadedAuthorization> {
  const { configurationFile: path, policyFile } = config;
  const configurationContent = path === undefined ? undefined : readFlagFile(fileFlag, path);
  const vocabulary = vocabularies[options.vocabulary];
  const policies = await loadPolicies(config, options);
  const authorizers =
    configurationContent === undefined
      ? await startingWith(webhookFlag, async () => await authorizersOfFlags(config, options))
      : await startingWith(
          `${fileFlag}: ${path}`,
          async () => await authorizersIn(configurationContent, { clock: options.clock, vocabulary, policyFile }),
        );
  return {
    ...config,
    configurationContent,
    policies,
    authorizers,
    initialTypes: authorizers.map(({ type }) => type),
  };
}

async function loadPolicies(
  { policyFile: path }: AuthorizationConfig,
  { vocabulary, logger }: LoadAuthorizationOptions,
): Promise<readonly Policy[] | undefined> {
  if (path === undefined) return undefined;
  const file = { path, content: readFlagFile(policyFlag, path), vocabulary: vocabularies[vocabulary] };
  const { policies, hasUnversioned } = await startingWith(policyFlag, () => readPolicies(file));
  if (hasUnversioned) logger.warning("the policy file contains policies without apiVersion and kind", { path });
  return policies;
}

/** Time limit of the webhook of the flags, and what follows from its failures, as in the reference. */
const flagWebhook = { timeoutMs: 30_000, failurePolicy: "NoOpinion", matchConditions: [] } as const;
/** Name of the webhook of the flags. */
const flagWebhookName = "default";

async function authorizersOfFlags(
  config: AuthorizationConfig,
  options: LoadAuthorizationOptions,
): Promise<readonly AuthorizerSettings[]> {
  const authorizers = config.modes.map((mode) => settingsOfMode(mode, config));
  await checkWebhookFiles(authorizers, options);
  return authorizers;
}

function settingsOfMode(mode: AuthorizationMode, { webhook }: AuthorizationConfig): AuthorizerSettings {
  if (mode !== "Webhook") return { type: mode, name: authorizerName(mode) };
  if (!webhook) throw new StartupError(`the mode ${mode} requires ${webhookFlag}`);
  const { configFile, version: reviewVersion, authorizedMs, unauthorizedMs } = webhook;
  const configContent = readFlagFile(webhookFlag, configFile);
  const name = flagWebhookName;
  return {
    type: mode,
    name,
    webhook: { name, configFile, configContent, reviewVersion, authorizedMs, unauthorizedMs, ...flagWebhook },
  };
}

/** Calls a function whose ConfigurationErrors prevent the start. @param subject flag or file that the message names */
async function startingWith<T>(subject: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new StartupError(`${subject}: ${error.message}`, { cause: error });
  }
}
