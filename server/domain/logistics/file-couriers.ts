import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isThere, readJson, writeWhole } from '../../kernel/folders/written-file.ts';
import {
  type CourierEvent,
  type CourierProvider,
  CourierRefused,
  type TrackedParcel,
} from '../../kernel/services/courier-service.ts';

const hour = 3_600_000;
/** What becomes of a parcel, so many hours after it was first asked for. */
const way = [
  [0, 'moved', '快递员已揽收'],
  [12, 'moved', '已到达转运中心'],
  [36, 'moved', '派送中'],
  [48, 'signed', '已签收：本人'],
] as const;

/**
 * Couriers for trying things out: each parcel has a file in the folder, written when it is first asked for, which says
 * what becomes of it and when. While a file `down.json` lies there nobody answers; a number that ends in four zeros is
 * nobody's.
 */
export function fileCouriers(folder: string): CourierProvider {
  return {
    async track(parcel: TrackedParcel) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (await isThere(path.join(folder, 'down.json'))) throw new Error('快递公司没有应答');
      if (parcel.trackingNo.endsWith('0000')) throw new CourierRefused('快递公司没有这个运单号');
      const place = path.join(folder, `${parcel.courier}-${path.basename(parcel.trackingNo)}.json`);
      const events = eventsIn(await readJson(place)) ?? usualWay();
      if (!(await isThere(place))) await writeWhole(place, events);
      const happened = events.filter(({ at }) => Date.parse(at) <= Date.now());
      return happened.slice(happened.findIndex(({ id }) => id === parcel.after) + 1);
    },
  };
}

function usualWay(): readonly CourierEvent[] {
  const now = Date.now();
  return way.map(([hours, kind, text], at) => ({
    ...{ id: String(at + 1), at: new Date(now + hours * hour).toISOString(), kind, text },
  }));
}

function eventsIn(value: unknown): readonly CourierEvent[] | undefined {
  return Array.isArray(value) && value.every(isEvent) ? value : undefined;
}

function isEvent(value: unknown): value is CourierEvent {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const isText = (key: string) => typeof Reflect.get(value, key) === 'string';
  return (value.kind === 'moved' || value.kind === 'signed') && ['id', 'at', 'text'].every(isText);
}
