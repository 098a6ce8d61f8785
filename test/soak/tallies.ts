/** What the watchers of a soak have lived through. */
export class Tallies {
  events = 0;
  bookmarks = 0;
  watches = 0;
  /** Ended by the server when their time was over. */
  endedInTime = 0;
  /** Ended by the server because their client did not read. */
  endedForLag = 0;
  /** Answered with 410: what they wanted to go on from is forgotten. */
  gone = 0;
  lists = 0;
  initialStates = 0;
  brokenOff = 0;
}
