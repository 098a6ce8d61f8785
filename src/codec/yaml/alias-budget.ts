/**
 * How much of a document may come from aliases. A few lines of them can stand for a billion nodes; the share that they
 * may have shrinks as the document grows, on the reference's scale.
 */
import { yamlLimitError } from "./errors.ts";

/** Documents that expand to no more nodes than this may consist of aliases almost entirely. */
const smallNodes = 400_000;
const smallShare = 0.99;
/** From here on, nearly everything must be written out. */
const largeNodes = 4_000_000;
const largeShare = 0.1;
/** Below these counts nobody minds. */
const freeNodes = 1000;
const freeAliasNodes = 100;

export class AliasBudget {
  #nodes = 0;
  #aliasNodes = 0;

  /**
   * Counts one decoded node.
   * @throws DecodeError when aliases have more than their share
   */
  countNode(isInAlias: boolean): void {
    this.#nodes++;
    if (isInAlias) this.#aliasNodes++;
    if (this.#aliasNodes <= freeAliasNodes || this.#nodes <= freeNodes) return;
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
