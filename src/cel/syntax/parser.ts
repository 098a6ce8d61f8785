/** Parses valid expressions. The parser stops at the first fault. `recovery/` finds out which faults the text has. */
import type { Expression, FieldInitializer, MapEntry } from "./ast.ts";
import type { SyntaxFeatures } from "./features.ts";
import { depthMax } from "./limits.ts";
import { literalValue } from "./literals.ts";
import { MacroFault } from "./macros/macro.ts";
import { MacroNodes } from "./macros/macro-nodes.ts";
import { type MacroTable, macroTable } from "./macros/macro-table.ts";
import { NodeIds } from "./node-ids.ts";
import {
  newCall,
  newConstant,
  newIdentifier,
  newList,
  newLogicTree,
  newMap,
  newMemberCall,
  newObject,
  newSelect,
} from "./nodes.ts";
import { binaryOperators, operator } from "./operators.ts";
import { reservedWords } from "./reserved-words.ts";
import { TokenScanner } from "./scanner.ts";
import { token } from "./tokens.ts";

/** The tree of a valid expression. */
export interface SyntaxTree {
  readonly root: Expression;
  /** By id, in code points. */
  readonly offsets: readonly (number | undefined)[];
}

/**
 * Parses an expression. Returns undefined if the text is not valid or exceeds a limit.
 * @param text without unpaired surrogates
 */
export function parseTree(text: string, features: SyntaxFeatures): SyntaxTree | undefined {
  return new Parser(text, features).parse();
}

const relationLevel = 1;

/** By the kind of the token; 0 for tokens that are no binary operators. */
const operatorLevels = new Uint8Array(token.invalid + 1);
const operatorNames: string[] = Array.from({ length: token.invalid + 1 }, () => "");
for (const { kind, name, level } of binaryOperators) {
  operatorLevels[kind] = level;
  operatorNames[kind] = name;
}

const noExpression = newConstant(0, null);

/** A parser of one text. Each method for a part of the grammar returns the part's tree and sets `#height`. */
class Parser {
  readonly #scanner: TokenScanner;
  readonly #ids: NodeIds;
  readonly #macros: MacroTable;
  readonly #hasOptionals: boolean;
  #hasFault = false;
  /** How many operators, selections, indexes and calls of methods are nested in the part that was parsed last. */
  #height = 0;
  /** How many expressions, relations and calculations contain the current token. */
  #expressionDepth = 0;
  #relationDepth = 0;
  #calculationDepth = 0;

  constructor(text: string, features: SyntaxFeatures) {
    this.#scanner = new TokenScanner(text);
    this.#ids = new NodeIds(text.length);
    this.#macros = macroTable(features);
    this.#hasOptionals = features.optionalSyntax;
  }

  parse(): SyntaxTree | undefined {
    this.#scanner.next();
    const root = this.#expression();
    this.#expect(token.end);
    if (this.#hasFault || this.#height > depthMax || this.#ids.isExhausted) return undefined;
    return { root, offsets: this.#ids.offsets };
  }

  /** Notes that there is a fault, and ends the text, so that all open parts of the grammar end. */
  #fail(): Expression {
    this.#hasFault = true;
    this.#scanner.stop();
    return noExpression;
  }

  /** Skips a token if it is of this kind. */
  #skip(kind: number): boolean {
    if (this.#scanner.kind !== kind) return false;
    this.#scanner.next();
    return true;
  }

  #expect(kind: number): void {
    if (this.#scanner.kind === kind) this.#scanner.next();
    else this.#fail();
  }

  #nextId(): number {
    return this.#ids.take(this.#scanner.offset);
  }

  #expression(): Expression {
    if (++this.#expressionDepth > depthMax) this.#fail();
    const condition = this.#disjunction();
    const result = this.#scanner.kind === token.question ? this.#conditional(condition) : condition;
    this.#expressionDepth--;
    return result;
  }

  #conditional(condition: Expression): Expression {
    let height = this.#height;
    const id = this.#nextId();
    this.#scanner.next();
    const whenTrue = this.#disjunction();
    height = Math.max(height, this.#height);
    this.#expect(token.colon);
    const whenFalse = this.#expression();
    this.#height = Math.max(height, this.#height) + 1;
    return newCall(id, operator.conditional, [condition, whenTrue, whenFalse]);
  }

  #disjunction(): Expression {
    const first = this.#conjunction();
    return this.#scanner.kind === token.or ? this.#logicChain(token.or, first) : first;
  }

  #conjunction(): Expression {
    const first = this.#relation();
    return this.#scanner.kind === token.and ? this.#logicChain(token.and, first) : first;
  }

  #logicChain(kind: number, first: Expression): Expression {
    const terms = [first];
    const ids: number[] = [];
    let height = this.#height;
    while (this.#scanner.kind === kind) {
      const offset = this.#scanner.offset;
      this.#scanner.next();
      terms.push(kind === token.or ? this.#conjunction() : this.#relation());
      ids.push(this.#ids.take(offset));
      height = Math.max(height, this.#height);
    }
    this.#height = height;
    return newLogicTree(kind === token.or ? operator.logicalOr : operator.logicalAnd, terms, ids);
  }

  #relation(): Expression {
    if (++this.#relationDepth > depthMax || ++this.#calculationDepth > depthMax) this.#fail();
    const result = this.#operations(relationLevel);
    this.#relationDepth--;
    this.#calculationDepth--;
    return result;
  }

  /** Parses a chain of binary operators that have at least the level `levelMin`. */
  #operations(levelMin: number): Expression {
    let left = this.#unary();
    for (;;) {
      const kind = this.#scanner.kind;
      const level = operatorLevels[kind] ?? 0;
      if (level < levelMin) return left;
      const height = this.#height;
      const id = this.#nextId();
      this.#scanner.next();
      const right = level === relationLevel ? this.#rightOfRelation() : this.#rightOfCalculation(level);
      this.#height = Math.max(height, this.#height) + 1;
      left = newCall(id, operatorNames[kind] ?? "", [left, right]);
    }
  }

  #rightOfRelation(): Expression {
    if (++this.#relationDepth > depthMax) this.#fail();
    const right = this.#operations(relationLevel + 1);
    this.#relationDepth--;
    return right;
  }

  #rightOfCalculation(level: number): Expression {
    if (++this.#calculationDepth > depthMax) this.#fail();
    const right = this.#operations(level + 1);
    this.#calculationDepth--;
    return right;
  }

  #unary(): Expression {
    const kind = this.#scanner.kind;
    return kind === token.not || kind === token.minus ? this.#negation(kind) : this.#suffixes(this.#primary());
  }

  /** Parses `!a`, `-a`, chains such as `!!a`, and negative numbers. An even chain leaves its operand unchanged. */
  #negation(kind: number): Expression {
    const offset = this.#scanner.offset;
    let count = 0;
    while (this.#skip(kind)) count++;
    if (kind === token.minus && count === 1 && this.#isAtNumber()) return this.#suffixes(this.#literal(offset, true));
    if (count % 2 === 0) return this.#suffixes(this.#primary());
    const id = this.#ids.take(offset);
    const operand = this.#suffixes(this.#primary());
    return newCall(id, kind === token.not ? operator.logicalNot : operator.negate, [operand]);
  }

  #isAtNumber(): boolean {
    return this.#scanner.kind === token.int || this.#scanner.kind === token.double;
  }

  /** Parses what follows an operand: `.a`, `.?a`, `.a()`, `[a]`, `[?a]`. */
  #suffixes(operand: Expression): Expression {
    let result = operand;
    for (;;) {
      if (this.#scanner.kind === token.dot) result = this.#field(result);
      else if (this.#scanner.kind === token.leftBracket) result = this.#element(result);
      else return result;
    }
  }

  #primary(): Expression {
    const { kind, offset } = this.#scanner;
    switch (kind) {
      case token.identifier:
        return this.#named("");
      case token.dot:
        this.#scanner.next();
        return this.#scanner.kind === token.identifier ? this.#named(".") : this.#fail();
      case token.leftParenthesis:
        return this.#parenthesized();
      case token.leftBracket:
        return this.#list();
      case token.leftBrace:
        return this.#map();
      case token.minus:
        this.#scanner.next();
        return this.#isAtNumber() ? this.#literal(offset, true) : this.#fail();
      default:
        return this.#literal(offset, false);
    }
  }

  /**
   * Parses a literal that is one token, or a number after a sign.
   * @param offset position of the literal, or of the sign before it
   */
  #literal(offset: number, isNegative: boolean): Expression {
    const value = literalValue(this.#scanner.kind, this.#scanner.tokenText(), isNegative);
    if (value === undefined) return this.#fail();
    this.#scanner.next();
    this.#height = 0;
    return newConstant(this.#ids.take(offset), value);
  }

  #parenthesized(): Expression {
    this.#scanner.next();
    const result = this.#expression();
    this.#expect(token.rightParenthesis);
    return result;
  }

  /** Parses a variable, the call of a function, or the literal of an object. @param prefix `.` for a name without a container */
  #named(prefix: "" | "."): Expression {
    const { offset } = this.#scanner;
    const word = this.#name();
    const name = prefix + word;
    this.#height = 0;
    if (this.#scanner.kind === token.leftBrace) return this.#object(name);
    if (this.#scanner.kind === token.dot && this.#isObjectAhead()) return this.#object(this.#qualifiedName(name));
    if (reservedWords.has(word)) return this.#fail();
    if (this.#scanner.kind !== token.leftParenthesis) return newIdentifier(this.#ids.take(offset), name);
    const id = this.#nextId();
    const args = this.#arguments();
    return this.#expandMacro(id, name, undefined, args) ?? newCall(id, name, args);
  }

  /** Whether the current dot continues the type name of an object literal: `.b.c{`. */
  #isObjectAhead(): boolean {
    const ahead = this.#scanner.fork();
    let { kind } = ahead;
    while (kind === token.dot) {
      if (ahead.nextKind() !== token.identifier) return false;
      kind = ahead.nextKind();
    }
    return kind === token.leftBrace;
  }

  #qualifiedName(first: string): string {
    let name = first;
    while (this.#skip(token.dot)) name += `.${this.#name()}`;
    return name;
  }

  /** Returns the name that is the current token. */
  #name(): string {
    if (this.#scanner.kind !== token.identifier) {
      this.#fail();
      return "";
    }
    const name = this.#scanner.tokenText();
    this.#scanner.next();
    return name;
  }

  #skipOptionalMark(): boolean {
    if (this.#scanner.kind !== token.question) return false;
    if (this.#hasOptionals) this.#scanner.next();
    else this.#fail();
    return true;
  }

  /** Parses the arguments of a call, with the parentheses. */
  #arguments(): Expression[] {
    this.#scanner.next();
    const args: Expression[] = [];
    let height = 0;
    if (this.#skip(token.rightParenthesis)) {
      this.#height = height;
      return args;
    }
    do {
      args.push(this.#expression());
      height = Math.max(height, this.#height);
    } while (this.#skip(token.comma));
    this.#expect(token.rightParenthesis);
    this.#height = height;
    return args;
  }

  /** Returns the expression that replaces the call of a macro; undefined if the call is none. */
  #expandMacro(
    id: number,
    name: string,
    target: Expression | undefined,
    args: readonly Expression[],
  ): Expression | undefined {
    const macro = this.#macros.find(name, args.length, target);
    if (macro === undefined || this.#hasFault) return undefined;
    const expanded = macro.expand(new MacroNodes(this.#ids, this.#ids.offsets[id] ?? 0), { target, args });
    if (expanded instanceof MacroFault) return this.#fail();
    this.#ids.release(id);
    return expanded;
  }

  #list(): Expression {
    const id = this.#nextId();
    this.#scanner.next();
    const elements: Expression[] = [];
    const optionalIndices: number[] = [];
    let height = 0;
    while (!this.#isAtEnd(token.rightBracket)) {
      if (this.#skipOptionalMark()) optionalIndices.push(elements.length);
      elements.push(this.#expression());
      height = Math.max(height, this.#height);
      if (!this.#skip(token.comma)) break;
    }
    if (elements.length === 0) this.#skip(token.comma);
    this.#expect(token.rightBracket);
    this.#height = height;
    return newList(id, elements, optionalIndices);
  }

  /** Whether the current token ends the literal. A comma may stand before it, but not alone. */
  #isAtEnd(kind: number): boolean {
    return this.#hasFault || this.#scanner.kind === kind || this.#scanner.kind === token.comma;
  }

  #map(): Expression {
    const id = this.#nextId();
    this.#scanner.next();
    const entries: MapEntry[] = [];
    let height = 0;
    while (!this.#isAtEnd(token.rightBrace)) {
      // The id of an entry has the position of its colon, and comes before those of its parts.
      const entryId = this.#ids.take(undefined);
      const optional = this.#skipOptionalMark();
      const key = this.#expression();
      height = Math.max(height, this.#height);
      this.#ids.locate(entryId, this.#scanner.offset);
      this.#expect(token.colon);
      const value = this.#expression();
      height = Math.max(height, this.#height);
      entries.push({ id: entryId, key, value, optional });
      if (!this.#skip(token.comma)) break;
    }
    if (entries.length === 0) this.#skip(token.comma);
    this.#expect(token.rightBrace);
    this.#height = height;
    return newMap(id, entries);
  }

  #object(typeName: string): Expression {
    const id = this.#nextId();
    this.#scanner.next();
    const fields: FieldInitializer[] = [];
    let height = 0;
    while (!this.#isAtEnd(token.rightBrace)) {
      const optional = this.#skipOptionalMark();
      const name = this.#name();
      const fieldId = this.#nextId();
      this.#expect(token.colon);
      const value = this.#expression();
      height = Math.max(height, this.#height);
      fields.push({ id: fieldId, name, value, optional });
      if (!this.#skip(token.comma)) break;
    }
    if (fields.length === 0) this.#skip(token.comma);
    this.#expect(token.rightBrace);
    this.#height = height;
    return newObject(id, typeName, fields);
  }

  #field(operand: Expression): Expression {
    const offset = this.#scanner.offset;
    this.#scanner.next();
    if (this.#skipOptionalMark()) return this.#optionalField(operand, offset);
    const name = this.#name();
    if (this.#scanner.kind === token.leftParenthesis) return this.#memberCall(operand, name);
    this.#height++;
    return newSelect(this.#ids.take(offset), operand, name);
  }

  #optionalField(operand: Expression, offset: number): Expression {
    const nameOffset = this.#scanner.offset;
    const name = newConstant(this.#ids.take(nameOffset), this.#name());
    return newCall(this.#ids.take(offset), operator.optionalSelect, [operand, name]);
  }

  #memberCall(target: Expression, name: string): Expression {
    const height = this.#height;
    const id = this.#nextId();
    const args = this.#arguments();
    this.#height = Math.max(height, this.#height) + 1;
    return this.#expandMacro(id, name, target, args) ?? newMemberCall(id, name, target, args);
  }

  #element(operand: Expression): Expression {
    const height = this.#height;
    const id = this.#nextId();
    this.#scanner.next();
    const isOptional = this.#skipOptionalMark();
    const key = this.#expression();
    this.#expect(token.rightBracket);
    this.#height = Math.max(height, this.#height) + 1;
    return newCall(id, isOptional ? operator.optionalIndex : operator.index, [operand, key]);
  }
}
