// Re-exports the encoder, so that a bundle omits the package's other encoder of half a megabyte.
export { createEncoder, createMp3Encoder } from "wasm-media-encoders";
