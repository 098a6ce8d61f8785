import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ClientAuthority } from "../../../test/support/client-authority.ts";
import { H2Transport } from "./h2-transport.ts";
import type { H2TransportOptions } from "./h2-transport-options.ts";

/** A server that answers with the path that it is asked for. */
async function startEcho(
  authority: ClientAuthority,
  onServer: (server: Http2SecureServer) => void = () => undefined,
): Promise<AsyncDisposable & { readonly options: H2TransportOptions }> {
  const server = createSecureServer(
    await authority.issue({ name: "echo", usage: "serverAuth", hosts: ["127.0.0.1"] }),
    (request, response) => response.end(request.url),
  );
  onServer(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { url, ca: authority.certificate },
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function ask(transport: H2Transport, target: string): Promise<string> {
  const { body } = await transport.send({ method: "GET", target, headers: {} });
  let text = "";
  for await (const piece of body) text += Buffer.from(piece).toString();
  return text;
}

test("what path the server's URL has stands before that of every request", async () => {
  using authority = await ClientAuthority.create();
  await using echo = await startEcho(authority);
  for (const [path, asked] of [
    ["", "/api?limit=1"],
    ["/", "/api?limit=1"],
    ["/clusters/one", "/clusters/one/api?limit=1"],
    ["/clusters/one/", "/clusters/one/api?limit=1"],
  ]) {
    const transport = new H2Transport({ ...echo.options, url: echo.options.url + path });
    expect(await ask(transport, "/api?limit=1")).toBe(asked);
    await transport.close();
  }
});

test("a certificate that is none is a failure of the request, not of the program", async () => {
  const transport = new H2Transport({
    url: "https://127.0.0.1:1",
    credentials: () => ({ certificate: { cert: "none", key: "none" } }),
  });
  await expect(ask(transport, "/api")).rejects.toMatchObject({ name: "ConnectionError" });
  await transport.close();
});
