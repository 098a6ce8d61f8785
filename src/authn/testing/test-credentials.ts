/** The credentials of a request, for tests of authentication without a server. */
import type { TLSSocket } from "node:tls";
import type { CredentialSource } from "../authenticator.ts";

/** Parts of a request. Default: a request without a connection and without headers. */
export interface TestCredentialsOptions {
  readonly tls?: TLSSocket;
  readonly path?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** Credentials whose headers a method may replace, and the warnings that it adds. */
export class TestCredentials implements CredentialSource {
  readonly tls: TLSSocket | undefined;
  readonly path: string;
  readonly warnings: string[] = [];
  readonly #headers: Map<string, readonly string[]>;

  constructor({ tls, path = "/", headers = {} }: TestCredentialsOptions = {}) {
    this.tls = tls;
    this.path = path;
    this.#headers = new Map(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
  }

  header(name: string): string | undefined {
    return this.#headers.get(name)?.join(", ");
  }

  headerValues(name: string): readonly string[] {
    return this.#headers.get(name) ?? [];
  }

  headerNames(): readonly string[] {
    return [...this.#headers.keys()];
  }

  replaceHeader(name: string, value: string | undefined): void {
    if (value === undefined) this.#headers.delete(name);
    else this.#headers.set(name, [value]);
  }

  warn(message: string): void {
    this.warnings.push(message);
  }
}
