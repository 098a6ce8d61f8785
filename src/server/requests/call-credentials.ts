import type { TLSSocket } from "node:tls";
import type { CredentialSource } from "../../authn/index.ts";
import type { Call } from "./call.ts";

/** The credentials of a request, as authentication reads them. */
export class CallCredentials implements CredentialSource {
  readonly #call: Call;
  /** Monotonic time at which the authentication began. */
  readonly startedMs: number;

  constructor(call: Call, startedMs: number) {
    this.#call = call;
    this.startedMs = startedMs;
  }

  get tls(): TLSSocket | undefined {
    return this.#call.exchange.peer.tls;
  }

  get path(): string {
    return this.#call.info.path;
  }

  header(name: string): string | undefined {
    return this.#call.exchange.header(name);
  }

  headerValues(name: string): readonly string[] {
    return this.#call.exchange.headerValues(name);
  }

  headerNames(): readonly string[] {
    return this.#call.exchange.headerNames();
  }

  replaceHeader(name: string, value: string | undefined): void {
    this.#call.exchange.replaceHeader(name, value);
  }

  warn(message: string): void {
    this.#call.warn(message);
  }
}
