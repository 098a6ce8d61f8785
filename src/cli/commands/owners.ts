/** `orch owners`: prints an object with the owners of each field. */
import type { ClientContext } from "../context.ts";
import { Failures } from "../failures.ts";
import { objectTitle } from "../output/objects.ts";
import { ownersView } from "../owners/owners-view.ts";
import { checkIsNamed, missingObjectError, type SelectOptions, selectObjects } from "../selection/selected.ts";

/** Prints the objects. @returns the exit code: 1 if an object does not exist @throws CommandError */
export async function owners(command: SelectOptions, context: ClientContext): Promise<number> {
  checkIsNamed(command);
  const selected = await selectObjects(command, context);
  const objects = selected.flatMap(({ names, ...rest }) => names.map((name) => ({ ...rest, name })));
  if (objects.length === 0) throw missingObjectError();
  const { terminal, clock, signal } = context;
  const failures = new Failures(terminal);
  let count = 0;
  for (const { api, type, name } of objects) {
    try {
      const object = await api.get(name, { signal });
      const lines = ownersView(object, { nowMs: clock.nowMs(), paint: terminal.paint, columns: terminal.columns });
      const separator = count++ === 0 ? "" : "---\n";
      terminal.out(separator + lines.map((line) => `${line}\n`).join(""));
    } catch (error) {
      failures.report(error, objectTitle(type, name));
    }
  }
  return failures.exitCode;
}
