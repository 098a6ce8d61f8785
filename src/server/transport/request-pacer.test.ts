import { expect, test } from "vitest";
import type { Exchange } from "../requests/exchange.ts";
import { type Lane, newLane, RequestPacer } from "./request-pacer.ts";

interface Asked {
  readonly name: string;
  isClosed: boolean;
}

function pacer(): { readonly pacer: RequestPacer; readonly handled: string[] } {
  const handled: string[] = [];
  const made = new RequestPacer(async (exchange) => {
    handled.push((exchange as unknown as Asked).name);
  });
  return { pacer: made, handled };
}

function submit(to: RequestPacer, lane: Lane, name: string, count: number): Asked[] {
  const asked = Array.from({ length: count }, (_, index) => ({ name: `${name}${index}`, isClosed: false }));
  for (const one of asked) to.submit(lane, one as unknown as Exchange);
  return asked;
}

/** Resolves in the next turn of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a few requests of a connection start at once", () => {
  const { pacer: one, handled } = pacer();
  submit(one, newLane(), "a", 64);
  expect(handled).toHaveLength(64);
});

test("further requests start in later turns, one of each connection in turn", async () => {
  const { pacer: one, handled } = pacer();
  submit(one, newLane(), "a", 66);
  submit(one, newLane(), "b", 66);
  expect(handled).toHaveLength(128);
  await turn();
  expect(handled.slice(128)).toEqual(["a64", "b64", "a65", "b65"]);
});

test("at most 100 waiting requests start in one turn", async () => {
  const { pacer: one, handled } = pacer();
  submit(one, newLane(), "a", 300);
  await turn();
  expect(handled).toHaveLength(164);
  await turn();
  expect(handled).toHaveLength(264);
});

test("a request of a connection with few requests starts before those that wait of another one", async () => {
  const { pacer: one, handled } = pacer();
  submit(one, newLane(), "a", 1000);
  await turn();
  submit(one, newLane(), "b", 1);
  expect(handled.at(-1)).toBe("b0");
});

test("a request that was reset while it waited never starts", async () => {
  const { pacer: one, handled } = pacer();
  const asked = submit(one, newLane(), "a", 70);
  for (const request of asked) request.isClosed = true;
  await turn();
  expect(handled).toHaveLength(64);
});

test("requests of a connection that has ended never start", async () => {
  const { pacer: one, handled } = pacer();
  const lane = newLane();
  submit(one, lane, "a", 70);
  one.abandon(lane);
  await turn();
  expect(handled).toHaveLength(64);
});
