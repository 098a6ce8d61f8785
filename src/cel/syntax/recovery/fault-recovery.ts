/**
 * Reports faults and finds the places after them where a parser can continue. The strategy is the default one of the generator
 * of the reference's parser, with the reference's limits.
 */
import { token } from "../tokens.ts";
import { expectedTokens, tokensAfterOpenRules } from "./call-stack.ts";
import type { IssueList } from "./issue-list.ts";
import type { NoAlternative } from "./lookahead.ts";
import type { OpenRule } from "./open-rule.ts";
import type { DecisionState, State, TokenState } from "./states.ts";
import { missingText, spellKinds, spellText, spellToken } from "./token-names.ts";
import type { SourceToken, TokenStream } from "./token-stream.ts";

const recoveriesMax = 30;
const skippedTokensMax = 256;

/** The place of a parser in the grammar. */
export interface ParserPlace {
  readonly state: State;
  readonly rule: OpenRule;
}

/** The recovery of one parse. While it continues after a fault and has not matched a token, it reports no other faults. */
export class FaultRecovery {
  readonly #tokens: TokenStream;
  readonly #issues: IssueList;
  #isRecovering = false;
  #recoveries = 0;
  /** The index of the token at which the last recovery began; -1 if a token was matched since. */
  #lastIndex = -1;
  readonly #lastStates = new Set<State>();

  constructor(tokens: TokenStream, issues: IssueList) {
    this.#tokens = tokens;
    this.#issues = issues;
  }

  /** Moves past a token that matched. Faults are reported again. */
  acceptToken(): SourceToken {
    this.#endRecovery();
    const accepted = this.#tokens.current;
    this.#tokens.advance();
    return accepted;
  }

  /**
   * Returns the token that `place` needs although the current token is another one: the next one, or one that is missing.
   * Returns undefined if neither is likely.
   */
  replaceToken(place: ParserPlace & { readonly state: TokenState }): SourceToken | undefined {
    if (!this.#countRecovery()) return undefined;
    if (this.#deleteToken(place)) return this.acceptToken();
    const { current, previous } = this.#tokens;
    if (expectedTokens(place.state.next, place.rule.stack).has(current.kind)) {
      const expected = expectedTokens(place.state, place.rule.stack);
      this.#report(`missing ${spellKinds(expected)} at ${spellToken(current)}`);
      const kind = Math.min(...expected);
      const { offset } = current.kind === token.end && previous !== undefined ? previous : current;
      return { kind, text: missingText(kind), offset };
    }
    this.#reportMismatch(place);
    return undefined;
  }

  /** Reports and skips tokens that do not fit a decision. Returns whether the decision can be made then. */
  prepareDecision(place: ParserPlace & { readonly state: DecisionState }): boolean {
    const { nextTokens, isAfterRepetition } = place.state;
    if (this.#isRecovering || nextTokens.canEnd || nextTokens.kinds.has(this.#tokens.current.kind)) return true;
    if (!isAfterRepetition) {
      if (this.#deleteToken(place)) return true;
      this.#reportMismatch(place);
      return false;
    }
    this.#reportUnwantedToken(place);
    const continuations = new Set([
      ...expectedTokens(place.state, place.rule.stack),
      ...tokensAfterOpenRules(place.rule.stack),
    ]);
    this.#skipUntil(continuations, place.rule, Number.POSITIVE_INFINITY);
    return true;
  }

  /** Reports that no alternative matches. */
  reportNoAlternative({ distance }: NoAlternative): void {
    const isAtEnd = this.#tokens.current.kind === token.end;
    const input = spellText(isAtEnd ? "<EOF>" : this.#tokens.textTo(distance));
    const message = `no viable alternative at input ${input}`;
    this.#report(message.replace(keywordAfterCharacter, "mismatched input '$1' expecting IDENTIFIER"), distance);
  }

  /** Skips tokens until one can follow a rule that is not complete. The current rule ends after that. */
  leaveRule({ state, rule }: ParserPlace): void {
    if (!this.#countRecovery()) return;
    let skippedMax = skippedTokensMax;
    if (this.#lastIndex === this.#tokens.index && this.#lastStates.has(state)) {
      this.#skipToken(rule);
      skippedMax--;
    }
    this.#lastIndex = this.#tokens.index;
    this.#lastStates.add(state);
    this.#skipUntil(tokensAfterOpenRules(rule.stack), rule, skippedMax);
  }

  #endRecovery(): void {
    this.#isRecovering = false;
    if (this.#lastStates.size > 0) this.#lastStates.clear();
    this.#lastIndex = -1;
  }

  /** @param distance from the current token to the one at which the fault is */
  #report(message: string, distance = 0): void {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    this.#issues.addSyntaxError(this.#tokens.ahead(distance).offset, message);
  }

  #reportMismatch({ state, rule }: ParserPlace): void {
    const expected = spellKinds(expectedTokens(state, rule.stack));
    this.#report(`mismatched input ${spellToken(this.#tokens.current)} expecting ${expected}`);
  }

  #reportUnwantedToken({ state, rule }: ParserPlace): void {
    const expected = spellKinds(expectedTokens(state, rule.stack));
    this.#report(`extraneous input ${spellToken(this.#tokens.current)} expecting ${expected}`);
  }

  /** Skips the current token if the next one fits. */
  #deleteToken(place: ParserPlace): boolean {
    if (!expectedTokens(place.state, place.rule.stack).has(this.#tokens.ahead(1).kind)) return false;
    this.#reportUnwantedToken(place);
    this.#skipToken(place.rule);
    this.#endRecovery();
    return true;
  }

  /** Returns false if the limit on recoveries is exceeded. */
  #countRecovery(): boolean {
    if (this.#recoveries++ < recoveriesMax) return true;
    const { offset } = this.#tokens.current;
    this.#issues.addSyntaxError(offset, `error recovery attempt limit exceeded: ${recoveriesMax}`);
    this.#issues.close();
    return false;
  }

  #skipUntil(kinds: ReadonlySet<number>, rule: OpenRule, skippedMax: number): void {
    for (let skipped = 0; !this.#issues.isClosed; skipped++) {
      const { kind } = this.#tokens.current;
      if (kind === token.end || kinds.has(kind)) return;
      if (skipped === skippedMax) {
        this.#issues.addLast(`error recovery token lookahead limit exceeded: ${skippedTokensMax}`);
        return;
      }
      this.#skipToken(rule);
    }
  }

  #skipToken(rule: OpenRule): void {
    rule.addSkippedToken(this.#tokens.current);
    this.#tokens.advance();
  }
}

/** The reference replaces messages about a keyword that is used as a name. */
const keywordAfterCharacter = /no viable alternative at input '.(true|false|null)'/u;
