/** The documents that are derived from code. */
import { flagsDocument } from "../../src/app/flags-document.ts";

export interface GeneratedDocument {
  /** Relative to the root of the checkout. */
  readonly path: string;
  readonly render: () => string;
}

export const documents: readonly GeneratedDocument[] = [{ path: "docs/flags.md", render: flagsDocument }];
