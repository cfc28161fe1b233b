import { emptyWav, wavHeader } from '../../files/wav.ts';

const bias = 0x84;
const clip = 32_635;

/** A sample of 16 bits as the telephone network carries it, in 8 (G.711 µ-law). */
export function toMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(Math.round(sample)), clip) + bias;
  const exponent = Math.max(0, Math.floor(Math.log2(magnitude)) - 7);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

export function fromMuLaw(value: number): number {
  const bits = ~value & 0xff;
  const exponent = (bits >> 4) & 0x07;
  const magnitude = (((bits & 0x0f) << 3) + bias) * 2 ** exponent - bias;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
}

/** Samples at 8 kHz as a WAV file. */
export function wavOf(samples: readonly Int16Array[]): Buffer {
  const length = samples.reduce((sum, part) => sum + part.length, 0);
  const file = emptyWav(length, 8000, 2);
  let at = wavHeader;
  for (const part of samples) for (const sample of part) at = file.writeInt16LE(sample, at);
  return file;
}
