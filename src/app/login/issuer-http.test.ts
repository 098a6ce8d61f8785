/** Requests to real TLS servers that misbehave. */
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ClientAuthority } from "../../../test/support/client-authority.ts";
import { until } from "../../../test/support/until.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { type IssuerHttpOptions, issuerHttp } from "./issuer-http.ts";

let authority: ClientAuthority;

beforeAll(async () => {
  authority = await ClientAuthority.create();
});
afterAll(() => authority[Symbol.dispose]());

interface TlsServer extends AsyncDisposable {
  readonly url: string;
}

async function serve(handle: RequestListener, host = "127.0.0.1"): Promise<TlsServer> {
  const server = createServer(await authority.issue({ name: "issuer", usage: "serverAuth", hosts: [host] }), handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a GET that trusts the authority of this file. */
async function get(url: string, clock = new ManualClock()) {
  return await getWith(url, { clock, ca: authority.certificate, env: {} });
}

async function getWith(url: string, options: IssuerHttpOptions) {
  const { signal } = new AbortController();
  return await issuerHttp(options)({ method: "GET", url: `${url}/x?y`, headers: {}, signal });
}

test("a request returns the status and the body, and sends method, headers and form", async () => {
  let received = "";
  await using server = await serve((request, response) => {
    request.on("data", (piece: Buffer) => (received += piece.toString()));
    request.once("end", () => {
      received += ` ${request.method} ${request.url} ${request.headers["content-type"]}`;
      response.writeHead(201).end("done");
    });
  });
  const send = issuerHttp({ ca: authority.certificate, clock: new ManualClock(), env: {} });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { signal } = new AbortController();
  const response = await send({ method: "POST", url: `${server.url}/token`, headers, body: "a=b", signal });
  expect({ status: response.status, body: response.body.toString() }).toEqual({ status: 201, body: "done" });
  expect(received).toBe("a=b POST /token application/x-www-form-urlencoded");
});

test("a redirect is returned and not followed", async () => {
  const paths: (string | undefined)[] = [];
  await using server = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: "/other" }).end();
  });
  expect(await get(server.url)).toMatchObject({ status: 302 });
  expect(paths).toEqual(["/x?y"]);
});

test("a response of more than a megabyte is rejected before it has been received", async () => {
  let bytes = 0;
  await using server = await serve((_, response) => {
    const piece = Buffer.alloc(65_536, "x");
    const write = (): void => {
      while (!response.destroyed && bytes < 100_000_000) {
        bytes += piece.length;
        if (!response.write(piece)) break;
      }
    };
    response.on("drain", write);
    write();
  });
  await expect(get(server.url)).rejects.toThrow(`the response of ${server.url} is invalid: `);
  expect(bytes).toBeLessThan(50_000_000);
});

test("a server that never responds is rejected after 10 seconds, and so is one that never ends its response", async () => {
  for (const begin of [false, true]) {
    let requests = 0;
    const clock = new ManualClock();
    await using server = await serve((_, response) => {
      requests++;
      if (begin) response.writeHead(200).write("{");
    });
    const outcome = get(server.url, clock).catch((error: unknown) => error);
    await until(() => requests === 1, "the server has received the request");
    await clock.advance(9_999);
    await clock.advance(1);
    expect(await outcome).toMatchObject({
      name: "IssuerUnreachableError",
      message: `${server.url} did not respond within 10 s`,
    });
  }
});

test("a certificate of another authority or of another host is rejected with a hint", async () => {
  await using server = await serve((_, response) => response.end());
  await using elsewhere = await serve((_, response) => response.end(), "issuer.test");
  using other = await ClientAuthority.create();
  for (const [url, ca] of [
    [server.url, undefined],
    [server.url, other.certificate],
    [elsewhere.url, authority.certificate],
  ] as const) {
    await expect(getWith(url, { ca, clock: new ManualClock(), env: {} })).rejects.toThrow(
      /^no connection to https:\/\/127\.0\.0\.1:\d+: tls: failed to verify certificate: x509: .*; --ca-file names the certificates to verify it with$/,
    );
  }
});

test("a server that cannot be reached is reported with its origin only", async () => {
  const closed = await serve(() => undefined);
  await closed[Symbol.asyncDispose]();
  await expect(get(closed.url)).rejects.toThrow(
    new RegExp(`^${closed.url} did not respond: dial tcp .* connection refused$`),
  );
});

test("headers of more than 64 KB are rejected", async () => {
  await using server = await serve((_, response) => response.setHeader("x-long", "x".repeat(70_000)).end());
  await expect(get(server.url)).rejects.toThrow(
    `the response of ${server.url} is invalid: net/http: server response headers`,
  );
});
