/** Validates the URLs of proxies. */

const schemes: readonly string[] = ["http:", "https:", "socks5:"];

/** Returns what is wrong with the URL of a proxy. Undefined if it is valid. */
export function proxyFault(text: string): string | undefined {
  if (!URL.canParse(text)) return "must be a URL";
  const url = new URL(text);
  if (!schemes.includes(url.protocol)) {
    return `names the scheme ${url.protocol.slice(0, -1)}, which is not supported; use http, https or socks5`;
  }
  if (url.hostname === "") return "must name a host";
  const isSpelled = [url.username, url.password].every(isPercentEncoded);
  return isSpelled ? undefined : "must hold user and password in percent-encoding, a percent sign as %25";
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
