import { describe, expect, test } from "vitest";
import { encodeFrame, GrpcFrameReader, MessageTooLarge } from "./grpc-frames.ts";
import { MalformedMessage } from "./proto-reader.ts";

describe("GrpcFrameReader", () => {
  const messages = ["first", "", "third message"].map((text) => Buffer.from(text));
  const frames = Buffer.concat(messages.map(encodeFrame));

  test("GrpcFrameReader returns the same messages, however the bytes are split", () => {
    for (let size = 1; size <= frames.length; size++) {
      const reader = new GrpcFrameReader(100);
      const found: string[] = [];
      for (let start = 0; start < frames.length; start += size) {
        for (const message of reader.add(frames.subarray(start, start + size))) found.push(message.toString());
      }
      expect(found).toEqual(["first", "", "third message"]);
    }
  });

  test("GrpcFrameReader rejects a message beyond its limit before it has arrived, and a compressed one", () => {
    expect(() => new GrpcFrameReader(4).add(encodeFrame(Buffer.from("first")).subarray(0, 5))).toThrow(MessageTooLarge);
    const compressed = encodeFrame(Buffer.from("first"));
    compressed[0] = 1;
    expect(() => new GrpcFrameReader(100).add(compressed)).toThrow(MalformedMessage);
  });

  test("encodeFrame() writes the length in four bytes after the flag", () => {
    expect(encodeFrame(Buffer.from("abc")).toString("hex")).toBe("0000000003616263");
  });
});
