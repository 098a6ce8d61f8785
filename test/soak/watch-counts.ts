/** Counts of events and ended watches over all watchers of a soak. */
export class WatchCounts {
  events = 0;
  bookmarks = 0;
  watches = 0;
  /** Watches that ended at their requested timeout. */
  endedInTime = 0;
  /** Watches that the server closed because their client did not read. */
  endedForLag = 0;
  /** Responses and events with code 410: the requested version is older than the server's history. */
  gone = 0;
  lists = 0;
  initialStates = 0;
  brokenOff = 0;
}
