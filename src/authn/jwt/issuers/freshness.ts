/** How long a response may be cached, by its headers. */

/**
 * Returns how long a response stays fresh, in milliseconds. 0 if its headers do not say so.
 * @param headers by name in lower case
 */
export function freshMs(headers: ReadonlyMap<string, string>, nowMs: number): number {
  const directives = new Map(
    (headers.get("cache-control") ?? "").split(",").map((directive): [string, string] => {
      const [name = "", value = ""] = directive.split("=");
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
  const seconds = directives.get("s-maxage") ?? directives.get("max-age");
  if (seconds !== undefined) return /^\d{1,9}$/.test(seconds) ? Number(seconds) * 1000 : 0;
  const expiresMs = Date.parse(headers.get("expires") ?? "");
  const sentMs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(expiresMs)) return 0;
  return Math.max(0, expiresMs - (Number.isNaN(sentMs) ? nowMs : sentMs));
}
