import { useEffect, useRef } from 'react';
import { useEngine } from '../../host/engine-context.tsx';
import type { Player } from '../../player/use-player.ts';

/** Seconds of playing that are told at once, as the server takes them at most. */
const atOnce = 15;

/** Tells how far a file is played and for how long: every 15 seconds of playing, and where it stops. */
export function useNotedPlaying(id: string, { isPlaying, position }: Player): void {
  const { client } = useEngine();
  const place = useRef(0);
  const played = useRef(0);
  useEffect(() => {
    place.current = position;
  }, [position]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const tell = () => {
      const seconds = played.current;
      if (seconds === 0) return;
      played.current = 0;
      // What is not noted is noted next time: nobody is interrupted for it.
      client
        .call('/v1/file/play/note', { id, position: Math.floor(place.current), seconds }, { quiet: true })
        .catch(() => undefined);
    };
    const timer = setInterval(() => {
      played.current += 1;
      if (played.current >= atOnce) tell();
    }, 1000);
    return () => {
      clearInterval(timer);
      tell();
    };
  }, [client, id, isPlaying]);
}
