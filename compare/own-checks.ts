/** Removes the checks that only one server has from the details of a health check. */
export function withoutOwnChecks(text: string): string {
  return text.replaceAll(/^\[\+\](?:poststarthook\/|autoregister-|etcd|stored-objects).*\n/gm, "");
}
