/** The documents that are generated from code. */
import { commandsDocument } from "../../src/app/command-line/commands-document.ts";
import { flagsDocument } from "../../src/app/command-line/flags-document.ts";
import { commands } from "../../src/app/commands/index.ts";
import { featuresDocument } from "../../src/app/config/features-document.ts";
import { upFlags } from "../../src/app/config/server-flags.ts";

/** A document, and the function that renders it. */
export interface GeneratedDocument {
  /** Path, relative to the root of the checkout. */
  readonly path: string;
  readonly render: () => string;
}

/** All generated documents. */
export const documents: readonly GeneratedDocument[] = [
  { path: "docs/flags.md", render: () => flagsDocument(upFlags, commands) },
  { path: "docs/features.md", render: featuresDocument },
  { path: "docs/commands.md", render: () => commandsDocument(commands) },
];
