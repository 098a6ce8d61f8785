/** The commands about definitions of custom types. It is a separate room, because the client program does not need them. */
export { type TypesCommand, types } from "./types/types.ts";
