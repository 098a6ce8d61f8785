/** Does what a light command line asks for, in this process. */

import { packageVersion } from "../machine/package-version.ts";
import type { LightInvocation } from "./light-command-line.ts";
import { runAnswer } from "./run-answer.ts";
import { runClientCommand } from "./run-client-command.ts";
import { complete, completionScript } from "./run-completion.ts";

export async function runLight(invocation: LightInvocation): Promise<void> {
  switch (invocation.kind) {
    case "version":
      process.stdout.write(`orch ${packageVersion()}\n`);
      return;
    case "completion":
      process.stdout.write(completionScript(invocation.shell));
      return;
    case "complete": {
      const lines = await complete(invocation.shell, invocation.words);
      process.stdout.write(lines.map((line) => `${line}\n`).join(""));
      return;
    }
    case "ask":
      process.exitCode = await runClientCommand(invocation.invocation);
      return;
    default:
      runAnswer(invocation);
  }
}
