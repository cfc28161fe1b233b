import { shanghaiOffset } from '../../../engine/model/time/index.ts';

/** `11月20日 09:30` in Shanghai. */
export function whenText(moment: unknown): string {
  const there = new Date(Date.parse(String(moment)) + shanghaiOffset);
  return `${there.getUTCMonth() + 1}月${there.getUTCDate()}日 ${there.toISOString().slice(11, 16)}`;
}
