/** Checks and compiles the rules about claims and about users. */
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import type { CompiledRule } from "./compiled-authenticator.ts";
import { type RuleCompiler, UniqueValues } from "./rule-compiler.ts";
import type { ClaimRule, UserRule } from "./schema.ts";

/** The rules about the claims of a token. */
export interface CompiledClaimRules {
  readonly requiredClaims: ReadonlyMap<string, string>;
  readonly claimRules: readonly CompiledRule[];
}

/** Compiles the rules about claims. Reports their faults to `compiler`. */
export function compileClaimRules(
  path: string,
  rules: readonly ClaimRule[],
  compiler: RuleCompiler,
): CompiledClaimRules {
  const requiredClaims = new Map<string, string>();
  const claimRules: CompiledRule[] = [];
  const [claims, expressions] = [new UniqueValues(), new UniqueValues()];
  for (const [index, { claim = "", requiredValue = "", expression = "", message = "" }] of rules.entries()) {
    const rulePath = `${path}[${index}]`;
    if (claim !== "" && expression !== "") {
      compiler.report(invalidField(rulePath, claim, "claim and expression can't both be set"));
    } else if (claim !== "") {
      if (message !== "") {
        compiler.report(invalidField(`${rulePath}.message`, message, "message can't be set when claim is set"));
      }
      const repetition = claims.add(`${rulePath}.claim`, claim);
      if (repetition) compiler.report(repetition);
      requiredClaims.set(claim, requiredValue);
    } else if (expression !== "") {
      if (requiredValue !== "") {
        const rule = "requiredValue can't be set when expression is set";
        compiler.report(invalidField(`${rulePath}.requiredValue`, requiredValue, rule));
      }
      claimRules.push(...compileRule(`${rulePath}.expression`, { expression, message }, { compiler, expressions }));
    } else {
      compiler.report(requiredField(rulePath, "claim or expression is required"));
    }
  }
  return { requiredClaims, claimRules };
}

/** Compiles the rules about users. Reports their faults to `compiler`. */
export function compileUserRules(
  path: string,
  rules: readonly UserRule[],
  compiler: RuleCompiler,
): readonly CompiledRule[] {
  const expressions = new UniqueValues();
  return rules.flatMap(({ expression, message = "" }, index) => {
    const rulePath = `${path}[${index}].expression`;
    if (expression !== "")
      return compileRule(rulePath, { expression, message }, { compiler, expressions, isUser: true });
    compiler.report(requiredField(rulePath, "expression is required"));
    return [];
  });
}

/** Returns the compiled rule. Empty if it has faults. */
function compileRule(
  path: string,
  { expression, message }: { readonly expression: string; readonly message: string },
  {
    compiler,
    expressions,
    isUser = false,
  }: { readonly compiler: RuleCompiler; readonly expressions: UniqueValues; readonly isUser?: boolean },
): readonly CompiledRule[] {
  const repetition = expressions.add(path, expression);
  if (repetition) {
    compiler.report(repetition);
    return [];
  }
  const compiled = compiler.compile({ path, text: expression, variable: isUser ? "user" : "claims", isRule: true });
  return compiled ? [{ expression: compiled, message }] : [];
}
