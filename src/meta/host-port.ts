/** Matches `example.com:80` and `[2001:db8::1]:80`. */
const hostPort = /^(?:\[[^[\]]*\]|[^[\]:]*):[^[\]:]*$/;

/** Whether Go's `net.SplitHostPort` can split the text. The host and the port themselves are not checked. */
export function isHostPort(text: string): boolean {
  return hostPort.test(text);
}
