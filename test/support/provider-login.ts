/** Logs in at an OpenID Connect provider with an authorization code and PKCE, as a client without a library would. */
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import type { OidcIssuer } from "./oidc-issuer.ts";
import { ScriptedBrowser } from "./scripted-browser.ts";

/** Tokens that a provider issues for a login. */
export interface ProviderTokens {
  readonly id_token: string;
  readonly access_token: string;
}

const clientId = "orch";

/** Logs in a user. Returns the provider's tokens. */
export async function logInAt(issuer: OidcIssuer, user: string): Promise<ProviderTokens> {
  const verifier = randomBytes(32).toString("base64url");
  const codes: string[] = [];
  const callback = createServer((incoming, response) => {
    codes.push(new URL(incoming.url ?? "", "http://127.0.0.1").searchParams.get("code") ?? "");
    response.end("done");
  });
  await new Promise<void>((resolve) => callback.listen(0, "127.0.0.1", resolve));
  try {
    const redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: "code",
      scope: "openid",
      redirect_uri: redirectUri,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    await new ScriptedBrowser(issuer.ca, { login: user, password: "x" }).visit(
      `${issuer.url}/auth?${query.toString()}`,
    );
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      code: codes[0] ?? "",
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    return (await post(`${issuer.url}/token`, form, issuer.ca)) as ProviderTokens;
  } finally {
    callback.closeAllConnections();
    await new Promise((resolve) => callback.close(resolve));
  }
}

async function post(url: string, form: URLSearchParams, ca: string): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const outgoing = request(url, { method: "POST", ca, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    outgoing.on("error", reject);
    outgoing.end(form.toString());
  });
}
