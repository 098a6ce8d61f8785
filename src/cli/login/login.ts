/** `orch login`: logs in at an OpenID Connect issuer, and prints the token for other programs. */
import { formatTime } from "../../meta/time.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { printable } from "../screen/printable.ts";
import { shellWord } from "../screen/shell-word.ts";
import { exitCodes } from "../terminal.ts";
import { currentSession, storedSession } from "./current-session.ts";
import { credentialApiVersion, credentialRequest, execCredential } from "./exec-credential.ts";
import { logIn } from "./log-in.ts";
import type { LoginHost } from "./login-host.ts";
import type { LoginSettings } from "./session.ts";
import { withClientSecret } from "./with-client-secret.ts";

/** Options of `orch login`. */
export interface LoginCommand {
  /** `login` logs in. `token` prints the token as an ExecCredential, and logs in only if necessary. */
  readonly action: "login" | "token";
  readonly settings: LoginSettings;
  readonly vocabulary: VocabularyName;
  /** Absolute path of certificates that verify the issuer. Undefined: those of the system. */
  readonly caFile: string | undefined;
}

/** Logs in, and prints the user. @returns the exit code @throws LoginError */
export async function login({ settings }: LoginCommand, host: LoginHost): Promise<number> {
  const stored = await storedSession(settings, host);
  const { idToken } = await withClientSecret(settings, stored, (complete) => logIn(complete, host));
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
  command: LoginCommand,
  host: LoginHost,
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const request = credentialRequest(env, command.vocabulary);
  const isInteractive = request.interactive ?? host.isInteractive;
  const session = await currentSession(command.settings, { ...host, isInteractive }, repairOf(command));
  host.terminal.out(execCredential(session, request));
  return exitCodes.fine;
}

/**
 * Returns the credential plugin that prints the tokens of a login.
 * @param program command line that runs `orch`
 */
export function loginPlugin(login: LoginCommand, program: readonly string[]): object {
  const [command, ...programArgs] = program;
  return {
    apiVersion: credentialApiVersion(vocabularies[login.vocabulary]),
    command,
    args: [...programArgs, "login", "token", ...loginFlags(login)],
    interactiveMode: "IfAvailable",
    provideClusterInfo: false,
  };
}

/**
 * Returns the command line that stores the login which `orch login token` reads. It does not change the client
 * configuration, because its user runs `orch login token` already.
 */
function repairOf(command: LoginCommand): string {
  return ["orch", "login", ...loginFlags(command), "--configure=false"].map(shellWord).join(" ");
}

/** Returns the flags that name the same login again. They do not include the client secret, which others could read. */
function loginFlags({ settings, vocabulary, caFile }: LoginCommand): readonly string[] {
  const { issuerUrl, clientId, scopes, usesDevice, port, opensBrowser } = settings;
  return [
    `--issuer-url=${issuerUrl}`,
    `--client-id=${clientId}`,
    `--scopes=${scopes.join(",")}`,
    ...(caFile === undefined ? [] : [`--ca-file=${caFile}`]),
    ...(usesDevice ? ["--device"] : []),
    ...(port === 0 ? [] : [`--port=${port}`]),
    ...(opensBrowser ? [] : ["--open-browser=false"]),
    ...(vocabulary === "orch" ? [] : [`--vocabulary=${vocabulary}`]),
  ];
}
