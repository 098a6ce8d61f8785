/** Reads the request that clients pass to credential plugins, and prints their response. */
import { isJsonObject } from "../../base/json-object.ts";
import { formatTime } from "../../meta/time.ts";
import {
  groupName,
  type Vocabulary,
  type VocabularyName,
  variable,
  vocabularies,
  vocabularyNames,
} from "../../meta/vocabulary.ts";
import { CommandError } from "../terminal.ts";
import type { Session } from "./session.ts";

/** The request of a client. */
export interface CredentialRequest {
  readonly apiVersion: string;
  /** Whether the plugin may ask the user. Undefined if no client runs the plugin. */
  readonly interactive: boolean | undefined;
}

/** Returns the API version of credentials, such as `client.authentication.orch.io/v1`. */
export function credentialApiVersion(vocabulary: Vocabulary): string {
  return vocabulary.bind(groupName("client.authentication/v1"));
}

/**
 * Returns the request in the environment: in the variable of the vocabulary, or of another one.
 * @throws CommandError if the variable holds no valid request
 */
export function credentialRequest(
  env: Readonly<Record<string, string | undefined>>,
  vocabulary: VocabularyName,
): CredentialRequest {
  const names = [vocabulary, ...vocabularyNames].map((name) => vocabularies[name].bind(variable("EXEC_INFO")));
  const name = names.find((one) => (env[one] ?? "") !== "");
  if (name === undefined) return { apiVersion: credentialApiVersion(vocabularies[vocabulary]), interactive: undefined };
  const reject = (problem: string): CommandError => new CommandError(`${name} ${problem}`);
  const request = parseRequest(env[name] ?? "");
  if (request?.["kind"] !== "ExecCredential") throw reject("does not hold a JSON object of kind ExecCredential");
  const apiVersions = vocabularyNames.flatMap((one) =>
    ["v1", "v1beta1"].map((version) => vocabularies[one].bind(groupName(`client.authentication/${version}`))),
  );
  const apiVersion = apiVersions.find((one) => one === request["apiVersion"]);
  if (apiVersion === undefined) throw reject(`has an apiVersion that is not one of ${apiVersions.join(", ")}`);
  const { spec } = request;
  return { apiVersion, interactive: isJsonObject(spec) && spec["interactive"] === true };
}

function parseRequest(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const request: unknown = JSON.parse(text);
    return isJsonObject(request) ? request : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the ExecCredential with the token of a session. */
export function execCredential({ idToken }: Session, { apiVersion, interactive }: CredentialRequest): string {
  const status = { expirationTimestamp: formatTime(idToken.expiresMs), token: idToken.text };
  const spec = { interactive: interactive ?? false };
  return `${JSON.stringify({ kind: "ExecCredential", apiVersion, spec, status })}\n`;
}
