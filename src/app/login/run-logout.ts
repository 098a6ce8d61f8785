/** Runs `orch logout` in this process. */
import { type LogoutCommand, logout } from "../../cli/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { runIssuerCommand } from "./issuer-command.ts";

/** A command line of `orch logout`. */
export interface LogoutInvocation {
  readonly command: LogoutCommand;
  /** Vocabulary whose folder has the logins. */
  readonly vocabulary: VocabularyName;
  /** Absolute path of certificates that verify the issuers. Undefined: those of the system. */
  readonly caFile: string | undefined;
}

/** Runs the command until it ends or a signal interrupts it. Returns the exit code. */
export async function runLogout({ command, ...options }: LogoutInvocation): Promise<number> {
  return await runIssuerCommand("logout", options, (host) => logout(command, host));
}
