/**
 * The encoder, apart, so that a bundle leaves out what else its package holds: another encoder, of half a megabyte.
 *
 * @module
 */
export { createMp3Encoder } from "wasm-media-encoders";
