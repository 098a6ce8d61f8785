import type { KindDeclaration } from "../../schema/index.ts";
import { endpointSlice } from "./v1/endpoint-slice.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const discoveryKinds: readonly KindDeclaration[] = [endpointSlice];
