/** `orch policy` on the terminal of this process. */
import {
  explainPolicies,
  type PolicyTestCommand,
  type PolicyWhyCommand,
  testPolicies,
} from "../../cli/policy/index.ts";
import { openPolicyLab } from "./policy/policy-lab.ts";
import { runOnTerminal } from "./run-manifest-command.ts";

/** An action of `orch policy` with its options. */
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
