/**
 * The pool of connections of the library undici. Import this module dynamically, when the first request is sent, because loading
 * the library takes longer than most requests. The built programs contain the library (`tools/bundle.ts`), which needs an import
 * by name.
 */
export { Pool } from "undici";
