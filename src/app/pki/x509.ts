/**
 * The library that encodes certificates. Import this module dynamically, when a certificate is created: loading it takes half
 * as long as a whole start with existing certificates. `require` is used, because an import loads many more modules and takes
 * twice as long. The built programs contain the library (`tools/bundle.ts`).
 */
import { createRequire } from "node:module";
import type * as X509 from "@peculiar/x509";

const load = createRequire(import.meta.url);
// The decorators of the library need this module when they are loaded.
load("reflect-metadata");

/** The library. */
export const x509 = load("@peculiar/x509") as typeof X509;
