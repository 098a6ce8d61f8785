/** Static tokens, bootstrap tokens, and how requests carry tokens. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { mapsPath } from "../support/config-maps.ts";
import { RawConnection } from "../support/raw-connection.ts";
import { recognizedUser } from "../support/own-review.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
