import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { useText } from '../host/engine-context.tsx';
import { giveSource, type Played } from './give-source.ts';

export const speeds = [1, 1.25, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

export type Player = {
  /** What plays it; it loads nothing before it is asked to. */
  readonly attach: (element: HTMLMediaElement | null) => void;
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
  /** Goes on or back by seconds, from where it is just now. */
  readonly jump: (seconds: number, plays?: boolean) => void;
  readonly setSpeed: (speed: Speed) => void;
};

/** Within so many seconds of its end it begins anew. */
const atEnd = 5;

/** Plays a sound or a film: its address is asked for when it is first played, and again once it no longer holds. */
export function usePlayer(ask: () => Promise<Played>, knownSeconds: number): Player {
  const [isPlaying, setPlaying] = useState(false);
  const { element, isLoading, fault, seekTo, listen } = useSource(ask, setPlaying);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(knownSeconds);
  const [speed, setSpeed] = useSpeed(element);

  const seek = useCallback(
    (second: number, plays = false) => {
      setPosition(second);
      seekTo({ second, plays });
    },
    [seekTo],
  );

  const jump = useCallback(
    (seconds: number, plays = false) => {
      const media = element.current;
      // What plays tells where it is now and then only.
      const isThere = media !== null && media.readyState > 0;
      const end = isThere && Number.isFinite(media.duration) ? media.duration : duration;
      seek(Math.max(0, Math.min(end, (isThere ? media.currentTime : position) + seconds)), plays);
    },
    [element, seek, position, duration],
  );

  const attach = useCallback(
    (media: HTMLMediaElement | null) => {
      element.current = media;
      if (media === null) return;
      tellProgress(media, { setPlaying, setPosition, setDuration });
      listen(media);
    },
    [element, listen],
  );

  const toggle = useCallback(() => {
    const media = element.current;
    if (media === null) return;
    if (!media.paused) media.pause();
    else seek(media.ended || position >= duration ? 0 : position, true);
  }, [element, seek, position, duration]);

  return { attach, isPlaying, isLoading, fault, position, duration, speed, toggle, seek, jump, setSpeed };
}

/** What an element plays: it is loaded when it is first wanted, and once more, from where it stopped, when its address ran out. */
function useSource(ask: () => Promise<Played>, setPlaying: (isPlaying: boolean) => void) {
  const unheard = useText()('engine.play.failed');
  const element = useRef<HTMLMediaElement | null>(null);
  const place = useRef<Place>({});
  const isRenewed = useRef(false);
  const takeAway = useRef<() => void>(undefined);
  const [isLoading, setLoading] = useState(false);
  const [fault, setFault] = useState<string>();
  const refuse = useCallback(() => setFault(unheard), [unheard]);

  const load = useCallback(async () => {
    setLoading(true);
    setFault(undefined);
    const { played, fault } = await answerOf(ask, unheard);
    if (played === undefined) setLoading(false);
    setFault(fault);
    const media = element.current;
    if (media === null || played === undefined) return;
    place.current.leftOff ??= played.position ?? 0;
    takeAway.current?.();
    const remove = await giveSource(media, played, () => media.dispatchEvent(new Event('error')));
    takeAway.current = remove;
    if (element.current !== media) remove();
  }, [ask, unheard]);

  const fail = useCallback(
    (media: HTMLMediaElement) => {
      place.current.wanted ??= { second: media.currentTime, plays: true };
      takeAway.current?.();
      takeAway.current = undefined;
      setPlaying(false);
      setLoading(false);
      if (isRenewed.current) refuse();
      else void load();
      isRenewed.current = true;
    },
    [load, refuse, setPlaying],
  );

  const seekTo = useCallback(
    (to: Wanted) => {
      const media = element.current;
      if (media === null) return;
      if (media.src !== '' && media.error === null) goTo(media, to, refuse);
      else {
        place.current.wanted = to;
        if (to.plays) void load();
      }
    },
    [load, refuse],
  );

  const listen = useCallback(
    (media: HTMLMediaElement) => {
      media.onloadedmetadata = () => {
        setLoading(false);
        goTo(media, beginning(place.current, media.duration), refuse);
        place.current = { leftOff: 0 };
      };
      media.onplaying = () => {
        isRenewed.current = false;
      };
      media.onerror = () => fail(media);
    },
    [fail, refuse],
  );

  useStoppedAtEnd(element, takeAway);
  return { element, isLoading, fault, seekTo, listen };
}

/** Nothing plays on once the page is left. */
function useStoppedAtEnd(
  element: RefObject<HTMLMediaElement | null>,
  takeAway: RefObject<(() => void) | undefined>,
): void {
  useEffect(
    () => () => {
      element.current?.pause();
      takeAway.current?.();
    },
    [element, takeAway],
  );
}

/** Where it can be played from, or why it cannot. */
async function answerOf(
  ask: () => Promise<Played>,
  unheard: string,
): Promise<{ readonly played?: Played; readonly fault?: string }> {
  try {
    return { played: await ask() };
  } catch (error) {
    return { fault: error instanceof ApiRefusal ? error.message : unheard };
  }
}

type Wanted = { readonly second: number; readonly plays: boolean };

/** Where it is to begin: what was chosen before it was loaded, and where it was left off earlier. */
type Place = { wanted?: Wanted; leftOff?: number };

/** What was left off earlier goes on there, unless another place was chosen or it had all but ended. */
function beginning({ wanted = { second: 0, plays: true }, leftOff = 0 }: Place, duration: number): Wanted {
  const { second, plays } = wanted;
  return { second: second > 0 || leftOff >= duration - atEnd ? second : leftOff, plays };
}

/** Goes to a second, and plays from there where that is wanted. */
function goTo(media: HTMLMediaElement, { second, plays }: Wanted, onRefused: () => void): void {
  media.currentTime = second;
  if (plays) void media.play().catch(onRefused);
}

type Progress = {
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly setPosition: (second: number) => void;
  readonly setDuration: (seconds: number) => void;
};

/** Tells whether something plays, where it is, and how long it is once that is known. */
function tellProgress(media: HTMLMediaElement, { setPlaying, setPosition, setDuration }: Progress): void {
  media.onplay = () => setPlaying(true);
  media.onpause = () => setPlaying(false);
  media.onended = () => setPlaying(false);
  media.ontimeupdate = () => setPosition(media.currentTime);
  media.ondurationchange = () => {
    if (Number.isFinite(media.duration)) setDuration(media.duration);
  };
}

/** How fast it plays, and what sets that; another one in the same element keeps it. */
function useSpeed(element: RefObject<HTMLMediaElement | null>): readonly [Speed, (speed: Speed) => void] {
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
