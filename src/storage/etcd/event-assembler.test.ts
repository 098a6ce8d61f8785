import { describe, expect, test } from "vitest";
import { EventAssembler } from "./event-assembler.ts";
import type { EtcdEvent, WatchResponse } from "./responses.ts";

function event(key: string, modRevision: number): EtcdEvent {
  return {
    isDeletion: false,
    entry: { key: Buffer.from(key), value: Buffer.alloc(0), modRevision, version: 1 },
    previous: undefined,
  };
}

function response(events: readonly EtcdEvent[], isFragment: boolean, revision = 9): WatchResponse {
  return {
    revision,
    watchId: 0,
    isCreated: false,
    isCanceled: false,
    compactRevision: 0,
    cancelReason: "",
    isFragment,
    events,
  };
}

describe("EventAssembler", () => {
  const shown = (assembler: EventAssembler, message: WatchResponse): object => {
    const { events, revision } = assembler.add(message);
    return { keys: events.map(({ entry }) => entry.key.toString()), revision };
  };

  test("EventAssembler holds the last revision of a fragment until the rest of it has arrived", () => {
    const assembler = new EventAssembler();
    expect(shown(assembler, response([event("a", 1), event("b", 2)], true))).toEqual({ keys: ["a"], revision: 1 });
    expect(shown(assembler, response([event("c", 2)], true))).toEqual({ keys: [], revision: 0 });
    expect(shown(assembler, response([event("d", 2), event("e", 3)], false))).toEqual({
      keys: ["b", "c", "d", "e"],
      revision: 3,
    });
  });

  test("EventAssembler reports the revision of a response without events as progress", () => {
    expect(shown(new EventAssembler(), response([], false, 7))).toEqual({ keys: [], revision: 7 });
  });
});
