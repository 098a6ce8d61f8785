/** `orch policy` on the terminal of this process. */
import type { ClientContext } from "../../cli/index.ts";
import {
  explainPolicies,
  explainWrite,
  type PolicyTestCommand,
  type PolicyWhyCommand,
  testPolicies,
  type WriteWhyCommand,
} from "../../cli/policy/index.ts";
import { completedObjects } from "./policy/completed-object.ts";
import { openPolicyLab } from "./policy/policy-lab.ts";
import { runOnTerminal } from "./run-manifest-command.ts";

/** An action of `orch policy` without a server, with its options. */
export type PolicyCommand =
  | { readonly action: "test"; readonly options: PolicyTestCommand }
  | { readonly action: "why"; readonly options: PolicyWhyCommand };

/** Runs `orch policy`. Returns the exit code. */
export async function runPolicy(command: PolicyCommand): Promise<number> {
  return await runOnTerminal("policy", async (terminal) =>
    command.action === "test"
      ? await testPolicies(command.options, openPolicyLab, terminal)
      : await explainPolicies(command.options, openPolicyLab, terminal),
  );
}

/** Runs `orch policy why` with a server. Returns the exit code. */
export async function runWriteWhy(
  options: WriteWhyCommand,
  context: ClientContext,
  warnings: readonly string[],
): Promise<number> {
  return await explainWrite(options, {
    context,
    warnings,
    completedObjects,
  });
}
