/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { endpointSlice } from "./v1/endpoint-slice.ts";

export const discoveryKinds: readonly KindDeclaration[] = [endpointSlice];
