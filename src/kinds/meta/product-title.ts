import { capitalize } from "../../base/capitalize.ts";
import { product, type Vocabulary } from "../../meta/vocabulary.ts";

/** The product's name as it stands in sentences. */
export function productTitle(vocabulary: Vocabulary): string {
  const name = vocabulary.bind(product());
  return capitalize(name);
}
