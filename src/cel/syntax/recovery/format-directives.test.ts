import { describe, expect, test } from "vitest";
import { formatDirectives } from "./format-directives.ts";

describe("messages with percent signs", () => {
  test.each([
    ["100%", "100%!(NOVERB)"],
    ["%", "%!(NOVERB)"],
    ["a % b", "a %!b(MISSING)"],
    ["%%", "%"],
    ["%5%", "%"],
    ["%d", "%!d(MISSING)"],
    ["%-08.3f|", "%!f(MISSING)|"],
    ["%+v and %#x", "%!v(MISSING) and %!x(MISSING)"],
    ["%é", "%!é(MISSING)"],
    ["%😀x", "%!😀(MISSING)x"],
    ["%*d", "%!(BADWIDTH)%!d(MISSING)"],
    ["%.*f", "%!(BADPREC)%!f(MISSING)"],
    ["%*.*d", "%!(BADWIDTH)%!(BADPREC)%!d(MISSING)"],
    ["%[1]d", "%!d(BADINDEX)"],
    ["%[x]d", "%!d(BADINDEX)"],
    ["%[", "%!(NOVERB)"],
    ["%[]d", "%!d(BADINDEX)"],
    ["%[1", "%!(NOVERB)"],
    ["%[2]*d", "%!(BADWIDTH)%!d(BADINDEX)"],
    ["%[1]*.[2]*f", "%!(BADWIDTH)%!(BADPREC)%!f(BADINDEX)"],
    ["%.[1]d", "%!d(BADINDEX)"],
    ["%1000001d", "%!d(MISSING)"],
    ["%10000001d", "%!d(MISSING)"],
    ["%.10000001d|", "%!d(MISSING)|"],
    ["%1000000d", "%!d(MISSING)"],
    ["%'", "%!'(MISSING)"],
    ["%!", "%!!(MISSING)"],
    ["%.", "%!.(MISSING)"],
    ["%5", "%!(NOVERB)"],
    ["%[12345678]d", "%!d(BADINDEX)"],
    ["%[1]%", "%"],
    ["%[3]*.%", "%!(BADWIDTH)%"],
    ["%-", "%!(NOVERB)"],
    ["%[a]] %d", "%!](BADINDEX) %!d(MISSING)"],
    ["%[1][2]d", "%![(BADINDEX)2]d"],
  ])("%j is shown as by Go's function Sprintf without values", (message, shown) => {
    expect(formatDirectives(message)).toBe(shown);
  });
});
