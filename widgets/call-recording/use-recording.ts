import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { useEngine } from '../../engine/react/index.ts';

/** Where a recording can be heard, as `/v1/call/record/play` answers it. */
type PlayAnswer = { readonly address: string; readonly name: string; readonly mime: string; readonly size: number };

export const speeds = [1, 1.25, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

export type Recording = {
  /** What plays it; it loads nothing before it is asked to. */
  readonly attach: (element: HTMLAudioElement | null) => void;
  readonly isPlaying: boolean;
  readonly isLoading: boolean;
  readonly fault: string | undefined;
  /** Seconds. */
  readonly position: number;
  readonly duration: number;
  readonly speed: Speed;
  readonly toggle: () => void;
  /** Goes to a second; plays from there where told to. */
  readonly seek: (second: number, plays?: boolean) => void;
  readonly setSpeed: (speed: Speed) => void;
};

const unheard = '录音无法播放，请稍后重试';

/** Plays the recording of a call: its address is asked for when it is first played, and again once it no longer holds. */
export function useRecording(callId: string, knownSeconds: number): Recording {
  const { client } = useEngine();
  const element = useRef<HTMLAudioElement | null>(null);
  const wanted = useRef<Wanted | undefined>(undefined);
  const isRenewed = useRef(false);
  const [isPlaying, setPlaying] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [fault, setFault] = useState<string>();
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(knownSeconds);
  const [speed, setSpeed] = useSpeed(element);

  const load = useCallback(async () => {
    setLoading(true);
    setFault(undefined);
    const { address, fault } = await addressOf(callId, client);
    if (address === undefined) setLoading(false);
    setFault(fault);
    const audio = element.current;
    if (audio === null || address === undefined) return;
    audio.src = address;
    audio.load();
  }, [client, callId]);

  const seek = useCallback(
    (second: number, plays = false) => {
      const audio = element.current;
      if (audio === null) return;
      setPosition(second);
      if (audio.src === '' || audio.error !== null) {
        wanted.current = { second, plays };
        if (plays) void load();
        return;
      }
      goTo(audio, { second, plays }, setFault);
    },
    [load],
  );

  const attach = useCallback(
    (audio: HTMLAudioElement | null) => {
      element.current = audio;
      if (audio === null) return;
      tellProgress(audio, { setPlaying, setPosition, setDuration });
      audio.onloadedmetadata = () => {
        setLoading(false);
        goTo(audio, wanted.current ?? { second: 0, plays: true }, setFault);
        wanted.current = undefined;
      };
      audio.onplaying = () => {
        isRenewed.current = false;
      };
      audio.onerror = () => {
        setPlaying(false);
        setLoading(false);
        // The address may have run out while it was held: one more is asked for, from where it stopped.
        if (isRenewed.current) setFault(unheard);
        else {
          isRenewed.current = true;
          wanted.current ??= { second: audio.currentTime, plays: true };
          void load();
        }
      };
    },
    [load],
  );

  useEffect(() => () => element.current?.pause(), []);

  const toggle = useCallback(() => {
    const audio = element.current;
    if (audio === null) return;
    if (!audio.paused) audio.pause();
    else seek(audio.ended || position >= duration ? 0 : position, true);
  }, [seek, position, duration]);

  return { attach, isPlaying, isLoading, fault, position, duration, speed, toggle, seek, setSpeed };
}

/** The address of a recording, or why there is none. */
async function addressOf(
  callId: string,
  client: ReturnType<typeof useEngine>['client'],
): Promise<{ readonly address?: string; readonly fault?: string }> {
  try {
    return await client.callAt<PlayAnswer>('/v1/call/record/play', { id: callId }, { quiet: true });
  } catch (error) {
    return { fault: error instanceof ApiRefusal ? error.message : unheard };
  }
}

type Wanted = { readonly second: number; readonly plays: boolean };

/** Goes to a second, and plays from there where that is wanted. */
function goTo(audio: HTMLAudioElement, { second, plays }: Wanted, setFault: (fault: string) => void): void {
  audio.currentTime = second;
  if (plays) void audio.play().catch(() => setFault(unheard));
}

type Progress = {
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly setPosition: (second: number) => void;
  readonly setDuration: (seconds: number) => void;
};

/** Tells whether a recording plays, where it is, and how long it is once that is known. */
function tellProgress(audio: HTMLAudioElement, { setPlaying, setPosition, setDuration }: Progress): void {
  audio.onplay = () => setPlaying(true);
  audio.onpause = () => setPlaying(false);
  audio.onended = () => setPlaying(false);
  audio.ontimeupdate = () => setPosition(audio.currentTime);
  audio.ondurationchange = () => {
    if (Number.isFinite(audio.duration)) setDuration(audio.duration);
  };
}

/** How fast a recording plays, and what sets that; another recording in the same element keeps it. */
function useSpeed(element: RefObject<HTMLAudioElement | null>): readonly [Speed, (speed: Speed) => void] {
  const [speed, setSpeed] = useState<Speed>(1);
  const change = useCallback(
    (next: Speed) => {
      setSpeed(next);
      if (element.current === null) return;
      element.current.defaultPlaybackRate = next;
      element.current.playbackRate = next;
    },
    [element],
  );
  return [speed, change];
}
