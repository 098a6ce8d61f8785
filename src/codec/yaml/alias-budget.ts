/**
 * Limits the share of a document that comes from aliases, because a few lines of aliases can stand for a billion nodes.
 * The allowed share shrinks as the document grows, with the reference's numbers.
 */
import { yamlLimitError } from "./errors.ts";

/** Up to this number of nodes, the share is `smallShare`. */
const smallNodes = 400_000;
const smallShare = 0.99;
/** From this number of nodes on, the share is `largeShare`. */
const largeNodes = 4_000_000;
const largeShare = 0.1;
/** Below these counts there is no limit. */
const uncheckedNodes = 1000;
const uncheckedAliasNodes = 100;

/** Counts the nodes of one document and how many of them come from aliases. */
export class AliasBudget {
  #nodes = 0;
  #aliasNodes = 0;

  /**
   * Counts one decoded node.
   * @throws DecodeError if the share of aliases is too large
   */
  countNode(isInAlias: boolean): void {
    this.#nodes++;
    if (isInAlias) this.#aliasNodes++;
    if (this.#aliasNodes <= uncheckedAliasNodes || this.#nodes <= uncheckedNodes) return;
    if (this.#aliasNodes / this.#nodes > allowedShare(this.#nodes)) {
      throw yamlLimitError("document contains excessive aliasing");
    }
  }
}

function allowedShare(nodes: number): number {
  if (nodes <= smallNodes) return smallShare;
  if (nodes >= largeNodes) return largeShare;
  return smallShare - (smallShare - largeShare) * ((nodes - smallNodes) / (largeNodes - smallNodes));
}
