import { connect } from "node:net";
import { expect, test } from "vitest";
import { listenForRedirect } from "./redirect-listener.ts";

const { signal } = new AbortController();

test("the listener returns the query of the first accepted redirect, and rejects other requests", async () => {
  await using listener = await listenForRedirect(0);
  expect(listener.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  const received = listener.receive((query) => query.get("state") === "s", signal);
  const uri = listener.redirectUri;
  const status = async (url: string, method = "GET"): Promise<number> => (await fetch(url, { method })).status;
  expect(await status(`${uri}?state=other&code=1`)).toBe(400);
  expect(await status(uri)).toBe(400);
  expect(await status(`${uri}/x?state=s`)).toBe(400);
  expect(await status(`${uri}?state=s&code=1`, "POST")).toBe(400);
  const page = await fetch(`${uri}?state=s&code=2&x=<script>`);
  expect(page.status).toBe(200);
  expect(await page.text()).toBe("<p>Return to the terminal. You can close this page.</p>\n");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect((await received).get("code")).toBe("2");
});

test("a port that is in use is reported with the flag", async () => {
  await using listener = await listenForRedirect(0);
  const port = Number(new URL(listener.redirectUri).port);
  await expect(listenForRedirect(port)).rejects.toThrow(
    new RegExp(`^--port: 127\\.0\\.0\\.1:${port} cannot be used: .*EADDRINUSE`),
  );
});

test("an abort ends the wait, and disposal closes connections that send nothing", async () => {
  const listener = await listenForRedirect(0);
  const socket = connect(Number(new URL(listener.redirectUri).port), "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  const abort = new AbortController();
  const received = listener.receive(() => true, abort.signal);
  abort.abort(new Error("late"));
  await expect(received).rejects.toThrow("late");
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await listener[Symbol.asyncDispose]();
  await closed;
});
