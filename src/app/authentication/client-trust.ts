import { type CertificatePool, emptyPool } from "../../authn/index.ts";

/** The CA certificates with which client certificates are verified. They may change while the server runs. */
export interface ClientTrust {
  /** Returns the CAs of users. */
  users(): CertificatePool;
  /** Returns the CAs of authenticating proxies. */
  proxies(): CertificatePool;
  /** Returns how often each file was reloaded, by the flag that names it. */
  reloads(): readonly CaFileReloads[];
}

/** How often the CA certificates in a file were loaded again. */
export interface CaFileReloads {
  readonly flag: string;
  readonly success: number;
  /** The changed file could not be used, and the previous certificates stayed. */
  readonly failure: number;
}

/** The trust of a server that does not listen. */
export const noClientTrust: ClientTrust = { users: () => emptyPool, proxies: () => emptyPool, reloads: () => [] };
