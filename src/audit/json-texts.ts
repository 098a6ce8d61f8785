/** JSON of short texts that many events contain, such as resources, addresses and annotations. */

/** Longest text that is kept, and the number of texts after which all of them are dropped. They may come from clients. */
const keptCharsMax = 256;
const keptTextsMax = 2000;

const kept = new Map<string, string>();

/** Returns the JSON of a text. It is kept, so this is for texts that repeat. */
export function repeatedJson(text: string): string {
  let json = kept.get(text);
  if (json === undefined) {
    json = JSON.stringify(text);
    if (text.length <= keptCharsMax) {
      if (kept.size >= keptTextsMax) kept.clear();
      kept.set(text, json);
    }
  }
  return json;
}
