// The command line, with the bug that CHAOS_BUG names.
import process from "node:process";
import { ProfileTokenStore } from "../../cli/auth/tokens.ts";
import { plant } from "./bugs.ts";

plant(process.env["CHAOS_BUG"], [ProfileTokenStore]);
await import("../../cli/main.ts");
