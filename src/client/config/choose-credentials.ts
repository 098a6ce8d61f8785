/** Chooses the credentials of a user entry, and rejects entries with contradictory ones. */
import type { Clock } from "../../base/clock.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { UserConfig } from "./client-config.ts";
import type { ConfigProblem } from "./config-error.ts";
import { basic, bearer, type Certificate, CredentialError, type Credentials } from "./credentials.ts";
import { type ExecCluster, execPlugin } from "./exec-plugin.ts";
import { pairFault } from "./pem.ts";
import { PluginCredentials } from "./plugin-credentials.ts";
import { decodeData } from "./read-data.ts";
import { RefreshedValue } from "./refreshed-value.ts";
import type { PluginHost } from "./run-plugin.ts";
import type { ConfigSource } from "./source.ts";
import {
  type CredentialPart,
  certificatePeriodMs,
  constantSource,
  isSamePair,
  readText,
  tokenFile,
  UserCredentials,
} from "./user-credentials.ts";

/** Context of `userCredentials()`. */
export interface CredentialOptions {
  readonly source: ConfigSource;
  readonly clock: Clock;
  /** Receives the problems of the user entry. */
  readonly problems: ConfigProblem[];
  readonly host: PluginHost;
  readonly vocabulary: Vocabulary;
  /** Cluster information that a plugin receives if its entry requests it. */
  readonly cluster: ExecCluster;
}

/**
 * Returns the credentials of a user entry. Anonymous credentials if `user` is undefined. @returns undefined if problems
 * were found
 */
export async function userCredentials(
  user: UserConfig | undefined,
  options: CredentialOptions,
): Promise<Credentials | undefined> {
  if (!user) return new UserCredentials(constantSource({}), constantSource(undefined));
  const { problems, host } = options;
  const before = problems.length;
  rejectMixtures(user, problems);
  if (problems.length > before) return undefined;
  if (user.exec) {
    const plugin = execPlugin(user.exec, options);
    return plugin && new PluginCredentials(plugin, host);
  }
  const headers = chooseHeaders(user, options);
  const certificate = await chooseCertificate(user, options);
  return problems.length > before ? undefined : new UserCredentials(headers, certificate);
}

/** Reports combinations of credentials of which only one could take effect. */
function rejectMixtures(user: UserConfig, problems: ConfigProblem[]): void {
  const { file, field } = user;
  const reject = (name: string, rule: string): void => void problems.push({ file, field: `${field}${name}`, rule });
  if (user.authProvider !== undefined) {
    const name = user.authProvider === "" ? "" : ` ${user.authProvider}`;
    reject(".auth-provider", `the provider${name} is not supported; use a credential plugin (exec) instead`);
  }
  const ways = [
    (user.token ?? user.tokenFile) !== undefined && "a token",
    (user.username ?? user.password) !== undefined && "username and password",
    user.exec && "exec",
  ].filter((way) => typeof way === "string");
  if (ways.length > 1) reject("", `has ${ways.join(" and ")}; only one of them is allowed`);
  if (user.exec && hasCertificate(user)) reject("", "has exec and a client certificate; only one of them is allowed");
  if (user.password !== undefined && user.username === undefined) reject(".username", "is required beside password");
  if (user.username?.includes(":")) reject(".username", "may not hold a colon");
}

function hasCertificate(user: UserConfig): boolean {
  const { clientCertificate, clientCertificateData, clientKey, clientKeyData } = user;
  return (clientCertificate ?? clientCertificateData ?? clientKey ?? clientKeyData) !== undefined;
}

function chooseHeaders(user: UserConfig, options: CredentialOptions): CredentialPart<Readonly<Record<string, string>>> {
  const { file, field, token, username, password = "" } = user;
  const origin = `${field} in ${file}`;
  if (username !== undefined) return constantSource(basic(username, password));
  try {
    if (user.tokenFile !== undefined) return tokenFile(user.tokenFile, token, { ...options, origin });
    return constantSource(token === undefined ? {} : bearer(token, origin));
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    options.problems.push({ file, field: `${field}.token`, rule: "holds characters that no header can carry" });
    return constantSource({});
  }
}

async function chooseCertificate(
  user: UserConfig,
  { source, clock, problems }: CredentialOptions,
): Promise<CredentialPart<Certificate | undefined>> {
  if (!hasCertificate(user)) return constantSource(undefined);
  const { file, field } = user;
  const origin = `${field} in ${file}`;
  const part = (data: string | undefined, path: string | undefined, name: string): Part | undefined => {
    if (data !== undefined) {
      const text = decodeData(data, { origin: user, name: `${name}-data` }, problems);
      return text === undefined ? undefined : { read: async () => text, isFile: false };
    }
    if (path !== undefined) return { read: () => readText(source, path, origin), isFile: true };
    problems.push({
      file,
      field: `${field}.${name}`,
      rule: "is required: a client certificate and its key go together",
    });
    return undefined;
  };
  const cert = part(user.clientCertificateData, user.clientCertificate, "client-certificate");
  const key = part(user.clientKeyData, user.clientKey, "client-key");
  if (!cert || !key) return constantSource(undefined);
  const read = async (): Promise<Certificate> => {
    const pair = { cert: await cert.read(), key: await key.read() };
    const fault = pairFault(pair);
    if (fault !== undefined) throw new CredentialError(`the client certificate of ${origin} cannot be used: ${fault}`);
    return pair;
  };
  const isOfFiles = cert.isFile || key.isFile;
  const periodMs = isOfFiles ? certificatePeriodMs : Number.POSITIVE_INFINITY;
  const pair = new RefreshedValue({ clock, periodMs, read, isSame: isSamePair });
  try {
    // Read once, to report problems now instead of at the first request.
    await pair.current();
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    problems.push({ file, field: `${field}.client-certificate`, rule: error.message });
  }
  return pair;
}

interface Part {
  readonly read: () => Promise<string>;
  readonly isFile: boolean;
}
