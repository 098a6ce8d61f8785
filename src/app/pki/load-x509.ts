/**
 * The library that encodes certificates, loaded when the first one is made: that takes as long as half of a start that
 * only reads what is there. Required, not imported: an import gets many times as many modules, in twice the time.
 */
import { createRequire } from "node:module";
import type * as X509 from "@peculiar/x509";

export function loadX509(): typeof X509 {
  const load = createRequire(import.meta.url);
  // The library declares its encodings by decorators that need this at load time.
  load("reflect-metadata");
  return load("@peculiar/x509") as typeof X509;
}
