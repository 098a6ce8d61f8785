import { describe, expect, test } from "vitest";
import { imageTag } from "./image-reference.ts";

const digest = `sha256:${"a1".repeat(32)}`;

describe("the tag of an image reference", () => {
  test.each([
    ["nginx", "latest"],
    ["nginx:latest", "latest"],
    ["nginx:1.27", "1.27"],
    ["library/nginx", "latest"],
    ["registry.example:5000/team/app", "latest"],
    ["registry.example:5000/team/app:v1.2_3-rc.4", "v1.2_3-rc.4"],
    ["localhost/app", "latest"],
    ["Registry/app:1", "1"],
    ["[::1]:5000/app:2", "2"],
    ["a__b/c-d.e:x", "x"],
    [`nginx:latest@${digest}`, "latest"],
    [`registry.example:5000/team/app:v1@${digest}`, "v1"],
  ])("imageTag() of %s is %s", (reference, tag) => {
    expect(imageTag(reference)).toBe(tag);
  });

  test.each([
    ["a digest alone", `nginx@${digest}`],
    ["a digest of another length", "nginx:latest@sha256:abcd"],
    ["an unknown algorithm", `nginx:latest@md5:${"a".repeat(64)}`],
    ["a digest in capitals", `nginx:latest@${digest.toUpperCase()}`],
    ["two digests", `nginx:latest@${digest}@${digest}`],
    ["nothing", ""],
    ["a blank", " "],
    ["capitals in the name", "Nginx"],
    ["a colon without tag", "nginx:"],
    ["an empty path component", "team//app"],
    ["a bare identifier", "a1".repeat(32)],
    ["a registry with an underscore", "my_registry.example/app"],
    ["a tag that is too long", `nginx:${"t".repeat(129)}`],
    ["a name that is too long", "n".repeat(256)],
    ["a hostile length", `${"a-".repeat(100_000)}:latest`],
  ])("imageTag() returns undefined for %s", (_, reference) => {
    expect(imageTag(reference)).toBeUndefined();
  });
});
