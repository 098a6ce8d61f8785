/** Runs before each test file. It prepares the store of servers with their own process, which tests start synchronously. */
import { prepareTestStore } from "./test-store.ts";

await prepareTestStore();
