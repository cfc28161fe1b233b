import type { SpokenLine } from './word-rows.ts';

/** Telephones carry little more; a second costs four thousand bytes. */
const rate = 4000;
const header = 44;
const secondsPerLetter = 0.16;
const pitches: Readonly<Record<SpokenLine[1], number>> = { 坐席: 330, 客户: 196 };

/** A conversation as it might sound through a wall: a WAV in which each speaker hums at his own pitch while he speaks. */
export function soundOf(lines: readonly SpokenLine[], seconds: number): Buffer {
  const size = Math.max(1, Math.round(seconds)) * rate;
  const wav = Buffer.alloc(header + size, 128);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(header - 8 + size, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(size, 40);
  for (const [place, [second, speaker, text]] of lines.entries()) {
    const next = lines[place + 1]?.[0] ?? seconds;
    const end = Math.min(second + text.length * secondsPerLetter, next, seconds);
    let phase = 0;
    for (let at = Math.round(second * rate); at < end * rate; at++) {
      const time = at / rate;
      // Four syllables a second, and a melody that falls and rises.
      const loudness = Math.max(0, Math.sin(time * Math.PI * 8));
      phase += (pitches[speaker] * (1 + 0.08 * Math.sin(time * 2)) * 2 * Math.PI) / rate;
      wav[header + at] = 128 + Math.round(36 * loudness * Math.sin(phase));
    }
  }
  return wav;
}
