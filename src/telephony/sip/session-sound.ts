import { type Session, Web } from 'sip.js';
import type { Loudness } from '../line/line.ts';

/** What carries the sound of a call, once there is any. */
export function soundOf({ sessionDescriptionHandler }: Session): Web.SessionDescriptionHandler | undefined {
  return sessionDescriptionHandler instanceof Web.SessionDescriptionHandler ? sessionDescriptionHandler : undefined;
}

/** The connection a call's sound goes over. */
export function connectionOf(session: Session | undefined): RTCPeerConnection | undefined {
  return session === undefined ? undefined : soundOf(session)?.peerConnection;
}

/** Sends digits into a call: as tones, or as messages where the other end takes no tones. */
export function sendTones(session: Session, digits: string): void {
  // What is sent takes the place of what still waits to be.
  const waiting = connectionOf(session)?.getSenders()[0]?.dtmf?.toneBuffer ?? '';
  if (soundOf(session)?.sendDtmf(waiting + digits) === true) return;
  for (const digit of digits) {
    const body = {
      contentDisposition: 'render',
      contentType: 'application/dtmf-relay',
      content: `Signal=${digit}\r\nDuration=160`,
    };
    void session.info({ requestOptions: { body } }).catch(() => undefined);
  }
}

/** How loud both ends of a call are just now, from 0 to 1; silent without a call. */
export async function loudnessOf(session: Session | undefined): Promise<Loudness> {
  const stats = await connectionOf(session)?.getStats();
  let [here, there] = [0, 0];
  stats?.forEach((entry: { readonly type: string; readonly audioLevel?: number }) => {
    if (entry.type === 'media-source') here = entry.audioLevel ?? 0;
    if (entry.type === 'inbound-rtp') there = entry.audioLevel ?? 0;
  });
  return { here, there };
}
