/**
 * Loads the ES modules that `express` and `openapi-backend` come to `require`. If one isn't loaded by then, while another
 * isolate loads modules of its own, Deno 2.9.6 may wait for ever.
 *
 * @module
 */
import "async-function";
import "async-generator-function";
import "generator-function";
