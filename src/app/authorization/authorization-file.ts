/** Reads an AuthorizationConfiguration, and the client configuration files that it names. */
import { statSync } from "node:fs";
import { type AuthorizerSettings, authorizersOfFile, type CheckCondition } from "../../authz/configuration/index.ts";
import { checkConditions } from "../../authz/webhook/index.ts";
import type { Clock } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { isErrno, readIfPresent } from "../machine/files.ts";
import { checkWebhookFiles } from "./access-webhook.ts";

/** The spelling of a file, what it must match, and the clock for credential plugins of its webhooks. */
export interface AuthorizationFileOptions {
  readonly clock: Clock;
  readonly vocabulary: Vocabulary;
  /** Policy file of the type ABAC. */
  readonly policyFile: string | undefined;
  /** Types with which the server has started. Undefined: it starts now. */
  readonly initialTypes?: readonly string[] | undefined;
}

/**
 * Returns the authorizers in the content of a file.
 * @throws ConfigurationError with all faults
 */
export async function authorizersIn(
  content: string,
  { clock, vocabulary, policyFile, initialTypes }: AuthorizationFileOptions,
): Promise<readonly AuthorizerSettings[]> {
  const authorizers = authorizersOfFile(content, {
    vocabulary,
    initialTypes,
    checkCondition: content.includes("matchConditions") ? await checkConditions(vocabulary) : noConditions,
    fileFault,
    readFile,
  });
  if (policyFile === undefined && authorizers.some(({ type }) => type === "ABAC")) {
    throw new ConfigurationError("the authorizer type ABAC requires --authorization-policy-file");
  }
  await checkWebhookFiles(authorizers, { clock, vocabulary: vocabulary.name });
  return authorizers;
}

/** The check for files without conditions, for which the expression engine is not loaded. */
const noConditions: CheckCondition = () => undefined;

/** Go's texts of the errors that occur most often. */
const errnoTexts = { ENOENT: "no such file or directory", ENOTDIR: "not a directory", EACCES: "permission denied" };

function fileFault(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? undefined : "must be a regular file";
  } catch (error) {
    const text = Object.entries(errnoTexts).find(([code]) => isErrno(error, code))?.[1];
    return `error loading file: stat ${path}: ${text ?? reasonOf(error)}`;
  }
}

function readFile(path: string): string {
  const content = readIfPresent(path);
  if (content === undefined) throw new ConfigurationError(`file ${path} does not exist`);
  return content;
}
