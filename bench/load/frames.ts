/** Frames of HTTP/2 (RFC 9113), as far as the load generator speaks of them. */

export const frameHeadBytes = 9;
export const frameBytesMax = 16384;
export const windowMax = 0x7fffffff;
export const initialWindow = 65535;

export const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;
export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;
export const settingIds = { enablePush: 2, initialWindowSize: 4 } as const;

export function frame(type: number, flag: number, id: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(frameHeadBytes + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flag;
  bytes.writeUInt32BE(id, 5);
  payload.copy(bytes, frameHeadBytes);
  return bytes;
}

export function setting(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id, 0);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

export function windowUpdate(bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes, 0);
  return frame(frameTypes.windowUpdate, 0, 0, payload);
}
