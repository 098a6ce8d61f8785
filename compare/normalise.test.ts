import { expect, test } from "vitest";
import { markedNumber, parseKeepingNumbers, writeKeepingNumbers } from "./exact-json.ts";
import { Normaliser } from "./normalise.ts";

const nowMs = Date.parse("2025-06-01T12:00:00Z");
const normaliser = (): Normaliser => new Normaliser("127.0.0.1:7001", "root", nowMs);
const first = "11111111-1111-4111-8111-111111111111";
const second = "22222222-2222-4222-8222-222222222222";

test("equal uids stay equal and different ones stay different", () => {
  expect(normaliser().body([first, second, first])).toEqual(["<uid 1>", "<uid 2>", "<uid 1>"]);
});

test("a time near the start of the scenario is replaced with its precision, and another time is kept", () => {
  const { text } = { text: (value: string) => normaliser().text(value) };
  expect(text("2025-06-01T11:59:00Z")).toBe("<time>");
  expect(text("2025-06-01T11:59:00.123456Z")).toBe("<time with 6 digits>");
  expect(text("2020-01-01T00:00:00Z")).toBe("2020-01-01T00:00:00Z");
});

test("resource versions of objects keep their identity, and that of a list does not count", () => {
  const list = { metadata: { resourceVersion: "9" }, items: [{ metadata: { resourceVersion: "7" } }] };
  expect(normaliser().body(list)).toEqual({
    metadata: { resourceVersion: "<version of the list>" },
    items: [{ metadata: { resourceVersion: "<version 1>" } }],
  });
  expect(normaliser().body({ resourceVersion: "0" })).toEqual({ resourceVersion: "0" });
});

test("the version of the server in a message about a version from the future is replaced", () => {
  const message = "Timeout: Too large resource version: 9223372036854775807, current: 2026";
  expect(normaliser().text(message)).toBe(
    "Timeout: Too large resource version: 9223372036854775807, current: <version>",
  );
});

test("a generated name is replaced only after a request with its prefix", () => {
  const names = normaliser();
  expect(names.text("job-bcdfg")).toBe("job-bcdfg");
  names.learn('{"metadata":{"generateName":"job-"}}');
  expect(names.text("job-bcdfg")).toBe("job-<random 1>");
  expect(names.text("job-abcde")).toBe("job-abcde");
});

test("allocated ports and addresses are replaced, and other numbers keep their spelling", () => {
  const body = parseKeepingNumbers('{"nodePort":30100,"port":30100,"clusterIP":"10.96.0.10","podIP":"10.1.0.1"}');
  expect(normaliser().body(body)).toEqual({
    nodePort: "<port 1>",
    port: markedNumber("30100"),
    clusterIP: "<address 1>",
    podIP: "10.1.0.1",
  });
});

test("the server's own address and user are replaced", () => {
  expect(normaliser().text("https://127.0.0.1:7001/api")).toBe("https://<server>/api");
  expect(normaliser().text('User "root" cannot')).toBe('User "<user>" cannot');
  expect(normaliser().text('{\\"username\\":\\"root\\"}')).toBe('{\\"username\\":\\"<user>\\"}');
  const ofProtobuf = normaliser().body(parseKeepingNumbers('{"2":{"5":"root"}}'));
  expect(writeKeepingNumbers(ofProtobuf)).toBe('{"2":{"5":"<user>"}}');
});

test("pointers and digests of client certificates are replaced", () => {
  expect(normaliser().text("(*string)(0xc0001a2b3c), (*string)(nil)")).toBe("(*string)(<pointer>), (*string)(nil)");
  expect(normaliser().text(`X509SHA256=${"0a".repeat(32)}`)).toBe("X509SHA256=<digest>");
  expect(normaliser().text("Invalid value: 0x0: must be specified")).toBe("Invalid value: 0x0: must be specified");
});

test("a value that only one server sent gets its number when both send it", () => {
  const [one, other] = [normaliser(), normaliser()];
  const third = "33333333-3333-4333-8333-333333333333";
  expect([one.text(first), other.text(first), one.text(second)]).toEqual(["<uid 1>", "<uid 1>", "<uid 2>"]);
  one.alignWith(other);
  expect([one.text(third), other.text(third)]).toEqual(["<uid 3>", "<uid 3>"]);
  one.alignWith(other);
  expect([one.text(second), other.text(second)]).toEqual(["<uid 4>", "<uid 4>"]);
  expect([one.text(first), other.text(first)]).toEqual(["<uid 1>", "<uid 1>"]);
});
