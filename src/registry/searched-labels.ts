/**
 * Labels of an object that has very many of them. Parsing them all takes longer than other clients should wait, while a
 * selector looks at few: each is searched for in the text.
 */

/** Longer texts are searched, shorter ones are parsed. */
export const parsedLabelsMax = 64 * 1024;

/**
 * Returns the labels in a text of canonical JSON. Names and values of labels hold nothing that JSON escapes.
 * @param text `{"metadata":{"labels":{...}}}`, or less where there are none
 */
export function labelsIn(text: string): Readonly<Record<string, string>> {
  if (text.length > parsedLabelsMax) return new Proxy({}, { get: (_, key) => valueOf(text, String(key)) });
  const { metadata } = JSON.parse(text) as { metadata?: { labels?: Record<string, string> } };
  return metadata?.labels ?? {};
}

/** A name stands behind the brace that opens the labels, or behind a comma; within a value there are no quotes. */
function valueOf(text: string, key: string): string | undefined {
  const mark = `"${key}":"`;
  const at = text.indexOf(mark);
  if (at < 0) return undefined;
  const start = at + mark.length;
  return text.slice(start, text.indexOf('"', start));
}
