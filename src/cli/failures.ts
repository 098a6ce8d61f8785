/** Reports and counts errors of single objects. */
import { distinct } from "../base/distinct.ts";
import { StatusError } from "../client/index.ts";
import type { StatusResponseCause } from "../meta/status.ts";
import { printable } from "./screen/printable.ts";
import { CommandError, exitCodes, type Screen } from "./terminal.ts";

/**
 * Collects failures. After the failure of one object, the command continues with the next one. At the end, its exit
 * code reports failure.
 */
export class Failures {
  readonly #terminal: Screen;
  #count = 0;

  constructor(terminal: Screen) {
    this.#terminal = terminal;
  }

  /**
   * Prints an error and counts it.
   * @param title the object that failed, such as `pod/web` or `shop.yaml:3: Deployment web`. Empty if the message names
   * it
   * @throws the error itself, if it is neither a StatusError nor a CommandError
   */
  report(error: unknown, title = ""): void {
    if (!(error instanceof StatusError || error instanceof CommandError)) throw error;
    this.#count += 1;
    const { paint } = this.#terminal;
    const message = error instanceof StatusError ? describeRejection(error) : error.message;
    this.#terminal.error(`${paint("red", "error:")} ${title === "" ? "" : `${title}: `}${printable(message)}\n`);
  }

  /** 1 if there was a failure, else 0. */
  get exitCode(): number {
    return this.#count > 0 ? exitCodes.failed : exitCodes.fine;
  }
}

/** Returns the server's message with a hint. Several causes are listed on separate lines. */
export function describeRejection(error: StatusError): string {
  const { code, message, details } = error;
  if (code === 401) return `${message}: the server does not accept the credentials of the client configuration`;
  // Servers reject an unknown path with a text, and other requests with a Status.
  if (code === 404 && !details) return `${message}: the server does not have the path that the command requests`;
  if (code === 415) return `${message}; --type=merge is understood for all types`;
  if (code === 406) return `${message}; --vocabulary=NAME chooses the spelling of media types, orch or kubernetes`;
  const causes = details?.causes?.filter(({ field }) => field !== undefined) ?? [];
  const lines = distinct(causes.map(causeLine));
  // The message lists equal causes once, and webhooks choose their messages freely.
  const listStart = message.indexOf(": [");
  if (code !== 422 || lines.length < 2 || listStart < 0) return message;
  return [`${message.slice(0, listStart)}:`, ...lines].join("\n");
}

function causeLine({ field = "", message = "" }: StatusResponseCause): string {
  return `  ${field}: ${message}`;
}
