/**
 * Checks the URLs of webhooks. They are parsed as Go parses them, because Go's errors name faults that browsers accept.
 */
import { type FieldError, invalidField, requiredField } from "./field-error.ts";
import { goUrlFault, splitGoUrl } from "./go-url.ts";

const urlFormHint = "; desired format: https://host[/path]";

/** Returns the errors of the URL. Each error shows only the part of the URL that breaks its rule. */
export function checkWebhookUrl(path: string, value: string): FieldError[] {
  const fault = goUrlFault(value);
  if (fault !== undefined) return [requiredField(path, `url must be a valid URL: ${fault}${urlFormHint}`)];
  const { scheme, user, host, query, fragment } = splitGoUrl(value);
  const checks: readonly [isFault: boolean, part: string, why: string][] = [
    [scheme !== "https", scheme, `'https' is the only allowed URL scheme${urlFormHint}`],
    [host === "", host, `host must be specified${urlFormHint}`],
    [user !== undefined, user ?? "", "user information is not permitted in the URL"],
    [fragment !== "", fragment, "fragments are not permitted in the URL"],
    [query !== "", query, "query parameters are not permitted in the URL"],
  ];
  return checks.filter(([isFault]) => isFault).map(([, part, why]) => invalidField(path, part, why));
}
