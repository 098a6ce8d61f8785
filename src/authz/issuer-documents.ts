/**
 * The authorizer of the documents about the issuer of service account tokens. Roles will replace it: in the reference, a
 * role grants the same to all service accounts.
 */
import type { Authorizer, RuleLister } from "../meta/access/access-control.ts";
import { allowed, noOpinion } from "./authorizer.ts";
import { noRules } from "./rules.ts";

const group = "system:serviceaccounts";
const documents = ["/.well-known/openid-configuration", "/openid/v1/jwks"];
const documentPaths: ReadonlySet<string> = new Set(documents.flatMap((path) => [path, `${path}/`]));

/** Allows service accounts to read the documents. */
export const authorizeIssuerDocuments: Authorizer = ({ groups }, attributes) =>
  !attributes.isResource && attributes.verb === "get" && documentPaths.has(attributes.path) && groups.includes(group)
    ? allowed
    : noOpinion;

/** Lists the rules of `authorizeIssuerDocuments`. */
export const listIssuerDocuments: RuleLister = ({ groups }) =>
  groups.includes(group) ? { ...noRules, pathRules: [{ verbs: ["get"], paths: [...documentPaths] }] } : noRules;
