/** What a server refuses, in words for whoever asked, and how often it did. */
import { distinct } from "../base/distinct.ts";
import { StatusError } from "../client/index.ts";
import type { StatusCause } from "../meta/status.ts";
import { printable } from "./screen/printable.ts";
import { CommandError, exitCodes, type Screen } from "./terminal.ts";

/** Failures of single objects: the command goes on with the next one, and fails at its end. */
export class Failures {
  readonly #terminal: Screen;
  #count = 0;

  constructor(terminal: Screen) {
    this.#terminal = terminal;
  }

  /**
   * @param title what failed: `pod/web`, `shop.yaml:3: Deployment web`; empty where the message says so itself
   * @throws what is no refusal: there is no use in going on
   */
  tell(error: unknown, title = ""): void {
    if (!(error instanceof StatusError || error instanceof CommandError)) throw error;
    this.#count += 1;
    const { paint } = this.#terminal;
    const message = error instanceof StatusError ? describeRefusal(error) : error.message;
    this.#terminal.error(`${paint("red", "error:")} ${title === "" ? "" : `${title}: `}${printable(message)}\n`);
  }

  get exitCode(): number {
    return this.#count > 0 ? exitCodes.failed : exitCodes.fine;
  }
}

/** The server's message; several causes stand below each other, and what can be done about it is said. */
export function describeRefusal(error: StatusError): string {
  const { code, message, details } = error;
  if (code === 401) return `${message}: the server does not accept the credentials of the client configuration`;
  if (code === 415) return `${message}; --type=merge is understood for all types`;
  const causes = details?.causes?.filter(({ field }) => field !== undefined) ?? [];
  if (code !== 422 || causes.length < 2) return message;
  const head = message.slice(0, message.indexOf(": ["));
  return [`${head}:`, ...distinct(causes.map(causeLine))].join("\n");
}

function causeLine({ field = "", message = "" }: StatusCause): string {
  return `  ${field}: ${message}`;
}
