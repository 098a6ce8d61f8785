/** What a server warns of beside its answers, for whoever asked: each text once. */
import type { Transport } from "../client/index.ts";

/** @param agent the value of User-Agent, which says who asks */
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

/** Of a code, an agent, and a text in quotes. */
const warning = /299 \S+ "((?:[^"\\]|\\.)*)"/g;

/** The texts of a Warning header, or of several that stand in one line. Its bytes are UTF-8. */
export function readWarnings(header: string): readonly string[] {
  return [...header.matchAll(warning)].map(([, quoted = ""]) =>
    Buffer.from(quoted.replace(/\\(.)/g, "$1"), "latin1").toString("utf8"),
  );
}
