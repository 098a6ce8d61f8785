import { expect, test } from "vitest";
import type { Exchange } from "../requests/exchange.ts";
import { type Lane, newLane, RequestPacer } from "./request-pacer.ts";

interface FakeRequest {
  readonly name: string;
  isClosed: boolean;
}

function createPacer(): { readonly pacer: RequestPacer; readonly handled: string[] } {
  const handled: string[] = [];
  const requestPacer = new RequestPacer(async (exchange) => {
    handled.push((exchange as unknown as FakeRequest).name);
  });
  return { pacer: requestPacer, handled };
}

function submit(pacer: RequestPacer, lane: Lane, name: string, count: number): FakeRequest[] {
  const requests = Array.from({ length: count }, (_, index) => ({ name: `${name}${index}`, isClosed: false }));
  for (const request of requests) pacer.submit(lane, request as unknown as Exchange);
  return requests;
}

/** Resolves in the next turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("the first 64 requests of a connection start at once", () => {
  const { pacer, handled } = createPacer();
  submit(pacer, newLane(), "a", 64);
  expect(handled).toHaveLength(64);
});

test("further requests start in later turns, one from each connection after the other", async () => {
  const { pacer, handled } = createPacer();
  submit(pacer, newLane(), "a", 66);
  submit(pacer, newLane(), "b", 66);
  expect(handled).toHaveLength(128);
  await turn();
  expect(handled.slice(128)).toEqual(["a64", "b64", "a65", "b65"]);
});

test("at most 100 waiting requests start in one turn", async () => {
  const { pacer, handled } = createPacer();
  submit(pacer, newLane(), "a", 300);
  await turn();
  expect(handled).toHaveLength(164);
  await turn();
  expect(handled).toHaveLength(264);
});

test("a connection's first request starts before the waiting requests of another connection", async () => {
  const { pacer, handled } = createPacer();
  submit(pacer, newLane(), "a", 1000);
  await turn();
  submit(pacer, newLane(), "b", 1);
  expect(handled.at(-1)).toBe("b0");
});

test("a waiting request that was reset never starts", async () => {
  const { pacer, handled } = createPacer();
  const requests = submit(pacer, newLane(), "a", 70);
  for (const request of requests) request.isClosed = true;
  await turn();
  expect(handled).toHaveLength(64);
});

test("waiting requests of a closed connection never start", async () => {
  const { pacer, handled } = createPacer();
  const lane = newLane();
  submit(pacer, lane, "a", 70);
  pacer.abandon(lane);
  await turn();
  expect(handled).toHaveLength(64);
});
