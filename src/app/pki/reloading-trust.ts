/** The CA certificates with which a process verifies its clients. It notices changes of their files. */
import type { CertificatePool } from "../../authn/index.ts";
import { type Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { CaBundle, type CaSource } from "./ca-bundle.ts";

/** Time between two looks at the files. */
const intervalMs = 1000;

/** Where the CA certificates of all clients come from. */
export interface ClientCaSources {
  readonly users: CaSource;
  /** CAs of authenticating proxies. */
  readonly proxies: CaSource;
}

/** Services of a process. */
export interface ReloadingTrustOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after a change, with all certificates in PEM. */
  readonly onChange: (pems: readonly string[]) => void;
}

/** CA certificates that follow the changes of their files. */
export class ReloadingTrust implements AsyncDisposable {
  readonly #users: CaBundle;
  readonly #proxies: CaBundle;
  readonly #onChange: ReloadingTrustOptions["onChange"];
  /** Undefined if no file can change. */
  readonly #task: RepeatedTask | undefined;

  constructor({ users, proxies }: ClientCaSources, { clock, logger, onChange }: ReloadingTrustOptions) {
    this.#users = new CaBundle(users, logger);
    this.#proxies = new CaBundle(proxies, logger);
    this.#onChange = onChange;
    // A running server starts further processes with contents that it read long ago, so the files may have changed since then.
    this.#reloadAll();
    if (users.file || proxies.file) {
      this.#task = new RepeatedTask({ clock, intervalMs, run: async () => this.#reload() });
    }
  }

  /** CAs of users in PEM. */
  get userPems(): readonly string[] {
    return this.#users.pems;
  }

  /** CAs of authenticating proxies in PEM. */
  get proxyPems(): readonly string[] {
    return this.#proxies.pems;
  }

  /** All CAs in PEM. */
  get pems(): readonly string[] {
    return [...this.userPems, ...this.proxyPems];
  }

  users(): CertificatePool {
    return this.#users.pool;
  }

  proxies(): CertificatePool {
    return this.#proxies.pool;
  }

  /** Returns the numbers of reloads of each file, by the flag that names it. */
  reloads(): readonly { readonly flag: string; readonly success: number; readonly failure: number }[] {
    return [this.#users, this.#proxies].flatMap(({ fileFlag, reloads }) =>
      fileFlag === undefined ? [] : [{ flag: fileFlag, ...reloads }],
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task?.[Symbol.asyncDispose]();
  }

  /** The sources with the contents that are in effect, for another process of this server. */
  get sources(): ClientCaSources {
    return { users: this.#users.source, proxies: this.#proxies.source };
  }

  #reload(): void {
    if (this.#reloadAll()) this.#onChange(this.pems);
  }

  #reloadAll(): boolean {
    return [this.#users.reload(), this.#proxies.reload()].includes(true);
  }
}
