import { describe, expect, test } from "vitest";
import { readFieldSet } from "./read-field-set.ts";

describe("a set as clients write it", () => {
  test.each([
    ["nothing", {}, "{}"],
    ["fields in any order", { "f:b": {}, "f:a": { "f:d": {}, ".": {} } }, '{"f:a":{".":{},"f:d":{}},"f:b":{}}'],
    ["a field that says so though nothing is below it", { "f:a": { ".": {} } }, '{"f:a":{}}'],
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
    ["kinds of steps that nobody knows", { "x:what": { anything: 1 }, "f:a": {} }, '{"f:a":{}}'],
    ["a field whose name has a colon", { "f:a:b": {} }, '{"f:a:b":{}}'],
    ["no name at all", { "f:": {} }, '{"f:":{}}'],
  ])("may have %s", (_, value, expected) => {
    expect(JSON.stringify(readFieldSet(value))).toBe(expected);
  });

  test("may spell one step in two ways, which are one", () => {
    const twice = { 'k:{"a":1}': { ".": {}, "f:x": {} }, 'k:{"a": 1}': { "f:y": {} } };
    expect(readFieldSet(twice)).toEqual({ 'k:{"a":1}': { ".": {}, "f:x": {}, "f:y": {} } });
  });

  test.each([
    ["text", "f:a"],
    ["null", null],
    ["a list", []],
    ["a field that holds no object", { "f:a": 1 }],
    ["a field that holds null", { "f:a": null }],
    ["a step without a colon", { fa: {} }],
    ["an empty step", { "": {} }],
    ["keys that are no JSON", { "k:{name}": {} }],
    ["keys that are no object", { "k:[]": {}, "f:a": {} }],
    ["a value that is no JSON", { "v:a": {} }],
    ["a position that is no number", { "i:x": {} }],
  ])("may not be or have %s", (_, value) => {
    expect(readFieldSet(value)).toBeUndefined();
  });

  test("is the same when it is read again", () => {
    const fields = readFieldSet({ 'k:{"b":true,"a":"x"}': { "v:1": {}, 'v:"1"': {} }, "f:z": {} });
    expect(readFieldSet(fields)).toEqual(fields);
    expect(JSON.stringify(readFieldSet(fields))).toBe(JSON.stringify(fields));
  });
});

describe("a set as the server has written it", () => {
  test.each([
    ["nothing", {}],
    ["fields in order", { "f:a": { ".": {}, "f:d": {} }, "f:b": {} }],
    ["items", { 'k:{"name":"a"}': { ".": {}, "f:name": {} }, 'k:{"name":"a b"}': { ".": {}, "f:name": {} } }],
    ["items by two keys", { 'k:{"port":80,"protocol":"TCP"}': {} }],
    ["values of sets", { "v:9": {}, "v:10": {}, 'v:"a"': {} }],
  ])("is not copied: %s", (_, value) => {
    expect(readFieldSet(value)).toBe(value);
  });

  test.each([
    ["a node that says twice that it is a field", { "f:a": { ".": {} } }, { "f:a": {} }],
    ["a mark that holds something", { "f:a": { ".": { "f:x": {} }, "f:b": {} } }, { "f:a": { ".": {}, "f:b": {} } }],
    ["a key of a text before a longer one", { 'k:{"name":"a b"}': {}, 'k:{"name":"a"}': {} }, undefined],
  ])("is made anew of %s", (_, value, expected) => {
    const read = readFieldSet(value);
    expect(read).not.toBe(value);
    expect(JSON.stringify(read)).toBe(JSON.stringify(expected ?? { 'k:{"name":"a"}': {}, 'k:{"name":"a b"}': {} }));
  });
});
