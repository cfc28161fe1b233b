import { emptyWav, wavHeader } from '../../../files/wav.ts';
import type { SpokenLine } from './word-rows.ts';

/** Telephones carry little more; a second costs four thousand bytes. */
const rate = 4000;
const secondsPerLetter = 0.16;
const pitches: Readonly<Record<SpokenLine[1], number>> = { 坐席: 330, 客户: 196 };

/** A conversation as it might sound through a wall: a WAV in which each speaker hums at his own pitch while he speaks. */
export function soundOf(lines: readonly SpokenLine[], seconds: number): Buffer {
  const wav = emptyWav(Math.max(1, Math.round(seconds)) * rate, rate, 1);
  for (const [place, [second, speaker, text]] of lines.entries()) {
    const next = lines[place + 1]?.[0] ?? seconds;
    const end = Math.min(second + text.length * secondsPerLetter, next, seconds);
    let phase = 0;
    for (let at = Math.round(second * rate); at < end * rate; at++) {
      const time = at / rate;
      // Four syllables a second, and a melody that falls and rises.
      const loudness = Math.max(0, Math.sin(time * Math.PI * 8));
      phase += (pitches[speaker] * (1 + 0.08 * Math.sin(time * 2)) * 2 * Math.PI) / rate;
      wav[wavHeader + at] = 128 + Math.round(36 * loudness * Math.sin(phase));
    }
  }
  return wav;
}
