/** The parts of the machine that a login uses. Tests replace them. */
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import type { SendToIssuer } from "../../client/oidc/index.ts";
import type { Terminal } from "../terminal.ts";

/** Network, files and terminal of a login. */
export interface LoginHost {
  readonly send: SendToIssuer;
  readonly sessions: SessionStore;
  /** Starts to listen on the loopback address. @param port 0 for a free port */
  readonly listen: (port: number) => Promise<RedirectListener>;
  /** Opens a URL in the user's browser. Returns false if this machine has none. */
  readonly openBrowser: (url: string) => boolean;
  /** Whether a user can be asked to log in. */
  readonly isInteractive: boolean;
  readonly terminal: Pick<Terminal, "out" | "error">;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Stored logins, each as a text that only the user can read. */
export interface SessionStore {
  /** Returns the ids of all stored texts. */
  list(): Promise<readonly string[]>;
  /** Returns a stored text, or undefined if there is none. */
  read(id: string): Promise<string | undefined>;
  /** Replaces a stored text. Readers see either the old or the new one. */
  write(id: string, text: string): Promise<void>;
  /** Removes a stored text, if there is one. */
  remove(id: string): Promise<void>;
  /** Runs `work` while no other process runs work of the same login. */
  exclusively<T>(id: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Receives the redirect that returns the browser to this program. */
export interface RedirectListener extends AsyncDisposable {
  readonly redirectUri: string;
  /** Returns the query of the first request that `accepts` accepts. Other requests are rejected. */
  receive(accepts: (query: URLSearchParams) => boolean, signal: AbortSignal): Promise<URLSearchParams>;
}
