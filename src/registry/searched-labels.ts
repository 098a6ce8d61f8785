/**
 * Reads the labels of an object that may have very many of them. Parsing 180,000 labels would delay other clients, and
 * a selector reads only a few labels. So each label is searched for in the text. See docs/performance.md,
 * "Delay of other clients by one expensive request", "list by labels beside an object of 180,000 labels".
 */

/** In a text that is longer than this, labels are searched for. Shorter texts are parsed. */
export const parsedLengthMax = 64 * 1024;

/**
 * Returns the labels in a text of canonical JSON. A search in the text is possible because no name or value of a label
 * contains a character that JSON escapes.
 * @param text `{"metadata":{"labels":{...}}}`, without the inner parts that the object does not have
 */
export function labelsIn(text: string): Readonly<Record<string, string>> {
  if (text.length > parsedLengthMax) return new Proxy({}, { get: (_, key) => labelValue(text, String(key)) });
  const { metadata } = JSON.parse(text) as { metadata?: { labels?: Record<string, string> } };
  return metadata?.labels ?? {};
}

/**
 * Returns the value of the label `key`. `"key":"` can only match a label's name, because names and values contain no
 * quotes.
 */
function labelValue(text: string, key: string): string | undefined {
  const nameText = `"${key}":"`;
  const at = text.indexOf(nameText);
  if (at < 0) return undefined;
  const start = at + nameText.length;
  return text.slice(start, text.indexOf('"', start));
}
