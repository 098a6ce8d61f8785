/** Floods of HTTP/2 frames that a hostile client sends on each of its connections. */
import {
  fieldBlock,
  flags,
  frame,
  frameTypes,
  getFields,
  getFrame,
  preface,
  resetFrame,
} from "../support/h2-frames.ts";

/** A flood of HTTP/2 frames. */
export interface Flood {
  readonly name: string;
  /** Bytes sent once on each connection, after the preface. */
  readonly opening: Buffer;
  /** Bytes sent after the opening, again and again, in chunks of any size. */
  readonly frames: Buffer;
}

/** Returns the IDs of the first `count` streams of a client. */
export function streamIds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 2 * index + 1);
}

/** Returns the frames of `count` GET requests, each reset at once. */
export function rapidReset(count: number, path: string): Buffer {
  return Buffer.concat(streamIds(count).flatMap((id) => [getFrame(id, path), resetFrame(id)]));
}

const noBytes = Buffer.alloc(0);
const post = fieldBlock([
  [":method", "POST"],
  [":scheme", "https"],
  [":authority", "localhost"],
  [":path", "/api/v1/namespaces/default/configmaps"],
]);
const openPost = frame(frameTypes.headers, flags.endHeaders, 1, post);
const openGet = frame(frameTypes.headers, flags.endStream, 1, fieldBlock(getFields("/version")));
const priority = 2;
const one = Buffer.from([0, 0, 0, 1]);

function repeat(count: number, bytes: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => bytes));
}

/**
 * Returns all floods, each with about `count` frames.
 * @param path path of the requests, whether or not the anonymous user may send them
 */
export function allFloods(count: number, path = "/version"): readonly Flood[] {
  return [
    { name: "none", opening: noBytes, frames: noBytes },
    { name: "rapid reset", opening: noBytes, frames: rapidReset(count, path) },
    { name: "SETTINGS", opening: noBytes, frames: repeat(count, frame(frameTypes.settings, flags.none, 0)) },
    {
      name: "SETTINGS with a setting",
      opening: noBytes,
      frames: repeat(count, frame(frameTypes.settings, flags.none, 0, Buffer.from([0, 4, 0, 0, 0xff, 0xff]))),
    },
    { name: "PING", opening: noBytes, frames: repeat(count, frame(frameTypes.ping, flags.none, 0, Buffer.alloc(8))) },
    {
      name: "PRIORITY",
      opening: noBytes,
      frames: Buffer.concat(
        streamIds(count).map((id) => frame(priority, flags.none, id, Buffer.from([0, 0, 0, 0, 16]))),
      ),
    },
    {
      name: "CONTINUATION",
      opening: openGet,
      frames: repeat(count, frame(frameTypes.continuation, flags.none, 1, fieldBlock([["x", "y"]]))),
    },
    { name: "empty CONTINUATION", opening: openGet, frames: repeat(count, frame(frameTypes.continuation, 0, 1)) },
    { name: "WINDOW_UPDATE", opening: noBytes, frames: repeat(count, frame(frameTypes.windowUpdate, 0, 0, one)) },
    {
      name: "WINDOW_UPDATE of a stream",
      opening: openPost,
      frames: repeat(count, frame(frameTypes.windowUpdate, 0, 1, one)),
    },
    { name: "empty DATA", opening: openPost, frames: repeat(count, frame(frameTypes.data, 0, 1)) },
    {
      name: "DATA of padding",
      opening: openPost,
      frames: repeat(count, frame(frameTypes.data, 0x8, 1, Buffer.from([0]))),
    },
    { name: "unknown frames", opening: noBytes, frames: repeat(count, frame(0x42, 0, 0)) },
  ];
}

/** Returns the bytes that a client sends first: the preface and the flood's opening. */
export function firstBytes(flood: Flood): Buffer {
  return Buffer.concat([preface, flood.opening]);
}
