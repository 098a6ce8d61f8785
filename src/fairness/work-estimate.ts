/** Estimates the seats of a request: lists take more with more objects, writes with more watchers. */
import type { WorkEstimate } from "./flow-request.ts";

const seatsMax = 10;
const objectsPerSeat = 100;
const watchersPerSeat = 10;
/** How long one seat is needed to send an event to `watchersPerSeat` watchers. */
const eventMs = 5;

/** The estimate of most requests. */
export const oneSeat: WorkEstimate = { initialSeats: 1, finalSeats: 0, additionalMs: 0 };

/** The parts of a list, or of a watch with its initial events, that decide about its work. */
export interface ListWork {
  /** Number of objects of the resource. Undefined if it is not known. */
  readonly storedCount: number | undefined;
  /** 0: no limit. */
  readonly limit: number;
  readonly hasSelector: boolean;
  /** Whether the reference reads the list from its cache, which examines all objects. */
  readonly isFromCache: boolean;
}

/**
 * Returns the seats of a list.
 * @param levelSeatsMax the largest number of seats of one request of the level. 0: there is none
 */
export function listEstimate(
  { storedCount, limit, hasSelector, isFromCache }: ListWork,
  levelSeatsMax: number,
): WorkEstimate {
  if (storedCount === undefined) return oneSeat;
  const limited = limit > 0 && limit < storedCount ? limit : storedCount;
  const examined = isFromCache ? storedCount : hasSelector ? storedCount + limited : 2 * limited;
  const seats = Math.ceil(examined / objectsPerSeat);
  return withSeats(Math.min(Math.max(seats, 1), largest(levelSeatsMax)));
}

/** Returns the estimate of a list whose parameters are malformed. */
export function malformedListEstimate(levelSeatsMax: number): WorkEstimate {
  return withSeats(largest(levelSeatsMax));
}

/** Returns the seats of a write, and those that sending its event takes. */
export function writeEstimate(watcherCount: number, levelSeatsMax: number): WorkEstimate {
  if (watcherCount < watchersPerSeat) return oneSeat;
  const eventSeats = Math.ceil(watcherCount / watchersPerSeat);
  const finalSeats = Math.min(eventSeats, largest(levelSeatsMax));
  return { initialSeats: 1, finalSeats, additionalMs: (eventSeats * eventMs) / finalSeats };
}

function largest(levelSeatsMax: number): number {
  return levelSeatsMax === 0 ? seatsMax : Math.min(levelSeatsMax, seatsMax);
}

function withSeats(initialSeats: number): WorkEstimate {
  return initialSeats === 1 ? oneSeat : { initialSeats, finalSeats: 0, additionalMs: 0 };
}
