import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { RequestSeats, type WaitingLimits, waitingLimits } from "./request-seats.ts";

const tooManyRequests = { code: 429, headers: { "retry-after": "1" } };
const never = new AbortController().signal;

/** Seats that are all taken. */
function takenSeats(seatsMax: number, limits: Partial<WaitingLimits> = {}, clock = new ManualClock()): RequestSeats {
  const seats = new RequestSeats({ seatsMax: () => seatsMax, limits: { ...waitingLimits, ...limits }, clock });
  for (let seat = 0; seat < seatsMax; seat++) expect(seats.tryTake()).toBe(true);
  expect(seats.tryTake()).toBe(false);
  return seats;
}

/** Makes a request of each of these users wait. The list receives the users in the order in which they get seats. */
function waitInTurn(seats: RequestSeats, userNames: readonly string[], served: string[]): Promise<void>[] {
  return userNames.map((userName) => seats.wait(userName, never).then(() => void served.push(userName)));
}

test("release() gives seats to the users in turn, and to one user's requests in the order of their arrival", async () => {
  const seats = takenSeats(1);
  const served: string[] = [];
  const waiting = waitInTurn(seats, ["ann", "ann", "ann", "ann", "bob", "cid", "bob"], served);
  for (let count = 0; count < waiting.length; count++) seats.release();
  await Promise.all(waiting);
  expect(served).toEqual(["ann", "bob", "cid", "ann", "bob", "ann", "ann"]);
  expect(seats.waitingCount).toBe(0);
});

test("when the number of seats decreases, released seats end until the new number is reached", async () => {
  let seatsMax = 3;
  const seats = new RequestSeats({ seatsMax: () => seatsMax, limits: waitingLimits, clock: new ManualClock() });
  for (let seat = 0; seat < seatsMax; seat++) expect(seats.tryTake()).toBe(true);
  const served: string[] = [];
  const waiting = waitInTurn(seats, ["ann", "bob"], served);
  seatsMax = 1;
  seats.release();
  seats.release();
  await Promise.resolve();
  expect(served).toEqual([]);
  seats.release();
  await waiting[0];
  seatsMax = 2;
  expect(seats.tryTake()).toBe(true);
  expect(seats.tryTake()).toBe(false);
  seats.release();
  await waiting[1];
  expect(served).toEqual(["ann", "bob"]);
});

test("tryTake() takes a released seat unless release() has passed it to a waiting request", async () => {
  const seats = takenSeats(2);
  const waiting = seats.wait("ann", never);
  seats.release();
  await waiting;
  expect(seats.tryTake()).toBe(false);
  seats.release();
  expect(seats.tryTake()).toBe(true);
  expect(seats.tryTake()).toBe(false);
});

test("wait() rejects a request if too many requests of its user wait", async () => {
  const seats = takenSeats(1, { perUserMax: 2 });
  const served: string[] = [];
  const waiting = waitInTurn(seats, ["ann", "ann", "bob"], served);
  await expect(seats.wait("ann", never)).rejects.toMatchObject(tooManyRequests);
  for (let count = 0; count < 3; count++) seats.release();
  await Promise.all(waiting);
  expect(served).toEqual(["ann", "bob", "ann"]);
});

test("if the room for waiting requests is full, the newest request of the longest queue makes room", async () => {
  const seats = takenSeats(1, { allMax: 4 });
  const served: string[] = [];
  const [first, second, third, fourth] = waitInTurn(seats, ["bob", "ann", "ann", "ann"], served);
  const rejected = expect(fourth).rejects.toMatchObject(tooManyRequests);
  const late = waitInTurn(seats, ["cid"], served);
  await rejected;
  // The longest queue has two requests now. A second one of another user would be as long, so it gets no place.
  await expect(seats.wait("cid", never)).rejects.toMatchObject(tooManyRequests);
  for (let count = 0; count < 4; count++) seats.release();
  await Promise.all([first, second, third, ...late]);
  expect(served).toEqual(["bob", "ann", "cid", "ann"]);
});

test("wait() rejects a request whose time to wait is over, and gives its turn to the next one", async () => {
  const clock = new ManualClock();
  const seats = takenSeats(1, { waitMaxMs: 100 }, clock);
  const early = seats.wait("ann", never);
  await clock.advance(60);
  const late = seats.wait("ann", never);
  const rejected = expect(early).rejects.toMatchObject(tooManyRequests);
  await clock.advance(40);
  await rejected;
  seats.release();
  await late;
  await clock.advance(1000);
  expect(seats.waitingCount).toBe(0);
});

test("wait() ends with the signal's reason when the client disconnects, before or during the wait", async () => {
  const seats = takenSeats(1);
  const client = new AbortController();
  const waiting = seats.wait("ann", client.signal);
  client.abort(new Error("the client has gone"));
  await expect(waiting).rejects.toThrow("the client has gone");
  await expect(seats.wait("ann", client.signal)).rejects.toThrow("the client has gone");
  expect(seats.waitingCount).toBe(0);
  seats.release();
  expect(seats.tryTake()).toBe(true);
});
