/** Reads a configuration file, and returns the settings of its authorizers. */

import { assert } from "../../base/assert.ts";
import { readConfigurationFile } from "../../codec/index.ts";
import {
  ConfigurationError,
  configurationErrorOf,
  configurationErrorWith,
  withErrorPrefix,
} from "../../meta/configuration/configuration-error.ts";
import { machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { authorizerTypes, configurationFaults } from "./authorizer-rules.ts";
import type { AuthorizerSettings, WebhookSettings } from "./authorizer-settings.ts";
import type { ConfigurationContext } from "./configuration-context.ts";
import {
  type AuthorizationConfiguration,
  type AuthorizerConfiguration,
  configurationSchema,
  configurationVersions,
  type WebhookConfiguration,
} from "./schema.ts";
import { failurePolicies, reviewVersions, webhookTimes } from "./webhook-rules.ts";

/** The reference's name of its table of configuration types. */
const typeTable = machineryLabel("apiserver/pkg/apis/apiserver/load/load.go:32");

const unreadable = "failed to load AuthorizationConfiguration from file: ";

/**
 * Returns the authorizers in a configuration file.
 * @param content YAML or JSON
 * @throws ConfigurationError with all faults, in the reference's words
 */
export function authorizersOfFile(content: string, context: ConfigurationContext): readonly AuthorizerSettings[] {
  const configuration = readConfiguration(content, context.vocabulary);
  const faults = configurationFaults(configuration, context);
  if (faults.length > 0) throw configurationErrorOf(faults);
  const { authorizers = [] } = configuration;
  const problems = [...wrongNames(authorizers), ...missingTypes(authorizers, context.initialTypes)];
  if (problems.length > 0) throw configurationErrorWith(problems);
  checkAddedTypes(authorizers, context.initialTypes);
  return authorizers.map((authorizer) => settingsOf(authorizer, context));
}

function readConfiguration(content: string, vocabulary: Vocabulary): AuthorizationConfiguration {
  if (content === "") return {};
  return withErrorPrefix(unreadable, () =>
    readConfigurationFile(Buffer.from(content), {
      vocabulary,
      kind: "AuthorizationConfiguration",
      schemas: new Map(configurationVersions.map((version) => [version, configurationSchema(version)])),
      typeTable: vocabulary.bind(typeTable),
    }),
  );
}

/** Returns messages about authorizers without settings whose name is not their type in lower case. */
function wrongNames(authorizers: readonly AuthorizerConfiguration[]): readonly string[] {
  return authorizers
    .filter(({ type, name }) => type !== "Webhook" && name !== authorizerName(type))
    .map(({ type, name }) => `expected name ${authorizerName(type)} for authorizer ${type} instead of ${name}`);
}

/** Returns the message about authorizers with which the server has started and that its new configuration lacks. */
function missingTypes(
  authorizers: readonly AuthorizerConfiguration[],
  initialTypes: readonly string[] | undefined = [],
): readonly string[] {
  const types = new Set(authorizers.map(({ type }) => type));
  const missing = initialTypes.filter((type) => type !== "Webhook" && !types.has(type));
  return missing.length === 0 ? [] : [`missing required types: [${[...new Set(missing)].toSorted().join(" ")}]`];
}

/** Authorizers that only the start of a server can enable, because they need files or objects of the cluster. */
const initialOnly = ["ABAC", "Node", "RBAC"];

function checkAddedTypes(
  authorizers: readonly AuthorizerConfiguration[],
  initialTypes: readonly string[] | undefined,
): void {
  const added = authorizers.find(({ type }) => initialOnly.includes(type) && initialTypes?.includes(type) === false);
  if (!added) return;
  const rule = "is not allowed if it was not enabled at initial server startup";
  throw new ConfigurationError(`authorizer type ${added.type} ${rule}`);
}

/** Returns the name of an authorizer without settings. */
export function authorizerName(type: string): string {
  return type.toLowerCase();
}

function settingsOf(
  { type: typeName, name, webhook }: AuthorizerConfiguration,
  context: ConfigurationContext,
): AuthorizerSettings {
  const type = checked(authorizerTypes, typeName);
  if (type !== "Webhook") return { type, name };
  assert(webhook, "a webhook has settings");
  return { type, name, webhook: webhookSettings(name, webhook, context) };
}

function webhookSettings(
  name: string,
  webhook: WebhookConfiguration,
  { readFile }: ConfigurationContext,
): WebhookSettings {
  const { kubeConfigFile: configFile } = webhook.connectionInfo;
  assert(configFile !== undefined, "a webhook has a client configuration file");
  return {
    name,
    ...webhookTimes(webhook),
    reviewVersion: checked(reviewVersions, webhook.subjectAccessReviewVersion),
    failurePolicy: checked(failurePolicies, webhook.failurePolicy),
    configFile,
    configContent: readFile(configFile),
    matchConditions: (webhook.matchConditions ?? []).map(({ expression }) => expression),
  };
}

/** Returns the choice that a text names. The rules have been checked, so there is one. */
function checked<T extends string>(choices: readonly T[], text: string): T {
  const choice = choices.find((one) => one === text);
  assert(choice !== undefined, "the rules check this choice");
  return choice;
}
