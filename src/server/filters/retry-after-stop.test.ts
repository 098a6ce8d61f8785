import { expect, test } from "vitest";
import { testCall, testPeer } from "../testing/test-call.ts";
import { retryAfterStop } from "./retry-after-stop.ts";

const respondOk = (call: ReturnType<typeof testCall>["call"]) => async () => call.respondText(200, "ok");

test("while the server stops, a request is rejected with 429 and ends its connection", async () => {
  let isStopping = false;
  let ended = 0;
  const filter = retryAfterStop(() => isStopping);
  const send = async (path: string, isHttp2: boolean): Promise<readonly unknown[]> => {
    const peer = isHttp2 ? { ...testPeer(), endConnection: () => void ended++ } : testPeer();
    const { call, readResponse } = testCall(path, { peer });
    await filter(call, respondOk(call));
    const { status, headers, text } = await readResponse();
    return [status, headers["retry-after"], headers["connection"], text];
  };
  const rejection = "The apiserver is shutting down, please try again later.\n";
  expect(await send("/api", true)).toEqual([200, undefined, undefined, "ok"]);
  isStopping = true;
  expect(await send("/api", true)).toEqual([429, "5", undefined, rejection]);
  expect(ended).toBe(1);
  expect(await send("/api", false)).toEqual([429, "5", "close", rejection]);
  for (const path of ["/readyz", "/livez/ping", "/healthz", "/metrics"]) {
    expect(await send(path, false), path).toEqual([200, undefined, undefined, "ok"]);
  }
});
