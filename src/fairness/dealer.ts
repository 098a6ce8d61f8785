/**
 * Shuffle sharding: each flow uses a few of the queues, its hand. Two flows rarely have the same hand, so a flow that fills
 * its queues rarely takes all queues of another.
 */
import { createHash } from "node:crypto";

/** Returns the number that decides which queues a flow uses. It is the same in each process and after each start. */
export function flowHash(schemaName: string, distinguisher: string): bigint {
  const hash = createHash("sha256").update(schemaName).update("\0").update(distinguisher);
  return hash.digest().readBigUInt64LE();
}

/**
 * Returns the queues of a flow: `handSize` different numbers below `deckSize`.
 * @param hash an unsigned number of 64 bits
 */
export function dealHand(hash: bigint, deckSize: number, handSize: number): readonly number[] {
  let rest = hash;
  const remainders: number[] = [];
  for (let drawn = 0; drawn < handSize; drawn++) {
    const cardsLeft = BigInt(deckSize - drawn);
    remainders.push(Number(rest % cardsLeft));
    rest /= cardsLeft;
  }
  // A remainder counts only the cards that are left. It becomes the number of a card by counting the drawn ones too.
  return remainders.map((remainder, position) => {
    let card = remainder;
    for (let earlier = position - 1; earlier >= 0; earlier--) if (card >= (remainders[earlier] ?? 0)) card++;
    return card;
  });
}
