/** So many seconds of quiet tone as a WAV: 8 kHz, 8 bit, mono. */
export function toneAddress(seconds: number): string {
  const rate = 8000;
  const size = seconds * rate;
  const bytes = new Uint8Array(44 + size);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => {
    for (const [offset, letter] of [...text].entries()) view.setUint8(at + offset, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, size, true);
  for (let at = 0; at < size; at += 1)
    bytes[44 + at] = 128 + Math.round(20 * Math.sin((at * 440 * 2 * Math.PI) / rate));
  return URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
}
