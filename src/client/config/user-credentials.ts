/** Credentials of texts and files: a token, a name with a password, a certificate with its key; none of them as well. */

import type { Clock } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { bearer, type Certificate, CredentialError, type Credentials, type RequestCredentials } from "./credentials.ts";
import { Reread } from "./reread.ts";
import type { ConfigSource } from "./source.ts";

/** As often as client-go looks at them. */
const tokenPeriodMs = 60_000;
export const certificatePeriodMs = 300_000;

/** Far more than any token or certificate has. */
export const credentialBytesMax = 1_048_576;

type Headers = Readonly<Record<string, string>>;

/** Part of the credentials that may change. */
export interface Source<T> {
  current(): Promise<T>;
  expire(): void;
}

/** A part that stays as it is. */
export function fixed<T>(value: T): Source<T> {
  return { current: async () => value, expire: () => undefined };
}

export class UserCredentials implements Credentials {
  readonly #headers: Source<Headers>;
  readonly #certificate: Source<Certificate | undefined>;

  constructor(headers: Source<Headers>, certificate: Source<Certificate | undefined>) {
    this.#headers = headers;
    this.#certificate = certificate;
  }

  async current(signal: AbortSignal): Promise<RequestCredentials> {
    signal.throwIfAborted();
    const [headers, certificate] = await Promise.all([this.#headers.current(), this.#certificate.current()]);
    signal.throwIfAborted();
    return certificate ? { headers, certificate } : { headers };
  }

  /** What comes of files is read again; another token or certificate may stand there by now. */
  invalidate(): void {
    this.#headers.expire();
    this.#certificate.expire();
  }
}

export interface FileOptions {
  readonly source: ConfigSource;
  readonly clock: Clock;
  /** Whose credentials these are, for errors. */
  readonly origin: string;
}

/**
 * The header of the token in `path`, which is read again once a minute.
 * @param fallback the token that counts while the file could not be read
 */
export function tokenFile(path: string, fallback: string | undefined, options: FileOptions): Source<Headers> {
  const { source, clock, origin } = options;
  const file = new Reread({
    clock,
    periodMs: tokenPeriodMs,
    read: async () => {
      const token = (await readText(source, path, origin)).trim();
      return bearer(token, `${origin} in ${path}`);
    },
    isSame: (one, other) => one["authorization"] === other["authorization"],
  });
  if (fallback === undefined) return file;
  const spare = bearer(fallback, origin);
  return {
    current: () =>
      file.current().catch((error: unknown) => {
        if (error instanceof CredentialError) return spare;
        throw error;
      }),
    expire: () => file.expire(),
  };
}

/** @throws CredentialError when there is none, or it cannot be read */
export async function readText(source: ConfigSource, path: string, origin: string): Promise<string> {
  const content = await source.readFile(path, { bytesMax: credentialBytesMax }).catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new CredentialError(`${path} of ${origin} cannot be read (${reason})`, { cause: error });
  });
  if (content === undefined) throw new CredentialError(`${path} of ${origin} does not exist`);
  return content.toString("utf8");
}

export function isSamePair(one: Certificate | undefined, other: Certificate | undefined): boolean {
  return one?.cert === other?.cert && one?.key === other?.key;
}
