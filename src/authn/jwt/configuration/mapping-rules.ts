/** Checks and compiles the mappings of claims to the attributes of a user. */
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import type { CompiledExpression } from "../expressions/compiled-expression.ts";
import type { CompiledRule, ValueSource } from "./compiled-authenticator.ts";
import { extraKeyFaults } from "./extra-keys.ts";
import { type RuleCompiler, UniqueValues } from "./rule-compiler.ts";
import type { ClaimMappings, ExtraMapping, Mapping, PrefixedMapping } from "./schema.ts";

/** Sources of a user's attributes. A source with faults is undefined. */
export interface CompiledMappings {
  readonly username: ValueSource | undefined;
  readonly groups: ValueSource | undefined;
  readonly uid: ValueSource | undefined;
  readonly extra: ReadonlyMap<string, CompiledExpression>;
}

const bothRule = "claim and expression can't both be set";

/**
 * Returns the sources of a user's attributes. Reports their faults to `compiler`.
 * @param claimRules the rules about the claims
 */
export function compileMappings(
  path: string,
  { username, groups, uid, extra }: ClaimMappings,
  { compiler, claimRules }: { readonly compiler: RuleCompiler; readonly claimRules: readonly CompiledRule[] },
): CompiledMappings {
  const usernamePath = `${path}.username`;
  const compiled = {
    username: compilePrefixed(usernamePath, username, { compiler, isRequired: true }),
    groups: compilePrefixed(`${path}.groups`, groups ?? {}, { compiler, isRequired: false }),
    uid: compileUid(`${path}.uid`, uid ?? {}, compiler),
    extra: compileExtra(`${path}.extra`, extra ?? [], compiler),
  };
  const others = [...compiled.extra.values(), ...claimRules.map(({ expression }) => expression)];
  if (compiled.username && ignoresVerification(compiled.username, others)) {
    compiler.report(invalidField(`${usernamePath}.expression`, username.expression, verificationRule));
  }
  return compiled;
}

const verificationRule =
  "claims.email_verified must be used in claimMappings.username.expression or " +
  "claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in " +
  "claimMappings.username.expression";

/** Whether the user name depends on an email address, and no expression checks that the address is verified. */
function ignoresVerification(username: ValueSource, others: readonly CompiledExpression[]): boolean {
  if (!("expression" in username) || !username.expression.usesClaim("email")) return false;
  return ![username.expression, ...others].some((expression) => expression.usesClaim("email_verified"));
}

function compilePrefixed(
  path: string,
  { claim = "", prefix, expression = "" }: PrefixedMapping,
  { compiler, isRequired }: { readonly compiler: RuleCompiler; readonly isRequired: boolean },
): ValueSource | undefined {
  if (claim !== "" && expression !== "") {
    compiler.report(invalidField(path, "", bothRule));
  } else if (expression !== "") {
    if (prefix !== undefined) {
      compiler.report(invalidField(`${path}.prefix`, prefix, "prefix can't be set when expression is set"));
    }
    return expressionSource(compiler.compileValue(`${path}.expression`, expression));
  } else if (claim !== "") {
    if (prefix !== undefined) return { claim, prefix };
    const rule = "prefix is required when claim is set. It can be set to an empty string to disable prefixing";
    compiler.report(requiredField(`${path}.prefix`, rule));
  } else if (isRequired) {
    compiler.report(requiredField(path, "claim or expression is required"));
  }
  return undefined;
}

function compileUid(
  path: string,
  { claim = "", expression = "" }: Mapping,
  compiler: RuleCompiler,
): ValueSource | undefined {
  if (claim !== "" && expression !== "") compiler.report(invalidField(path, "", bothRule));
  else if (claim !== "") return { claim, prefix: "" };
  else if (expression !== "") return expressionSource(compiler.compileValue(`${path}.expression`, expression));
  return undefined;
}

function expressionSource(expression: CompiledExpression | undefined): ValueSource | undefined {
  return expression && { expression };
}

function compileExtra(
  path: string,
  mappings: readonly ExtraMapping[],
  compiler: RuleCompiler,
): ReadonlyMap<string, CompiledExpression> {
  const compiled = new Map<string, CompiledExpression>();
  const keys = new UniqueValues();
  for (const [index, { key, valueExpression }] of mappings.entries()) {
    const [keyPath, valuePath] = [`${path}[${index}].key`, `${path}[${index}].valueExpression`];
    compiler.report(...extraKeyFaults(keyPath, key, compiler.vocabulary));
    const repetition = keys.add(keyPath, key);
    if (repetition) {
      compiler.report(repetition);
    } else if (valueExpression === "") {
      compiler.report(requiredField(valuePath, "valueExpression is required"));
    } else {
      const expression = compiler.compileValue(valuePath, valueExpression);
      if (expression) compiled.set(key, expression);
    }
  }
  return compiled;
}
