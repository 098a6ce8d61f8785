/** Credentials from values and files: a token, a name with a password, a certificate with its key, or none. */

import type { Clock } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { bearer, type Certificate, CredentialError, type Credentials, type RequestCredentials } from "./credentials.ts";
import { RefreshedValue } from "./refreshed-value.ts";
import type { ConfigSource } from "./source.ts";

/** Assumed lifetime of a token in a file, as in client-go. */
const tokenLifetimeMs = 60_000;
/** A token is read again this time before its lifetime ends. */
const tokenLeewayMs = 10_000;
/** How often certificate files are read again. */
export const certificatePeriodMs = 300_000;

/** Maximum size of a token or certificate file. Real ones are far smaller. */
export const credentialBytesMax = 1_048_576;

type Headers = Readonly<Record<string, string>>;

/** One part of the credentials, which may change over time. */
export interface CredentialPart<T> {
  current(): Promise<T>;
  expire(): void;
}

/** Returns a source whose value never changes. */
export function constantSource<T>(value: T): CredentialPart<T> {
  return { current: async () => value, expire: () => undefined };
}

/** Credentials that combine headers and a client certificate. */
export class UserCredentials implements Credentials {
  readonly #headers: CredentialPart<Headers>;
  readonly #certificate: CredentialPart<Certificate | undefined>;

  constructor(headers: CredentialPart<Headers>, certificate: CredentialPart<Certificate | undefined>) {
    this.#headers = headers;
    this.#certificate = certificate;
  }

  async current(signal: AbortSignal): Promise<RequestCredentials> {
    signal.throwIfAborted();
    const [headers, certificate] = await Promise.all([this.#headers.current(), this.#certificate.current()]);
    signal.throwIfAborted();
    return certificate ? { headers, certificate } : { headers };
  }

  /** Reads files again at the next `current()` call, because they may contain new credentials. */
  invalidate(): void {
    this.#headers.expire();
    this.#certificate.expire();
  }
}

/** Context of `tokenFile()`. */
export interface FileOptions {
  readonly source: ConfigSource;
  readonly clock: Clock;
  /** The user entry, for error messages. */
  readonly origin: string;
}

/**
 * Returns the Authorization header of the token in a file, which is read again after 50 seconds, as in client-go.
 * @param fallback token to use as long as the file cannot be read
 */
export function tokenFile(path: string, fallback: string | undefined, options: FileOptions): CredentialPart<Headers> {
  const { source, clock, origin } = options;
  const file = new RefreshedValue({
    clock,
    periodMs: tokenLifetimeMs - tokenLeewayMs,
    read: async () => {
      const token = (await readText(source, path, origin)).trim();
      return bearer(token, `${origin} in ${path}`);
    },
    isSame: (one, other) => one["authorization"] === other["authorization"],
  });
  if (fallback === undefined) return file;
  const fallbackHeaders = bearer(fallback, origin);
  return {
    current: () =>
      file.current().catch((error: unknown) => {
        if (error instanceof CredentialError) return fallbackHeaders;
        throw error;
      }),
    expire: () => file.expire(),
  };
}

/** Reads a text file. @throws CredentialError if the file does not exist or cannot be read */
export async function readText(source: ConfigSource, path: string, origin: string): Promise<string> {
  const content = await source.readFile(path, { bytesMax: credentialBytesMax }).catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new CredentialError(`${path} of ${origin} cannot be read (${reason})`, { cause: error });
  });
  if (content === undefined) throw new CredentialError(`${path} of ${origin} does not exist`);
  return content.toString("utf8");
}

/** Whether two certificates and their keys are equal. */
export function isSamePair(one: Certificate | undefined, other: Certificate | undefined): boolean {
  return one?.cert === other?.cert && one?.key === other?.key;
}
