import { useEffect, useSyncExternalStore } from 'react';
import { type ServerNews, serverNews } from '../../api/server-events.ts';
import type { Phone } from '../phone/phone.ts';
import { isInCall } from '../phone/phone-state.ts';
import { ringBack, ringTone, sound } from './ring.ts';

/** Rings where the line is. */
export function useSounds(phone: Phone): void {
  const { call } = useSyncExternalStore(phone.subscribe, phone.view);
  const isRinging = call.kind === 'incoming' && !call.isAnswering;
  // The sound of other lines is that of the agent's own set.
  const isCalling = call.kind === 'ringing' && call.call.provider === 'webphone';
  const tone = isRinging ? ringTone : isCalling ? ringBack : undefined;
  useEffect(() => (tone === undefined || !phone.isHere ? undefined : sound(tone)), [phone, tone]);
}

/** Asks before the tab that has a call is closed; where it is closed all the same, says goodbye to line and server. */
export function useStaying(phone: Phone): void {
  useEffect(() => {
    const handleLeaving = (event: BeforeUnloadEvent) => {
      if (phone.isHere && isInCall(phone.view())) event.preventDefault();
    };
    const handleGone = () => phone.leave();
    // A page that comes back as it was has no line any more.
    const handleBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && phone.isHere) phone.ask({ kind: 'restart' });
    };
    window.addEventListener('beforeunload', handleLeaving);
    window.addEventListener('pagehide', handleGone);
    window.addEventListener('pageshow', handleBack);
    return () => {
      window.removeEventListener('beforeunload', handleLeaving);
      window.removeEventListener('pagehide', handleGone);
      window.removeEventListener('pageshow', handleBack);
    };
  }, [phone]);
}

/** Tells when the seats of the user, or their passwords, were changed; in a call once that is over. */
export function useSeatNews(phone: Phone | undefined, onNews: () => void): void {
  useEffect(() => {
    let leave: (() => void) | undefined;
    const tell = () => {
      if (phone !== undefined && isInCall(phone.view())) return;
      leave?.();
      // The tab that has the line registers anew; this one learns which lines there are.
      if (phone?.isHere === false) phone.ask({ kind: 'renew' });
      onNews();
    };
    const forget = serverNews.listen((news) => {
      if (!isOfSeats(news)) return;
      leave ??= phone?.subscribe(tell);
      tell();
    });
    return () => {
      forget();
      leave?.();
    };
  }, [phone, onNews]);
}

function isOfSeats(news: ServerNews): boolean {
  return news.kind === 'event' && news.event.topic === 'phone' && news.event.data.kind === 'seats';
}
