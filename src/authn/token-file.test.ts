import { expect, test } from "vitest";
import { parseCsv } from "./csv.ts";
import type { TokenIdentity } from "./token-authenticator.ts";
import { tokenFileAuthenticator } from "./token-file.ts";

async function userOf(token: string, content: string): Promise<TokenIdentity["user"] | undefined> {
  return (await tokenFileAuthenticator(content, () => undefined)(token, []))?.user;
}

const long = "x".repeat(64);
const content =
  'one,ann,u-1,"g1,g2"\ntwo,bert,u-2\n\nthree,carl,,""\n"a,b",dora,u-4,g\r\ntökén,émile,u-5,g,ignored\n' +
  `${long}1,finn,u-6\n`;

test.each([
  ["one", { name: "ann", uid: "u-1", groups: ["g1", "g2"] }],
  ["two", { name: "bert", uid: "u-2", groups: [] }],
  ["three", { name: "carl", groups: [""] }],
  ["a,b", { name: "dora", uid: "u-4", groups: ["g"] }],
  ["tökén", { name: "émile", uid: "u-5", groups: ["g"] }],
  [`${long}1`, { name: "finn", uid: "u-6", groups: [] }],
  [`${long}2`, undefined],
  [long, undefined],
  ["on", undefined],
  ["one ", undefined],
  ["", undefined],
])("a token file identifies the token %j as %j", async (token, user) => {
  expect(await userOf(token, content)).toEqual(user);
});

test("a token file warns of an empty token, and the last user of a repeated token counts", async () => {
  const warnings: string[] = [];
  const method = tokenFileAuthenticator(",a,1\nx,b,2\nx,c,3\n", (message) => warnings.push(message));
  expect(await method("x", [])).toEqual({ user: { name: "c", uid: "3", groups: [] } });
  expect(await method("", [])).toBeUndefined();
  expect(warnings).toEqual([
    "line 1: the token is empty",
    "line 3: the token repeats an earlier one and replaces its user",
  ]);
});

test.each([
  ["a,b\n", "line 1: must have at least 3 columns (token, user name, user uid), found 2"],
  ["a,b,c\n\nd\n", "line 3: must have at least 3 columns (token, user name, user uid), found 1"],
  ['a,b,c\nd,e"f,g\n', 'parse error on line 2, column 4: bare " in non-quoted-field'],
  ['"a"b,c,d\n', 'parse error on line 1, column 3: extraneous or missing " in quoted-field'],
  ['a,"b\nc', 'record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field'],
])("the token file %j is rejected: %s", (text, message) => {
  expect(() => tokenFileAuthenticator(text, () => undefined)).toThrow(message);
});

// Expected values were read with Go's encoding/csv.
test.each([
  ['a,"b,""c""",d', [["a", 'b,"c"', "d"]]],
  [
    '"a\nb",c\r\nd,',
    [
      ["a\nb", "c"],
      ["d", ""],
    ],
  ],
  ["\r\n\n a , b\r", [[" a ", " b"]]],
  ['""', [[""]]],
  ["\r", []],
  ["", []],
])("parseCsv() reads %j", (text, records) => {
  expect(parseCsv(text).map(({ fields }) => fields)).toEqual(records);
});
