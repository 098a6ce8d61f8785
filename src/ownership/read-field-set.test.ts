import { describe, expect, test } from "vitest";
import { parseFieldSet } from "./read-field-set.ts";

describe("parseFieldSet() of sets that clients send", () => {
  test.each([
    ["nothing", {}, "{}"],
    ["fields in any order", { "f:b": {}, "f:a": { "f:d": {}, ".": {} } }, '{"f:a":{".":{},"f:d":{}},"f:b":{}}'],
    ['a field with an unneeded "."', { "f:a": { ".": {} } }, '{"f:a":{}}'],
    ["keys with spaces", { 'k:{ "name" : "web" }': {} }, String.raw`{"k:{\"name\":\"web\"}":{}}`],
    [
      "keys in any order",
      { 'k:{"protocol":"TCP","port":80}': {} },
      String.raw`{"k:{\"port\":80,\"protocol\":\"TCP\"}":{}}`,
    ],
    ["letters as escapes", { [String.raw`k:{"name":"\u0077eb"}`]: {} }, String.raw`{"k:{\"name\":\"web\"}":{}}`],
    [
      "a number with a fraction that is none",
      { 'k:{"port":80.0}': {}, "v:1e1": {} },
      String.raw`{"k:{\"port\":80}":{},"v:10":{}}`,
    ],
    ["an item in quotes with an escape", { [String.raw`v:"\u0061"`]: {} }, String.raw`{"v:\"a\"":{}}`],
    ["numbers that are large", { "v:9007199254740993": {} }, '{"v:9007199254740993":{}}'],
    ["a position", { "i:+3": {}, "i:007": {} }, '{"i:3":{},"i:7":{}}'],
    ["steps of unknown types", { "x:what": { anything: 1 }, "f:a": {} }, '{"f:a":{}}'],
    ["a field whose name has a colon", { "f:a:b": {} }, '{"f:a:b":{}}'],
    ["a field with an empty name", { "f:": {} }, '{"f:":{}}'],
  ])("parseFieldSet() accepts %s", (_, value, expected) => {
    expect(JSON.stringify(parseFieldSet(value))).toBe(expected);
  });

  test("parseFieldSet() unites steps with different spellings", () => {
    const twice = { 'k:{"a":1}': { ".": {}, "f:x": {} }, 'k:{"a": 1}': { "f:y": {} } };
    expect(parseFieldSet(twice)).toEqual({ 'k:{"a":1}': { ".": {}, "f:x": {}, "f:y": {} } });
  });

  test.each([
    ["text", "f:a"],
    ["null", null],
    ["a list", []],
    ["a field that holds no object", { "f:a": 1 }],
    ["null instead of a set", null],
    ["a step without a colon", { fa: {} }],
    ["an empty step", { "": {} }],
    ["keys that are not JSON", { "k:{name}": {} }],
    ["keys that are not an object", { "k:[]": {}, "f:a": {} }],
    ["a value that is not JSON", { "v:a": {} }],
    ["a position that is not a number", { "i:x": {} }],
  ])("parseFieldSet() rejects %s", (_, value) => {
    expect(parseFieldSet(value)).toBeUndefined();
  });

  test("parseFieldSet() reads null below a step as a field without members", () => {
    expect(parseFieldSet({ "f:a": { "f:b": null }, 'k:{"name":"x"}': null })).toEqual({
      "f:a": { "f:b": {} },
      'k:{"name":"x"}': {},
    });
  });

  test("parseFieldSet() returns a set that it parsed before unchanged", () => {
    const fields = parseFieldSet({ 'k:{"b":true,"a":"x"}': { "v:1": {}, 'v:"1"': {} }, "f:z": {} });
    expect(parseFieldSet(fields)).toEqual(fields);
    expect(JSON.stringify(parseFieldSet(fields))).toBe(JSON.stringify(fields));
  });
});

describe("parseFieldSet() of sets in canonical form", () => {
  test.each([
    ["nothing", {}],
    ["fields in order", { "f:a": { ".": {}, "f:d": {} }, "f:b": {} }],
    ["items", { 'k:{"name":"a"}': { ".": {}, "f:name": {} }, 'k:{"name":"a b"}': { ".": {}, "f:name": {} } }],
    ["items by two keys", { 'k:{"port":80,"protocol":"TCP"}': {} }],
    ["values of sets", { "v:9": {}, "v:10": {}, 'v:"a"': {} }],
  ])("parseFieldSet() returns a canonical set itself: %s", (_, value) => {
    expect(parseFieldSet(value)).toBe(value);
  });

  test.each([
    ['a node with an unneeded "."', { "f:a": { ".": {} } }, { "f:a": {} }],
    ['a "." with members', { "f:a": { ".": { "f:x": {} }, "f:b": {} } }, { "f:a": { ".": {}, "f:b": {} } }],
    ["a key of a text before a longer one", { 'k:{"name":"a b"}': {}, 'k:{"name":"a"}': {} }, undefined],
  ])("parseFieldSet() returns a new set for %s", (_, value, expected) => {
    const read = parseFieldSet(value);
    expect(read).not.toBe(value);
    expect(JSON.stringify(read)).toBe(JSON.stringify(expected ?? { 'k:{"name":"a"}': {}, 'k:{"name":"a b"}': {} }));
  });
});
