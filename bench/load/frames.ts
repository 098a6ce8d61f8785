/** The HTTP/2 frames (RFC 9113) that the load generator uses. */

/** Length of the header of each frame. */
export const frameHeadBytes = 9;
/** Longest payload that a peer must accept without a setting. */
export const frameBytesMax = 16384;
/** Greatest flow-control window. */
export const windowMax = 0x7fffffff;
/** Flow-control window at the start of a connection. */
export const initialWindow = 65535;

/** Types of frames. */
export const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;
/** Flags of frames. One value can have two meanings, which depend on the type of the frame. */
export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;
/** Identifiers of settings. */
export const settingIds = { enablePush: 2, initialWindowSize: 4 } as const;

/** Returns a frame. `id` is the stream, or 0 for the connection. */
export function frame(type: number, flag: number, id: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(frameHeadBytes + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flag;
  bytes.writeUInt32BE(id, 5);
  payload.copy(bytes, frameHeadBytes);
  return bytes;
}

/** Returns the payload of a SETTINGS frame with one setting. */
export function setting(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id, 0);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

/** Returns a frame that opens the window of the connection by this many bytes. */
export function windowUpdate(bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes, 0);
  return frame(frameTypes.windowUpdate, 0, 0, payload);
}
