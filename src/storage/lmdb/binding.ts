/**
 * The LMDB binding. It is loaded with `require`, because the package's CommonJS build is a single file, which loads in
 * half the time of its ES modules.
 */
import { createRequire } from "node:module";

/** Functions and constants of the `lmdb` package. */
export const { open, TransactionFlags } = createRequire(import.meta.url)("lmdb") as typeof import("lmdb");
