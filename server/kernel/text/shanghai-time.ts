import { shanghaiOffset } from '../../../engine/model/time/index.ts';

/** A moment as people in the office write it. */
export function shanghaiTime(moment: string): string {
  return new Date(Date.parse(moment) + shanghaiOffset).toISOString().slice(0, 19).replace('T', ' ');
}
