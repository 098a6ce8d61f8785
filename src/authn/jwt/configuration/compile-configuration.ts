/** Checks a configuration by the reference's rules, and compiles its expressions. */

import { configurationErrorOf } from "../../../meta/configuration-error.ts";
import { type FieldError, invalidField, tooManyField } from "../../../meta/field-error.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import { goStructList } from "../../../meta/go-struct.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { compileClaimRules, compileUserRules } from "./claim-rules.ts";
import type { CompiledAuthenticator } from "./compiled-authenticator.ts";
import { issuerFaults } from "./issuer-rules.ts";
import { compileMappings } from "./mapping-rules.ts";
import { RuleCompiler, UniqueValues } from "./rule-compiler.ts";
import type { AnonymousConfiguration, AuthenticationConfiguration, JwtConfiguration } from "./schema.ts";

const authenticatorsMax = 64;

/** Names on which the rules of a configuration depend. */
export interface ConfigurationNames {
  readonly vocabulary: Vocabulary;
  /** Issuers of the cluster's own tokens, which no authenticator may have. */
  readonly disallowedIssuers: readonly string[];
}

/**
 * Returns the authenticators of a configuration. Loads the expression engine if the configuration has expressions.
 * @throws ConfigurationError with all faults
 */
export async function compileConfiguration(
  configuration: AuthenticationConfiguration,
  { vocabulary, disallowedIssuers }: ConfigurationNames,
): Promise<readonly CompiledAuthenticator[]> {
  const { jwt = [], anonymous } = configuration;
  if (jwt.length > authenticatorsMax) {
    throw configurationErrorOf([tooManyField("jwt", { count: jwt.length, max: authenticatorsMax })]);
  }
  const engine = hasExpressions(configuration) ? await import("../expressions/compile-expression.ts") : undefined;
  const compiler = new RuleCompiler(vocabulary, engine);
  const [urls, discoveryUrls] = [new UniqueValues(), new UniqueValues()];
  const authenticators = jwt.flatMap((one, index) => {
    const path = `jwt[${index}]`;
    const compiled = compileAuthenticator(path, one, compiler);
    const { url, discoveryURL = "" } = one.issuer;
    const repetitions = [
      urls.add(`${path}.issuer.url`, url),
      discoveryURL === "" ? undefined : discoveryUrls.add(`${path}.issuer.discoveryURL`, discoveryURL),
    ];
    compiler.report(...repetitions.filter((one) => one !== undefined));
    return compiled ? [compiled] : [];
  });
  compiler.report(...anonymousFaults(anonymous));
  if (compiler.faults.length > 0) throw configurationErrorOf(compiler.faults);
  checkIssuers(authenticators, disallowedIssuers);
  return authenticators;
}

function hasExpressions({ jwt = [] }: AuthenticationConfiguration): boolean {
  return jwt.some(({ claimValidationRules = [], claimMappings: { username, groups, uid, extra = [] }, ...rest }) => {
    const sources = [username, groups, uid, ...claimValidationRules, ...(rest.userValidationRules ?? [])];
    return extra.length > 0 || sources.some((source) => Boolean(source?.expression));
  });
}

/** Returns the compiled authenticator. Undefined if it has no source for the user name. */
function compileAuthenticator(
  path: string,
  { issuer, claimValidationRules = [], claimMappings, userValidationRules = [] }: JwtConfiguration,
  compiler: RuleCompiler,
): CompiledAuthenticator | undefined {
  compiler.report(...issuerFaults(`${path}.issuer`, issuer));
  const { requiredClaims, claimRules } = compileClaimRules(
    `${path}.claimValidationRules`,
    claimValidationRules,
    compiler,
  );
  const { username, ...mappings } = compileMappings(`${path}.claimMappings`, claimMappings, { compiler, claimRules });
  const userRules = compileUserRules(`${path}.userValidationRules`, userValidationRules, compiler);
  if (!username) return undefined;
  return {
    issuerUrl: issuer.url,
    discoveryUrl: issuer.discoveryURL || undefined,
    certificateAuthority: issuer.certificateAuthority || undefined,
    audiences: issuer.audiences ?? [],
    requiredClaims,
    claimRules,
    username,
    ...mappings,
    userRules,
  };
}

function anonymousFaults(anonymous: AnonymousConfiguration | undefined): FieldError[] {
  const conditions = anonymous?.conditions ?? [];
  if (!anonymous || anonymous.enabled || conditions.length === 0) return [];
  const shown = goStructList("apiserver.AnonymousAuthCondition", conditions, ({ path }) => ({ Path: goQuote(path) }));
  const rule = "enabled should be set to true when conditions are defined";
  return [invalidField("anonymous.conditions", new GoText(shown), rule)];
}

/** Rejects the issuers of the cluster's own tokens. As in the reference, the path does not name the authenticator. */
function checkIssuers(authenticators: readonly CompiledAuthenticator[], disallowed: readonly string[]): void {
  const rule = `URL must not overlap with disallowed issuers: [${disallowed.toSorted().join(" ")}]`;
  for (const { issuerUrl } of authenticators) {
    if (disallowed.includes(issuerUrl)) throw configurationErrorOf([invalidField("issuer.url", issuerUrl, rule)]);
  }
}
