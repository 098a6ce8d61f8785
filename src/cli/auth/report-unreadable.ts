import { printable } from "../screen/printable.ts";
import type { Screen } from "../terminal.ts";
import type { ReadRoles } from "./list-roles.ts";

/** Prints what the caller may not read. The answer of the command may then be incomplete. */
export function reportUnreadable({ unreadable }: ReadRoles, terminal: Screen): void {
  if (unreadable.length === 0) return;
  const lists = unreadable.map(printable).join(", ");
  terminal.error(
    `${terminal.paint("yellow", "warning:")} you may not list ${lists}, so the answer may be incomplete\n`,
  );
}
