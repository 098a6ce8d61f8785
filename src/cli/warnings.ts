/** Prints the warnings that a server returns with its responses, each text once. */
import type { Transport } from "../client/index.ts";

/**
 * Returns a transport that reports warnings. @param options `agent` is the value of User-Agent, and `onWarning`
 * receives each warning once
 */
export function warningTransport(
  transport: Transport,
  { agent, onWarning }: { readonly agent: string; readonly onWarning: (warning: string) => void },
): Transport {
  const reported = new Set<string>();
  return {
    close: () => transport.close(),
    async send(request) {
      const response = await transport.send({ ...request, headers: { ...request.headers, "user-agent": agent } });
      for (const text of readWarnings(response.headers["warning"] ?? "")) {
        if (!reported.has(text)) onWarning(text);
        reported.add(text);
      }
      return response;
    },
  };
}

/** A warning with its code, agent and quoted text. */
const warning = /299 \S+ "((?:[^"\\]|\\.)*)"/g;

/** Returns the texts of a Warning header, which may contain several warnings. Its bytes are UTF-8. */
export function readWarnings(header: string): readonly string[] {
  return [...header.matchAll(warning)].map(([, quoted = ""]) =>
    Buffer.from(quoted.replace(/\\(.)/g, "$1"), "latin1").toString("utf8"),
  );
}
