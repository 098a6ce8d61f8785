import type { KindDeclaration } from "../../schema/index.ts";
import { apiService } from "./v1/api-service.ts";

/** Kinds of this group that are served as resources, in the order in which discovery lists them. */
export const apiregistrationKinds: readonly KindDeclaration[] = [apiService];
