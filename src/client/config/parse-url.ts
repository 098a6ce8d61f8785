/** The URL that a text is; undefined when it is none. (`URL.parse` is not in every Node that is supported.) */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
