/** How a telephone sounds while it rings: pitches in Hz, and seconds of sound and of silence. */
type Ring = { readonly pitches: readonly number[]; readonly on: number; readonly off: number };

/** Somebody calls. */
export const ringTone: Ring = { pitches: [440, 554], on: 1, off: 2 };
/** It rings at the other end. */
export const ringBack: Ring = { pitches: [450], on: 1, off: 4 };

/** Sounds until the function it answers is called. Nothing of it is a file. */
export function sound({ pitches, on, off }: Ring): () => void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = 0;
  volume.connect(context.destination);
  const tones = pitches.map((pitch) => {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start();
    return tone;
  });
  const strike = () => {
    const now = context.currentTime;
    volume.gain.setTargetAtTime(0.08, now, 0.01);
    volume.gain.setTargetAtTime(0, now + on, 0.01);
  };
  strike();
  const timer = setInterval(strike, (on + off) * 1000);
  return () => {
    clearInterval(timer);
    for (const tone of tones) tone.stop();
    void context.close();
  };
}
