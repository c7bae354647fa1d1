// Waveforms in SoundCloud's format: the peak of the sound in each column from left to right.

export interface Waveform {
  readonly width: number;
  /** The height of a full-scale sample. */
  readonly height: number;
  readonly samples: number[];
}

export const WAVEFORM_WIDTH = 1800;
const WAVEFORM_HEIGHT = 140;
const MOST_PEAKS = 8 * WAVEFORM_WIDTH;
const FIRST_WINDOW = 64;

/** The peaks of a sound of unknown length: if there are too many, it merges neighbours and doubles the window. */
export class PeakMeter {
  #peaks: number[] = [];
  #window = FIRST_WINDOW;
  #inWindow = 0;
  #peak = 0;

  add(block: readonly Float32Array[]): void {
    const length = block[0]?.length ?? 0;
    for (let i = 0; i < length; i++) {
      for (const channel of block) {
        const level = Math.abs(channel[i] ?? 0);
        if (level > this.#peak) this.#peak = level;
      }
      if (++this.#inWindow === this.#window) this.#close();
    }
  }

  #close(): void {
    this.#peaks.push(this.#peak);
    this.#peak = 0;
    this.#inWindow = 0;
    if (this.#peaks.length < MOST_PEAKS) return;
    this.#peaks = halve(this.#peaks);
    this.#window *= 2;
  }

  waveform(): Waveform {
    const peaks = this.#inWindow > 0 ? [...this.#peaks, this.#peak] : this.#peaks;
    return waveformOf((column) => {
      const from = Math.floor(column / WAVEFORM_WIDTH * peaks.length);
      const to = Math.max(from + 1, Math.floor((column + 1) / WAVEFORM_WIDTH * peaks.length));
      return Math.max(0, ...peaks.slice(from, to));
    });
  }
}

function halve(peaks: readonly number[]): number[] {
  return Array.from({ length: peaks.length / 2 }, (_, i) => Math.max(peaks[2 * i] ?? 0, peaks[2 * i + 1] ?? 0));
}

export function waveformOf(peakAt: (column: number) => number): Waveform {
  const samples = Array.from({ length: WAVEFORM_WIDTH }, (_, column) => {
    return Math.round(Math.min(1, peakAt(column)) * WAVEFORM_HEIGHT);
  });
  return { width: WAVEFORM_WIDTH, height: WAVEFORM_HEIGHT, samples };
}
