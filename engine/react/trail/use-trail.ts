import { App } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { QueryAnswer } from '../../model/index.ts';
import { useEngine } from '../engine-context.tsx';
import { hasBeside, placeIn, trailBeside } from './trail.ts';
import { keepTrail, keptTrail } from './trail-store.ts';

/** The way to the records beside this one in the list it was opened from. */
export type TrailSteps = {
  /** Place in the list, where it is known. */
  readonly place: number | undefined;
  readonly total: number | null;
  readonly totalIsCapped: boolean;
  readonly isAsking: boolean;
  /** Goes to the record beside; absent where there is none. */
  readonly next?: () => void;
  readonly previous?: () => void;
};

/** The steps from a record; undefined for one that was not opened from a list. */
export function useTrail(entity: string, id: string, show: (id: string) => void): TrailSteps | undefined {
  const { user, client } = useEngine();
  const { message } = App.useApp();
  const [isAsking, setAsking] = useState(false);
  const busy = useRef(false);
  const trail = useMemo(() => keptTrail(user.id, entity, id), [user.id, entity, id]);
  if (trail === undefined) return undefined;
  const turn = async (by: 1 | -1) => {
    const cursor = by === 1 ? trail.next : trail.previous;
    if (cursor === null || busy.current) return;
    busy.current = true;
    setAsking(true);
    try {
      const body = { ...trail.request, count: 'none', fields: [], cursor };
      const answer = await client.call<QueryAnswer>(trail.api, body, { page: trail.page, quiet: true });
      const other = trailBeside(trail, answer, by);
      const first = other.ids.at(by === 1 ? 0 : -1);
      if (first === undefined) return;
      keepTrail(user.id, entity, other);
      show(first);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      message.error(error.message);
    } finally {
      busy.current = false;
      setAsking(false);
    }
  };
  const step = (by: 1 | -1) => () => {
    const beside = trail.ids[trail.ids.indexOf(id) + by];
    if (beside === undefined) void turn(by);
    else show(beside);
  };
  const { total, totalIsCapped } = trail;
  return {
    place: placeIn(trail, id),
    total,
    totalIsCapped,
    isAsking,
    ...(hasBeside(trail, id, 1) ? { next: step(1) } : {}),
    ...(hasBeside(trail, id, -1) ? { previous: step(-1) } : {}),
  };
}
