/** Prints the warnings that a server returns with its responses, each text once. */
import type { Transport } from "../client/index.ts";

/**
 * Returns a transport that reports warnings. @param options `agent` is the value of User-Agent, and `tell` receives
 * each warning once
 */
export function tellingTransport(
  transport: Transport,
  { agent, tell }: { readonly agent: string; readonly tell: (warning: string) => void },
): Transport {
  const told = new Set<string>();
  return {
    close: () => transport.close(),
    async send(request) {
      const response = await transport.send({ ...request, headers: { ...request.headers, "user-agent": agent } });
      for (const text of readWarnings(response.headers["warning"] ?? "")) {
        if (!told.has(text)) tell(text);
        told.add(text);
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
