/**
 * Work as a number of seats times the time for which they are taken. One unit is 10 ns of one seat, as in the reference.
 * Numbers are exact up to 2^53 units, which `QueueSet` never exceeds.
 */

/** Units of one seat in one second. */
export const unitsPerSecond = 1e8;
const unitsPerMs = unitsPerSecond / 1000;

/** Returns the work of a number of seats in a time. */
export function seatWork(seats: number, durationMs: number): number {
  return Math.round(seats * durationMs * unitsPerMs);
}

/** Returns the time in milliseconds in which `seats` seats do the work. */
export function workMs(work: number, seats: number): number {
  return work / seats / unitsPerMs;
}

/** Returns the work as the reference prints it: `1.50000000ss`. */
export function formatWork(work: number): string {
  const whole = Math.floor(work / unitsPerSecond);
  return `${whole}.${String(Math.round(work - whole * unitsPerSecond)).padStart(8, "0")}ss`;
}
