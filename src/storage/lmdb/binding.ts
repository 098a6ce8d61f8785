/**
 * The LMDB binding. Required, not imported: its CommonJS build is one file, and that loads in half the time of the
 * modules that an import would get.
 */
import { createRequire } from "node:module";

export const { open, TransactionFlags } = createRequire(import.meta.url)("lmdb") as typeof import("lmdb");
