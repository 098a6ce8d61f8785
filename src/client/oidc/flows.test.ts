/** The browser flow, the device flow and the renewal of tokens. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { beginBrowserLogin } from "./browser-flow.ts";
import { type DeviceCode, logInWithDevice } from "./device-flow.ts";
import { IssuerUnreachableError } from "./login-error.ts";
import { FakeIssuer, type FakeResponse, issuerUrl } from "./testing/fake-issuer.ts";
import { refreshTokens } from "./tokens.ts";

const { signal } = new AbortController();
const redirectUri = "http://127.0.0.1:1234/callback";
let fake: FakeIssuer;

beforeEach(() => {
  fake = new FakeIssuer();
});

async function respondWithTokens(claims: object = {}, more: object = {}): Promise<void> {
  const idToken = await fake.idToken({ ...claims });
  fake.responses.set(`${issuerUrl}/token`, { id_token: idToken, refresh_token: "refresh-1", ...more });
}

function oauthError(error: string, description?: string): FakeResponse {
  return { status: 400, body: JSON.stringify({ error, error_description: description }) };
}

describe("the browser flow", () => {
  test("the URL has the parameters of the code flow with PKCE, and keeps those of the endpoint", () => {
    const url = new URL(beginBrowserLogin(fake.client(), redirectUri).url);
    expect(url.origin + url.pathname).toBe("https://issuer.test/auth");
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual({
      tenant: "1",
      response_type: "code",
      client_id: "orch",
      redirect_uri: redirectUri,
      scope: "openid offline_access",
      code_challenge_method: "S256",
      prompt: "consent",
    });
    for (const secret of [state, nonce, challenge]) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(new Set([state, nonce, challenge]).size).toBe(3);
  });

  test("only a redirect with the state of the login is accepted", () => {
    const login = beginBrowserLogin(fake.client(), redirectUri);
    const state = new URL(login.url).searchParams.get("state") ?? "";
    expect(login.accepts(new URLSearchParams({ state, code: "c" }))).toBe(true);
    for (const other of ["", `${state}x`, state.slice(1), "é".repeat(43)]) {
      expect(login.accepts(new URLSearchParams({ state: other, code: "c" }))).toBe(false);
    }
    expect(login.accepts(new URLSearchParams())).toBe(false);
  });

  test("finish() exchanges the code with the verifier of the challenge, and checks the nonce", async () => {
    const login = beginBrowserLogin(fake.client(), redirectUri);
    const { searchParams } = new URL(login.url);
    await respondWithTokens({ nonce: searchParams.get("nonce") });
    const tokens = await login.finish(new URLSearchParams({ code: "c-1", iss: issuerUrl }), signal);
    expect(tokens).toMatchObject({ idToken: { subject: "ann" }, refreshToken: "refresh-1" });
    const form = Object.fromEntries(new URLSearchParams(fake.requests[0]?.body));
    const { code_verifier: verifier = "", ...rest } = form;
    expect(rest).toEqual({
      grant_type: "authorization_code",
      code: "c-1",
      redirect_uri: redirectUri,
      client_id: "orch",
    });
    expect(createHash("sha256").update(verifier).digest("base64url")).toBe(searchParams.get("code_challenge"));
    await respondWithTokens({ nonce: "that of another login" });
    await expect(login.finish(new URLSearchParams({ code: "c-1" }), signal)).rejects.toThrow('"nonce"');
  });

  test.each([
    [{ error: "access_denied", error_description: "not you" }, "the issuer rejected the login: access_denied: not you"],
    [{ code: "c", iss: "https://other.test" }, "the redirect of the browser comes from another issuer"],
    [{}, "the redirect of the browser has no code"],
  ])("finish() rejects the redirect %j", async (query: Record<string, string>, message) => {
    const login = beginBrowserLogin(fake.client(), redirectUri);
    await expect(login.finish(new URLSearchParams(query), signal)).rejects.toThrow(message);
    expect(fake.requests).toEqual([]);
  });

  test("an issuer without an authorization endpoint is rejected with a hint", () => {
    const client = fake.client({ authorizationEndpoint: undefined });
    expect(() => beginBrowserLogin(client, redirectUri)).toThrow("no authorization endpoint; use --device");
  });
});

describe("the client secret", () => {
  test("is form-encoded in the header Authorization, or sent in the body", async () => {
    await respondWithTokens();
    const refresh = async (secretPlacement: "header" | "body") => {
      const client = fake.client({ secretPlacement }, { clientSecret: "a b:%" });
      fake.requests.length = 0;
      await refreshTokens(client, { subject: "ann", refreshToken: "r", signal });
      const { headers = {}, body } = fake.requests[0] ?? {};
      const { authorization }: { readonly authorization?: string } = headers;
      return { authorization, form: Object.fromEntries(new URLSearchParams(body)) };
    };
    expect(await refresh("header")).toEqual({
      authorization: `Basic ${Buffer.from("orch:a+b%3A%25").toString("base64")}`,
      form: { grant_type: "refresh_token", refresh_token: "r" },
    });
    expect(await refresh("body")).toEqual({
      authorization: undefined,
      form: { grant_type: "refresh_token", refresh_token: "r", client_id: "orch", client_secret: "a b:%" },
    });
  });
});

describe("the renewal of tokens", () => {
  const renew = () => refreshTokens(fake.client(), { subject: "ann", refreshToken: "old", signal });

  test("an issuer that returns no refresh token keeps the old one valid", async () => {
    await respondWithTokens({}, { refresh_token: undefined });
    expect((await renew()).refreshToken).toBe("old");
    await respondWithTokens();
    expect((await renew()).refreshToken).toBe("refresh-1");
  });

  test("a token of another user is rejected", async () => {
    await respondWithTokens({ sub: "bob" });
    await expect(renew()).rejects.toThrow("the issuer refreshed the login of another user");
  });

  test("an error of the issuer is reported with its code and a truncated description", async () => {
    fake.responses.set(`${issuerUrl}/token`, oauthError("invalid_grant", "x".repeat(1_000)));
    const error: unknown = await renew().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "TokenRejectedError", code: "invalid_grant" });
    expect(String(error).length).toBeLessThan(450);
  });

  test("other responses of the token endpoint are reported with their status", async () => {
    fake.responses.set(`${issuerUrl}/token`, { status: 500, body: "" });
    await expect(renew()).rejects.toThrow("https://issuer.test/token: the issuer responded with status 500");
    fake.responses.set(`${issuerUrl}/token`, { status: 400, body: "{}" });
    await expect(renew()).rejects.toThrow("rejected the request without an error code");
  });
});

describe("the device flow", () => {
  const code = {
    device_code: "device-1",
    user_code: "ABCD-EFGH",
    verification_uri: "https://issuer.test/device",
    verification_uri_complete: "https://issuer.test/device?user_code=ABCD-EFGH",
    expires_in: 600,
  };

  /** Starts a login whose polls get these responses in order. Returns the times of the polls in seconds. */
  async function poll(responses: readonly (FakeResponse | Error)[], document: object = code) {
    fake.responses.set(`${issuerUrl}/device`, document);
    const startMs = fake.clock.nowMs();
    const times: number[] = [];
    const rest = [...responses];
    fake.responses.set(`${issuerUrl}/token`, () => {
      times.push((fake.clock.nowMs() - startMs) / 1000);
      return rest.shift() ?? oauthError("authorization_pending");
    });
    const codes: DeviceCode[] = [];
    const outcome = logInWithDevice(fake.client(), { onCode: (one) => codes.push(one), signal }).then(
      (tokens) => tokens.idToken.subject,
      (error: unknown) => String(error),
    );
    for (let second = 0; second < 100; second++) {
      await fake.clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { outcome: await outcome, times, codes };
  }

  const pending = oauthError("authorization_pending");
  const success = async (): Promise<FakeResponse> => ({ id_token: await fake.idToken({ exp: 1e10 }) });

  test("the code is shown, and polling continues at the interval of the issuer until the user has logged in", async () => {
    const { outcome, times, codes } = await poll([pending, pending, await success()], { ...code, interval: 7 });
    expect(outcome).toBe("ann");
    expect(times).toEqual([7, 14, 21]);
    expect(codes).toMatchObject([
      {
        userCode: "ABCD-EFGH",
        verificationUri: "https://issuer.test/device",
        completeUri: "https://issuer.test/device?user_code=ABCD-EFGH",
      },
    ]);
    expect(fake.requests.at(0)?.body).toBe("scope=openid+offline_access&client_id=orch");
  });

  test("the interval is 5 seconds by default, and increases by 5 seconds at slow_down and without a response", async () => {
    const unreachable = new IssuerUnreachableError("down");
    const { outcome, times } = await poll([pending, oauthError("slow_down"), unreachable, pending, await success()]);
    expect(outcome).toBe("ann");
    expect(times).toEqual([5, 10, 20, 35, 50]);
  });

  test("polling ends when the code expires, even if the issuer continues to respond", async () => {
    const { outcome, times } = await poll([], { ...code, expires_in: 22 });
    expect(outcome).toBe("LoginError: the code has expired; log in again");
    expect(times).toEqual([5, 10, 15, 20]);
  });

  test.each([
    ["access_denied", "LoginError: the login was rejected"],
    ["expired_token", "LoginError: the code has expired; log in again"],
    [
      "invalid_client",
      "TokenRejectedError: https://issuer.test/token: the issuer rejected the request: invalid_client",
    ],
  ])("the error %s ends the login", async (error, outcome) => {
    expect(await poll([oauthError(error)])).toMatchObject({ outcome, times: [5] });
  });

  test("a response without a code and an issuer without the flow are reported", async () => {
    fake.responses.set(`${issuerUrl}/device`, { ...code, user_code: undefined });
    const options = { onCode: () => undefined, signal };
    await expect(logInWithDevice(fake.client(), options)).rejects.toThrow("the response has no user_code");
    const client = fake.client({ deviceEndpoint: undefined });
    await expect(logInWithDevice(client, options)).rejects.toThrow("does not support the device flow; omit --device");
  });

  test("an aborted login stops polling with the reason of the abort", async () => {
    fake.responses.set(`${issuerUrl}/device`, code);
    const abort = new AbortController();
    const result = logInWithDevice(fake.client(), {
      onCode: () => abort.abort(new Error("stop")),
      signal: abort.signal,
    });
    await expect(result).rejects.toThrow("stop");
  });
});
