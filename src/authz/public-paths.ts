/** The authorizer of paths that all clients may read, for servers without the role that grants this: health and version. */
import type { Authorizer } from "../meta/access/access-control.ts";
import { allowed, noOpinion } from "./authorizer.ts";

const publicPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);

/** Allows GET requests to the health and version paths. */
export const authorizePublicPaths: Authorizer = (_user, attributes) =>
  !attributes.isResource && attributes.verb === "get" && publicPaths.has(attributes.path) ? allowed : noOpinion;
