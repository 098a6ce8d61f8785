/** The authorizer of paths that all clients may read: the server's health and version. */
import type { Authorizer, RuleLister } from "../meta/access/access-control.ts";
import { allowed, noOpinion } from "./authorizer.ts";
import { noRules } from "./rules.ts";

const publicPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);

/** Allows GET requests to the health and version paths. */
export const authorizePublicPaths: Authorizer = (_user, attributes) =>
  !attributes.isResource && attributes.verb === "get" && publicPaths.has(attributes.path) ? allowed : noOpinion;

/** Lists the rules of `authorizePublicPaths`. */
export const listPublicPaths: RuleLister = () => ({
  ...noRules,
  pathRules: [{ verbs: ["get"], paths: [...publicPaths] }],
});
