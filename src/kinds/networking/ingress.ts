import type { Ingress } from "../../api/index.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ingressColumns } from "./ingress-columns.ts";

export const ingressHooks: KindHooks<Ingress> = { nameFormat: "dns1123Subdomain", columns: ingressColumns };
