/** Bytes before the first sample. */
export const wavHeader = 44;

/** A WAV of one channel of plain samples, none written yet: `rate` samples a second of `width` bytes each. */
export function emptyWav(samples: number, rate: number, width: 1 | 2): Buffer {
  const size = samples * width;
  // Of one byte the middle is silence, of two it is nought.
  const wav = Buffer.alloc(wavHeader + size, width === 1 ? 128 : 0);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wavHeader - 8 + size, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * width, 28);
  wav.writeUInt16LE(width, 32);
  wav.writeUInt16LE(width * 8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(size, 40);
  return wav;
}
