/** Credentials for admission webhooks. A client configuration has them as users that are named after the hosts of webhooks. */
import { dirname } from "node:path";
import type { Clock } from "../../base/clock.ts";
import {
  type ClientConfig,
  type ClusterConfig,
  ConfigError,
  CredentialError,
  type Credentials,
  impersonationHeaders,
  loadConfig,
  resolveConfig,
} from "../../client/config/index.ts";
import { WebhookError, type WebhookRequest } from "../../egress/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { goQuote } from "../../meta/go-quote.ts";
import { product, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { machineSource } from "../connection/machine-source.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";

/** Returns the credentials for a host, with its port: `images.example.com:443`. @throws WebhookError if they cannot be obtained */
type CredentialsForHost = (
  host: string,
) => Promise<Pick<WebhookRequest, "headers" | "clientCertificate" | "clientKey">>;

/** The client configuration that has the users. */
interface UsersFile {
  readonly kubeConfigFile: string;
}

/** The clock, and the vocabulary of the cluster. */
export interface WebhookUsersOptions {
  readonly clock: Clock;
  readonly vocabulary: VocabularyName;
}

/** Checks that the client configuration of a plugin can be read. @throws ConfigurationError */
export async function checkWebhookUsers(
  plugin: string,
  settings: UsersFile,
  { vocabulary }: WebhookUsersOptions,
): Promise<void> {
  try {
    await load(settings, vocabulary);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigurationError(`couldn't init admission plugin ${goQuote(plugin)}: ${error.message}`, {
      cause: error,
    });
  }
}

/** Returns the function that finds the credentials for a host. The configuration is read with the first request. */
export function webhookCredentials(settings: UsersFile, options: WebhookUsersOptions): CredentialsForHost {
  let users: Promise<WebhookUsers> | undefined;
  return async (host) => {
    try {
      users ??= load(settings, options.vocabulary).then((config) => new WebhookUsers(config, options));
      return await (await users).credentialsFor(host);
    } catch (error) {
      if (!(error instanceof ConfigError || error instanceof CredentialError)) throw error;
      throw new WebhookError(error.message, { isTransient: false });
    }
  };
}

async function load({ kubeConfigFile }: UsersFile, vocabulary: VocabularyName): Promise<ClientConfig> {
  const source = { ...sourceOf(kubeConfigFile) };
  return await loadConfig({ path: kubeConfigFile, source, vocabulary });
}

function sourceOf(path: string) {
  return {
    readFile: machineSource.readFile.bind(machineSource),
    env: machineSource.env,
    cwd: dirname(path),
    homeDir: machineSource.homeDir,
  };
}

interface UserCredentials {
  readonly credentials: Credentials;
  readonly headers: NonNullable<WebhookRequest["headers"]>;
}

/** The users of a client configuration. */
class WebhookUsers {
  readonly #config: ClientConfig;
  readonly #options: WebhookUsersOptions;
  readonly #apiServer: string;
  readonly #resolved = new Map<string, Promise<UserCredentials>>();

  constructor(config: ClientConfig, options: WebhookUsersOptions) {
    this.#config = config;
    this.#options = options;
    this.#apiServer = `${vocabularies[options.vocabulary].bind(product(".default.svc"))}:443`;
  }

  async credentialsFor(host: string): ReturnType<CredentialsForHost> {
    const name = this.#userNameFor(host);
    if (name === undefined) return {};
    let user = this.#resolved.get(name);
    if (!user) {
      user = this.#resolve(name);
      this.#resolved.set(name, user);
    }
    const { credentials, headers } = await user;
    const current = await credentials.current(new AbortController().signal);
    const { certificate } = current;
    return {
      headers: { ...current.headers, ...headers },
      ...(certificate ? { clientCertificate: certificate.cert, clientKey: certificate.key } : {}),
    };
  }

  /**
   * Returns the name of the user for a host: the host itself, with a star instead of its first labels, the same without the port
   * 443, a single star, or the user of the current context. Undefined if there is none.
   */
  #userNameFor(host: string): string | undefined {
    const { users, contexts, currentContext } = this.#config;
    const withoutPort = host.endsWith(":443") ? [host.slice(0, -":443".length)] : [];
    const found = [host, ...withoutPort].flatMap(namesFor).find((name) => users.has(name));
    if (found !== undefined || host === this.#apiServer) return found;
    if (users.has("*")) return "*";
    const current = currentContext === undefined ? undefined : contexts.get(currentContext)?.user;
    return current !== undefined && users.has(current) ? current : undefined;
  }

  async #resolve(user: string): Promise<UserCredentials> {
    const { clock, vocabulary } = this.#options;
    const [file = ""] = this.#config.files;
    const runner = new NodeProcessRunner({ noTerminal: "a server asks nobody", clock });
    const clusters = new Map([[clusterName, clusterIn(file)]]);
    const config = { ...this.#config, currentContext: undefined, clusters };
    const source = sourceOf(file);
    const { credentials, impersonate } = await resolveConfig(config, {
      cluster: clusterName,
      user,
      source,
      runner,
      vocabulary,
      clock,
    });
    return { credentials, headers: impersonate ? impersonationHeaders(impersonate) : {} };
  }
}

function namesFor(host: string): readonly string[] {
  const labels = host.split(".");
  return [host, ...labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join(".")}`)];
}

const clusterName = "webhook";

/** Returns a cluster for the resolution of a user. Only the user's credentials are taken from the result. */
function clusterIn(file: string): ClusterConfig {
  return {
    file,
    field: "",
    server: "https://webhook.invalid",
    tlsServerName: undefined,
    insecureSkipTlsVerify: false,
    certificateAuthority: undefined,
    certificateAuthorityData: undefined,
    proxyUrl: undefined,
    disableCompression: true,
    extensions: new Map(),
  };
}
