/**
 * Loads the library that encodes certificates, when the first certificate is created. Loading takes half as long as a
 * whole start with existing certificates. `require` is used, because an import loads many more modules and takes twice
 * as long.
 */
import { createRequire } from "node:module";
import type * as X509 from "@peculiar/x509";

/** Returns the library. */
export function loadX509(): typeof X509 {
  const load = createRequire(import.meta.url);
  // The decorators of the library need this module when they are loaded.
  load("reflect-metadata");
  return load("@peculiar/x509") as typeof X509;
}
