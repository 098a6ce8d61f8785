/** The documents that are derived from code. */
import { commandsDocument } from "../../src/app/commands/commands-document.ts";
import { flagsDocument } from "../../src/app/commands/flags-document.ts";

export interface GeneratedDocument {
  /** Relative to the root of the checkout. */
  readonly path: string;
  readonly render: () => string;
}

export const documents: readonly GeneratedDocument[] = [
  { path: "docs/flags.md", render: flagsDocument },
  { path: "docs/commands.md", render: commandsDocument },
];
