import { expect, test } from "vitest";
import { protobufFrames, protobufTree } from "./protobuf-tree.ts";

const envelope = (...bytes: readonly number[]): Uint8Array =>
  Uint8Array.from([...Buffer.from("k8s\0", "latin1"), ...bytes]);

test("fields are shown by their numbers, repeated ones as a list", () => {
  expect(protobufTree(envelope(0x08, 0x96, 0x01, 0x12, 0x01, 0x61, 0x12, 0x01, 0x62))).toEqual({
    "1": "150",
    "2": ["a", "b"],
  });
});

test("a nested message is shown as a tree, and bytes that are neither text nor message in base64", () => {
  expect(protobufTree(envelope(0x0a, 0x02, 0x08, 0x05))).toEqual({ "1": { "1": "5" } });
  expect(protobufTree(envelope(0x0a, 0x01, 0xff))).toEqual({ "1": "base64 /w==" });
});

test("bytes without the envelope, and an envelope that breaks off, are no tree", () => {
  expect(protobufTree(Uint8Array.from([0x08, 0x01]))).toBeUndefined();
  expect(protobufTree(envelope(0x0a, 0x05, 0x61))).toBeUndefined();
});

test("the version beside a uid and a time of today are replaced", () => {
  const uid = Buffer.from("74e34acd-8d35-47e0-955d-67717f142820");
  const metadata = [0x2a, uid.length, ...uid, 0x32, 0x02, 0x34, 0x32];
  expect(protobufTree(envelope(...metadata))).toEqual({ "5": uid.toString(), "6": "<version>" });
  const seconds = Math.floor(Date.now() / 1000);
  const varint: number[] = [];
  for (let rest = seconds; rest > 0; rest = Math.floor(rest / 128)) varint.push((rest % 128) + (rest > 127 ? 128 : 0));
  expect(protobufTree(envelope(0x0a, varint.length + 3, 0x08, ...varint, 0x10, 0x00))).toEqual({
    "1": { "1": "<time>", "2": "0" },
  });
});

test("a stream is a tree for each complete message, and an object in its envelope is shown inside of the event", () => {
  const object = envelope(0x12, 0x01, 0x78);
  const event = [0x0a, 0x05, ...Buffer.from("ADDED"), 0x12, object.length, ...object];
  const stream = Buffer.from([0, 0, 0, event.length, ...event, 0, 0, 0, 9, 1]);
  expect(protobufFrames(stream)).toEqual([{ "1": "ADDED", "2": { "2": "x" } }]);
});
