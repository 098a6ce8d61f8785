/** Invalid HTTP/2 frames, to be sent after the preface of a connection. */
import { fieldBlock, flags, frame, frameTypes, getFields } from "../../test/support/h2-frames.ts";

type Fields = readonly (readonly [name: string, value: string])[];

const path = "/version";
const get = getFields(path);
/** Path of writes in a namespace that exists on every server. */
const writePath = "/api/v1/namespaces/default/configmaps?dryRun=All";
const body = '{"metadata":{"name":"new"}}';

const priorityType = 2;
const pushPromiseType = 5;
const unknownType = 0xfa;
const padded = 0x8;
const withPriority = 0x20;
/** Identifiers of settings. The largest one that is sent here is that of the size of header lists. */
const settingIds = { tableSize: 1, push: 2, streams: 3, windowSize: 4, frameSize: 5 } as const;
const endOfBoth = flags.endStream | flags.endHeaders;

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, 4 * index));
  return bytes;
}

function setting(id: number, value: number): Buffer {
  return frame(frameTypes.settings, flags.none, 0, Buffer.concat([Buffer.from([0, id]), uint32(value)]));
}

/** A request without a body. */
function request(fields: Fields, stream = 1, bits: number = endOfBoth): Buffer {
  return frame(frameTypes.headers, bits, stream, fieldBlock(fields));
}

/** Returns the fields of a GET in which one is replaced. Leaves it out if the value is undefined. */
function withField(name: string, value: string | undefined): Fields {
  return get.flatMap((field) => (field[0] !== name ? [field] : value === undefined ? [] : [[name, value] as const]));
}

function post(...more: Fields): Fields {
  return [
    [":method", "POST"],
    [":scheme", "https"],
    [":authority", "localhost"],
    [":path", writePath],
    ["content-type", "application/json"],
    ...more,
  ];
}

function data(text: string, bits: number = flags.endStream, stream = 1): Buffer {
  return frame(frameTypes.data, bits, stream, Buffer.from(text));
}

function write(fields: Fields, ...frames: readonly Buffer[]): Buffer {
  return Buffer.concat([request(fields, 1, flags.endHeaders), ...frames]);
}

function trailers(fields: Fields, bits: number = endOfBoth): Buffer {
  return frame(frameTypes.headers, bits, 1, fieldBlock(fields));
}

const block = fieldBlock(get);
const half = 10;

/** Programs by their defect. Streams above 1 are free for the next request. */
export const http2Programs: Readonly<Record<string, Buffer>> = {
  nothing: request(get),
  "no method": request(withField(":method", undefined)),
  "no path": request(withField(":path", undefined)),
  "no scheme": request(withField(":scheme", undefined)),
  "no authority": request(withField(":authority", undefined)),
  "an empty path": request(withField(":path", "")),
  "an empty method": request(withField(":method", "")),
  "a path without a slash": request(withField(":path", "version")),
  "an absolute path": request(withField(":path", "https://localhost/version")),
  "a star as path": request(withField(":path", "*")),
  "a path with a blank": request(withField(":path", "/ver sion")),
  "a path with a fragment": request(withField(":path", "/version#x")),
  "a path with NUL": request(withField(":path", "/version\0")),
  "a path with bytes above ASCII": request(withField(":path", "/version\xff")),
  "a method in lower case": request(withField(":method", "get")),
  "a method with a blank": request(withField(":method", "GE T")),
  "an unknown method": request(withField(":method", "FOO")),
  CONNECT: request([
    [":method", "CONNECT"],
    [":authority", "localhost"],
  ]),
  "CONNECT with a path": request(withField(":method", "CONNECT")),
  "another scheme": request(withField(":scheme", "ftp")),
  "two methods": request([...get, [":method", "GET"]]),
  "two paths": request([...get, [":path", path]]),
  "an unknown pseudo header": request([...get, [":x", "y"]]),
  "a pseudo header of responses": request([...get, [":status", "200"]]),
  "a pseudo header after others": request([["a", "b"], ...get]),
  "a protocol without CONNECT": request([...get, [":protocol", "websocket"]]),
  "an upper-case name": request([...get, ["A", "b"]]),
  "an empty name": request([...get, ["", "b"]]),
  "a name with a blank": request([...get, ["a b", "c"]]),
  "a name with a colon": request([...get, ["a:b", "c"]]),
  "a name above ASCII": request([...get, ["\xff", "c"]]),
  "a value with NUL": request([...get, ["a", "b\0c"]]),
  "a value with a line break": request([...get, ["a", "b\r\nc: d"]]),
  "a value with blanks around it": request([...get, ["a", " b "]]),
  "a value above ASCII": request([...get, ["a", "\xff"]]),
  "a connection header": request([...get, ["connection", "close"]]),
  "a keep-alive header": request([...get, ["keep-alive", "1"]]),
  "a proxy-connection header": request([...get, ["proxy-connection", "x"]]),
  "an upgrade header": request([...get, ["upgrade", "websocket"]]),
  "a transfer encoding": request([...get, ["transfer-encoding", "chunked"]]),
  "te trailers": request([...get, ["te", "trailers"]]),
  "another te": request([...get, ["te", "gzip"]]),
  "a host of its own": request([...get, ["host", "other"]]),
  "two hosts": request([...get, ["host", "a"], ["host", "b"]]),
  "a length without a body": request([...get, ["content-length", "5"]]),
  "a length that fits": write(post(["content-length", String(body.length)]), data(body)),
  "a length that is too short": write(post(["content-length", "5"]), data(body)),
  "a length that is too long": write(post(["content-length", "99"]), data(body)),
  "a negative length": write(post(["content-length", "-1"]), data(body)),
  "a length that is no number": write(post(["content-length", "x"]), data(body)),
  "two different lengths": write(post(["content-length", "27"], ["content-length", "5"]), data(body)),
  trailers: write(post(), data(body, flags.none), trailers([["a", "b"]])),
  "trailers with a pseudo header": write(post(), data(body, flags.none), trailers([[":path", "/x"]])),
  "trailers that do not end the stream": write(
    post(),
    data(body, flags.none),
    trailers([["a", "b"]], flags.endHeaders),
  ),
  "trailers with a connection header": write(post(), data(body, flags.none), trailers([["connection", "x"]])),
  "a request that is reset": write(post(), data("{", flags.none), frame(frameTypes.resetStream, 0, 1, uint32(8))),
  "a large header": request([...get, ["a", "b".repeat(15_000)]]),
  "DATA on stream 0": data("x", flags.none, 0),
  "DATA on an idle stream": data("x", flags.none, 7),
  "DATA after the end": Buffer.concat([request(get), data("x")]),
  "DATA with more padding than there is": write(post(), frame(frameTypes.data, padded, 1, Buffer.from([9, 1]))),
  "HEADERS on stream 0": request(get, 0),
  "HEADERS on an even stream": request(get, 2),
  "HEADERS on a lower stream": Buffer.concat([request(get, 5), request(get, 3)]),
  "HEADERS twice": Buffer.concat([request(get), request(get)]),
  "HEADERS that depend on themselves": frame(
    frameTypes.headers,
    endOfBoth | withPriority,
    1,
    Buffer.concat([uint32(1), Buffer.from([0]), block]),
  ),
  "HEADERS with more padding than there is": frame(frameTypes.headers, endOfBoth | padded, 1, Buffer.from([9, 1])),
  "HEADERS that cannot be decompressed": frame(
    frameTypes.headers,
    endOfBoth,
    1,
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]),
  ),
  "HEADERS with an index of zero": frame(frameTypes.headers, endOfBoth, 1, Buffer.from([0x80])),
  "HEADERS that end within a field": frame(frameTypes.headers, endOfBoth, 1, block.subarray(0, -1)),
  "empty HEADERS": frame(frameTypes.headers, endOfBoth, 1),
  CONTINUATION: Buffer.concat([
    frame(frameTypes.headers, flags.endStream, 1, block.subarray(0, half)),
    frame(frameTypes.continuation, flags.endHeaders, 1, block.subarray(half)),
  ]),
  "CONTINUATION without HEADERS": frame(frameTypes.continuation, flags.endHeaders, 1, block),
  "CONTINUATION of another stream": Buffer.concat([
    frame(frameTypes.headers, flags.endStream, 1, block.subarray(0, half)),
    frame(frameTypes.continuation, flags.endHeaders, 3, block.subarray(half)),
  ]),
  "another frame between HEADERS and CONTINUATION": Buffer.concat([
    frame(frameTypes.headers, flags.endStream, 1, block.subarray(0, half)),
    frame(frameTypes.ping, 0, 0, Buffer.alloc(8)),
  ]),
  "a window that overflows": frame(frameTypes.windowUpdate, 0, 0, uint32(0x7fffffff)),
  "a window of a stream that overflows": write(post(), frame(frameTypes.windowUpdate, 0, 1, uint32(0x7fffffff))),
  "a window that grows by zero": frame(frameTypes.windowUpdate, 0, 0, uint32(0)),
  "a window of a stream that grows by zero": write(post(), frame(frameTypes.windowUpdate, 0, 1, uint32(0))),
  "a window of an idle stream": frame(frameTypes.windowUpdate, 0, 7, uint32(1)),
  "a window frame of 3 bytes": frame(frameTypes.windowUpdate, 0, 0, Buffer.alloc(3)),
  "settings of 5 bytes": frame(frameTypes.settings, 0, 0, Buffer.alloc(5)),
  "settings on a stream": frame(frameTypes.settings, 0, 1),
  "an acknowledgement with settings": frame(frameTypes.settings, flags.ack, 0, Buffer.alloc(6)),
  "push of 2": setting(settingIds.push, 2),
  "a window size above 2^31": setting(settingIds.windowSize, 0x80000000),
  "a frame size that is too small": setting(settingIds.frameSize, 16_383),
  "a frame size that is too large": setting(settingIds.frameSize, 0x1000000),
  "an unknown setting": setting(0x99, 1),
  "a header table of 4 GiB": setting(settingIds.tableSize, 0xffffffff),
  "no streams": setting(settingIds.streams, 0),
  "a priority": frame(priorityType, 0, 1, Buffer.concat([uint32(3), Buffer.from([0])])),
  "a priority that depends on itself": frame(priorityType, 0, 1, Buffer.concat([uint32(1), Buffer.from([0])])),
  "a priority of 4 bytes": frame(priorityType, 0, 1, uint32(1)),
  "a priority on stream 0": frame(priorityType, 0, 0, Buffer.concat([uint32(1), Buffer.from([0])])),
  "a push promise": frame(pushPromiseType, flags.endHeaders, 1, Buffer.concat([uint32(2), block])),
  "a ping of 7 bytes": frame(frameTypes.ping, 0, 0, Buffer.alloc(7)),
  "a ping on a stream": frame(frameTypes.ping, 0, 1, Buffer.alloc(8)),
  "a reset of an idle stream": frame(frameTypes.resetStream, 0, 7, uint32(8)),
  "a reset of stream 0": frame(frameTypes.resetStream, 0, 0, uint32(8)),
  "a reset of 3 bytes": frame(frameTypes.resetStream, 0, 1, Buffer.alloc(3)),
  "a goodbye": frame(frameTypes.goAway, 0, 0, uint32(0, 0)),
  "a goodbye on a stream": frame(frameTypes.goAway, 0, 1, uint32(0, 0)),
  "a goodbye of 4 bytes": frame(frameTypes.goAway, 0, 0, uint32(0)),
  "an unknown frame": frame(unknownType, 0, 1, Buffer.from("x")),
  "a frame that is too large": frame(frameTypes.data, 0, 1, Buffer.alloc(16_385)),
  "no frame": Buffer.from("GET / HTTP/1.1\r\nhost: a\r\n\r\n"),
};
