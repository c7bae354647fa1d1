// `fast-check` as the tests import it: each run of a property counts as an assertion.
import fc from "fast-check";
import { count } from "./reached.ts";

fc.configureGlobal({ ...fc.readConfigureGlobal(), beforeEach: count });

export * from "fast-check";
export { default } from "fast-check";
