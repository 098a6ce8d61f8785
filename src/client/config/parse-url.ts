/** Returns undefined if the text is not a URL. (`URL.parse` is missing in some supported Node versions.) */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
