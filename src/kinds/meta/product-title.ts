import { capitalize } from "../../base/capitalize.ts";
import { product, type Vocabulary } from "../../meta/vocabulary.ts";

/** Returns the product's name as it is written in sentences. */
export function productTitle(vocabulary: Vocabulary): string {
  const name = vocabulary.bind(product());
  return capitalize(name);
}
