/** `example.com:80`, `[2001:db8::1]:80`. */
const hostPort = /^(?:\[[^[\]]*\]|[^[\]:]*):[^[\]:]*$/;

/** Whether the text is a host and a port as Go splits them: what the two look like is left open. */
export function isHostPort(text: string): boolean {
  return hostPort.test(text);
}
