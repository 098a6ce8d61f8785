/** The kinds of this group that have a resource of their own, in the order in which discovery lists them. */
import type { KindDeclaration } from "../../schema/index.ts";
import { apiService } from "./v1/api-service.ts";

export const apiregistrationKinds: readonly KindDeclaration[] = [apiService];
