/** `orch types` and `orch crd`, on the terminal of this process. */
import { type TypesCommand, types } from "../../cli/definitions/index.ts";
import { runOnTerminal } from "./run-manifest-command.ts";

/** Runs `orch types`. Returns the exit code. */
export async function runTypes(options: TypesCommand): Promise<number> {
  return await runOnTerminal("types", (terminal) => types(options, terminal));
}
