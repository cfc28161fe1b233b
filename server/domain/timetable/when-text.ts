import type { Message } from '../../../engine/model/texts/index.ts';
import { shanghaiOffset } from '../../../engine/model/time/index.ts';
import { timetableText } from '../../texts/domain/timetable-text.ts';

/** `11月20日 09:30` in Shanghai. */
export function whenText(moment: unknown): Message {
  const there = new Date(Date.parse(String(moment)) + shanghaiOffset);
  return timetableText('session.when', {
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    time: there.toISOString().slice(11, 16),
  });
}
