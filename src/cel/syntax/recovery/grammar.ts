/** The grammar of expressions as data. The reference's grammar has the same rules and the same forms. */
import { token } from "../tokens.ts";
import { leftLabel, unusedLabel } from "./labels.ts";

/** The rules of the grammar. Each has a nonterminal symbol of the reference's grammar. */
export type RuleName =
  | "start"
  | "expression"
  | "disjunction"
  | "conjunction"
  | "relation"
  | "calculation"
  | "unary"
  | "member"
  | "primary"
  | "argumentList"
  | "elementList"
  | "fieldList"
  | "fieldName"
  | "entryList"
  | "element"
  | "literal";

/** A part of a rule. */
export type GrammarPart =
  | TokenPart
  | RulePart
  | { readonly kind: "sequence"; readonly parts: readonly GrammarPart[] }
  | { readonly kind: "optional"; readonly body: GrammarPart }
  | { readonly kind: "choice"; readonly alternatives: readonly GrammarPart[] }
  | { readonly kind: "form"; readonly form: string; readonly body: GrammarPart }
  | SuffixPart
  | RepeatPart;

/** One token. */
export interface TokenPart {
  readonly kind: "token";
  readonly tokens: readonly number[];
  /** The name under which the node of the tree keeps the token. */
  readonly label: string;
}

/** A part that another rule matches. */
export interface RulePart {
  readonly kind: "rule";
  readonly rule: RuleName;
  /** Operators of a lower precedence do not belong to the part. */
  readonly precedence: number;
  /** The name under which the node of the tree keeps the part. */
  readonly label: string;
  /** Whether the part has no name, because it is the result of the rule unless the rule matches more than the part. */
  readonly isOperand: boolean;
}

/** A part that follows a complete operand, and forms a larger one with it. */
export interface SuffixPart {
  readonly kind: "suffix";
  readonly form: string;
  readonly precedence: number;
  readonly body: GrammarPart;
}

/** A part that may be repeated. */
export interface RepeatPart {
  readonly kind: "repeat";
  readonly body: GrammarPart;
  /** Whether it must occur. */
  readonly isRequired: boolean;
  /** Whether the body consists of suffixes. The operand before them ends only where no suffix follows. */
  readonly extendsOperand: boolean;
  /** Whether a token that neither continues nor ends the repetition is reported before the repetition ends. */
  readonly isStrict: boolean;
}

function one(kind: number, label = unusedLabel): GrammarPart {
  return { kind: "token", tokens: [kind], label };
}

function oneOf(label: string, ...tokens: readonly number[]): GrammarPart {
  return { kind: "token", tokens, label };
}

function rule(name: RuleName, label: string, precedence = 0): GrammarPart {
  return { kind: "rule", rule: name, label, precedence, isOperand: false };
}

function operand(name: RuleName): GrammarPart {
  return { kind: "rule", rule: name, label: leftLabel, precedence: 0, isOperand: true };
}

function sequence(...parts: readonly GrammarPart[]): GrammarPart {
  return { kind: "sequence", parts };
}

function optional(...parts: readonly GrammarPart[]): GrammarPart {
  return { kind: "optional", body: sequence(...parts) };
}

function choice(...alternatives: readonly GrammarPart[]): GrammarPart {
  return { kind: "choice", alternatives };
}

function form(name: string, ...parts: readonly GrammarPart[]): GrammarPart {
  return { kind: "form", form: name, body: sequence(...parts) };
}

function suffix(name: string, precedence: number, ...parts: readonly GrammarPart[]): GrammarPart {
  return { kind: "suffix", form: name, precedence, body: sequence(...parts) };
}

function repeat(...parts: readonly GrammarPart[]): GrammarPart {
  return {
    kind: "repeat",
    body: sequence(...parts),
    isRequired: false,
    extendsOperand: false,
    isStrict: false,
  };
}

function repeatOnce(body: GrammarPart, isStrict: boolean): GrammarPart {
  return { kind: "repeat", body, isRequired: true, extendsOperand: false, isStrict };
}

function suffixes(body: GrammarPart): GrammarPart {
  return { kind: "repeat", body, isRequired: false, extendsOperand: true, isStrict: false };
}

const name = (label: string): GrammarPart => one(token.identifier, label);
const optionalMark = optional(one(token.question, "optional"));
const optionalComma = optional(one(token.comma));
const optionalSign = optional(one(token.minus, "sign"));
const parenthesizedArguments = (open: string): GrammarPart =>
  sequence(one(token.leftParenthesis, open), optional(rule("argumentList", "arguments")), one(token.rightParenthesis));
const field = sequence(rule("fieldName", "names"), one(token.colon, "colons"), rule("expression", "values"));
const entry = sequence(rule("element", "keys"), one(token.colon, "colons"), rule("expression", "values"));

const relationOperators = [
  token.less,
  token.lessOrEqual,
  token.greaterOrEqual,
  token.greater,
  token.equal,
  token.notEqual,
  token.inKeyword,
] as const;

/** The rules. The order of alternatives decides between those that match the same tokens. */
export const grammar: Readonly<Record<RuleName, GrammarPart>> = {
  start: sequence(rule("expression", "expression"), one(token.end)),
  expression: sequence(
    operand("disjunction"),
    optional(
      one(token.question, "operator"),
      rule("disjunction", "whenTrue"),
      one(token.colon),
      rule("expression", "whenFalse"),
    ),
  ),
  disjunction: sequence(operand("conjunction"), repeat(one(token.or, "operators"), rule("conjunction", "terms"))),
  conjunction: sequence(operand("relation"), repeat(one(token.and, "operators"), rule("relation", "terms"))),
  relation: sequence(
    operand("calculation"),
    suffixes(suffix("operation", 1, oneOf("operator", ...relationOperators), rule("relation", "right", 2))),
  ),
  calculation: sequence(
    operand("unary"),
    suffixes(
      choice(
        suffix(
          "operation",
          2,
          oneOf("operator", token.star, token.slash, token.percent),
          rule("calculation", "right", 3),
        ),
        suffix("operation", 1, oneOf("operator", token.plus, token.minus), rule("calculation", "right", 2)),
      ),
    ),
  ),
  unary: choice(
    operand("member"),
    form("not", repeatOnce(one(token.not, "operators"), false), rule("member", "operand")),
    form("negation", repeatOnce(one(token.minus, "operators"), true), rule("member", "operand")),
  ),
  member: sequence(
    operand("primary"),
    suffixes(
      choice(
        suffix("select", 3, one(token.dot, "operator"), optionalMark, name("name")),
        suffix("call", 2, one(token.dot, "operator"), name("name"), parenthesizedArguments("open")),
        suffix(
          "index",
          1,
          one(token.leftBracket, "operator"),
          optionalMark,
          rule("expression", "index"),
          one(token.rightBracket),
        ),
      ),
    ),
  ),
  primary: choice(
    form("named", optional(one(token.dot, "leadingDot")), name("name"), optional(parenthesizedArguments("open"))),
    sequence(one(token.leftParenthesis), operand("expression"), one(token.rightParenthesis)),
    form(
      "list",
      one(token.leftBracket, "open"),
      optional(rule("elementList", "elements")),
      optionalComma,
      one(token.rightBracket),
    ),
    form(
      "map",
      one(token.leftBrace, "open"),
      optional(rule("entryList", "entries")),
      optionalComma,
      one(token.rightBrace),
    ),
    form(
      "object",
      optional(one(token.dot, "leadingDot")),
      name("names"),
      repeat(one(token.dot), name("names")),
      one(token.leftBrace, "open"),
      optional(rule("fieldList", "fields")),
      optionalComma,
      one(token.rightBrace),
    ),
    operand("literal"),
  ),
  argumentList: sequence(rule("expression", "items"), repeat(one(token.comma), rule("expression", "items"))),
  elementList: sequence(rule("element", "items"), repeat(one(token.comma), rule("element", "items"))),
  fieldList: sequence(field, repeat(one(token.comma), field)),
  fieldName: sequence(optionalMark, name("name")),
  entryList: sequence(entry, repeat(one(token.comma), entry)),
  element: sequence(optionalMark, operand("expression")),
  literal: choice(
    sequence(optionalSign, one(token.int, "value")),
    one(token.uint, "value"),
    sequence(optionalSign, one(token.double, "value")),
    one(token.string, "value"),
    one(token.bytes, "value"),
    one(token.trueKeyword, "value"),
    one(token.falseKeyword, "value"),
    one(token.nullKeyword, "value"),
  ),
};
