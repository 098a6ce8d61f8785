/** `orch login`: logs in at an OpenID Connect issuer, and prints the token for other programs. */
import { formatTime } from "../../meta/time.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { printable } from "../screen/printable.ts";
import { exitCodes } from "../terminal.ts";
import { currentSession } from "./current-session.ts";
import { credentialApiVersion, credentialRequest, execCredential } from "./exec-credential.ts";
import { logIn } from "./log-in.ts";
import type { LoginHost } from "./login-host.ts";
import type { LoginSettings } from "./session.ts";

/** Options of `orch login`. */
export interface LoginCommand {
  /** `login` logs in. `token` prints the token as an ExecCredential, and logs in only if necessary. */
  readonly action: "login" | "token";
  readonly settings: LoginSettings;
  readonly vocabulary: VocabularyName;
}

/** Logs in, and prints the user. @returns the exit code @throws LoginError */
export async function login({ settings }: LoginCommand, host: LoginHost): Promise<number> {
  const { idToken } = await logIn(settings, host);
  const expires = formatTime(idToken.expiresMs);
  host.terminal.out(
    `${printable(`logged in at ${settings.issuerUrl} as ${idToken.subject}; the token expires at ${expires}`)}\n`,
  );
  return exitCodes.fine;
}

/**
 * Prints an ExecCredential with a usable token.
 * @param env environment, in which a client passes its request
 * @returns the exit code @throws LoginError, CommandError
 */
export async function printCredential(
  { settings, vocabulary }: LoginCommand,
  host: LoginHost,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const request = credentialRequest(env, vocabulary);
  const isInteractive = request.interactive ?? host.isInteractive;
  const session = await currentSession(settings, { ...host, isInteractive });
  host.terminal.out(execCredential(session, request));
  return exitCodes.fine;
}

/** Returns the credential plugin that prints the tokens of a login. @param program command line that runs `orch` */
export function loginPlugin(
  { settings, vocabulary }: LoginCommand,
  { program, caFile }: { readonly program: readonly string[]; readonly caFile: string | undefined },
): object {
  const { issuerUrl, clientId, scopes, usesDevice, port, opensBrowser } = settings;
  const [command, ...programArgs] = program;
  const args = [
    ...programArgs,
    "login",
    "token",
    `--issuer-url=${issuerUrl}`,
    `--client-id=${clientId}`,
    `--scopes=${scopes.join(",")}`,
    ...(caFile === undefined ? [] : [`--ca-file=${caFile}`]),
    ...(usesDevice ? ["--device"] : []),
    ...(port === 0 ? [] : [`--port=${port}`]),
    ...(opensBrowser ? [] : ["--open-browser=false"]),
    ...(vocabulary === "orch" ? [] : [`--vocabulary=${vocabulary}`]),
  ];
  return {
    apiVersion: credentialApiVersion(vocabularies[vocabulary]),
    command,
    args,
    interactiveMode: "IfAvailable",
    provideClusterInfo: false,
  };
}
