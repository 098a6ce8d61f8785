/** The clients of the controllers in a separate process. */
import type { Clock } from "../../base/clock.ts";
import type { ResolvedConfig } from "../../client/config/index.ts";
import { Client, type Transport } from "../../client/index.ts";
import type { ControllerName } from "../../controllers/index.ts";
import { component, systemNamespace, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { transportOf } from "../connection/transport-of.ts";
import { packageVersion } from "../machine/package-version.ts";
import { AccountCredentials } from "./account-credentials.ts";

/** The server, and how controllers identify themselves. */
export interface ControllerClientsOptions {
  /** The server, and the credentials of the controller manager. */
  readonly config: ResolvedConfig;
  readonly vocabulary: VocabularyName;
  readonly clock: Clock;
  /** Whether each controller acts as its own ServiceAccount. Otherwise all of them act as the controller manager. */
  readonly usesAccounts: boolean;
}

/** Makes clients. Those that act as the controller manager share one connection. */
export class ControllerClients implements AsyncDisposable {
  readonly #options: ControllerClientsOptions;
  readonly #transport: Transport;

  constructor(options: ControllerClientsOptions) {
    this.#options = options;
    this.#transport = transportOf(options.config, options.clock);
  }

  /** Returns the client of a controller. It acts as the controller's ServiceAccount, if the options require it. */
  ofController(controller: ControllerName): Client {
    const { name, account } = controller;
    if (!this.#options.usesAccounts || account === undefined) return this.ofManager(name);
    return this.#client(name, this.#accountTransport(account));
  }

  /** Returns a client that acts as the controller manager. @param purpose part of its user agent */
  ofManager(purpose: string): Client {
    // Other clients still use the connection when this client is closed.
    return this.#client(purpose, { send: (request) => this.#transport.send(request), close: async () => undefined });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport.close();
  }

  /** Returns a transport without the certificate of the controller manager, which would take precedence over a token. */
  #accountTransport(account: string): Transport {
    const { config, vocabulary, clock } = this.#options;
    const { impersonate: _, ...server } = config;
    const names = vocabularies[vocabulary];
    const credentials = new AccountCredentials({
      client: this.ofManager("tokens"),
      namespace: names.bind(systemNamespace("system")),
      account,
      vocabulary: names,
      clock,
    });
    return transportOf({ ...server, credentials }, clock);
  }

  #client(purpose: string, transport: Transport): Client {
    const { vocabulary, clock } = this.#options;
    const program = vocabularies[vocabulary].bind(component("controller-manager"));
    const agent = `${program}/${packageVersion()} ${purpose}`;
    const named: Transport = {
      send: (request) => transport.send({ ...request, headers: { ...request.headers, "user-agent": agent } }),
      close: () => transport.close(),
    };
    return new Client({ transport: named, vocabulary, retry: { clock } });
  }
}
