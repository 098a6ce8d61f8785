/** Everybody may ask how the server is and which version it has. */
import { type Authorizer, allowed, noOpinion } from "./authorizer.ts";
import { noRules, type RuleLister } from "./rules.ts";

const publicPaths: ReadonlySet<string> = new Set(["/healthz", "/livez", "/readyz", "/version", "/version/"]);

export const authorizePublicPaths: Authorizer = (_subject, attributes) =>
  !attributes.isResource && attributes.verb === "get" && publicPaths.has(attributes.path) ? allowed : noOpinion;

export const listPublicPaths: RuleLister = () => ({
  ...noRules,
  pathRules: [{ verbs: ["get"], paths: [...publicPaths] }],
});
