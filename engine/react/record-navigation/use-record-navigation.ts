import { App } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { QueryAnswer } from '../../model/wire/index.ts';
import { useEngine } from '../host/engine-context.tsx';
import { savedNavigation, saveNavigation } from './navigation-store.ts';
import { adjacentNavigation, hasBeside, placeIn } from './record-navigation.ts';

/** The way to the records beside this one in the list it was opened from. */
export type NavigationSteps = {
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
export function useRecordNavigation(
  entity: string,
  id: string,
  show: (id: string) => void,
): NavigationSteps | undefined {
  const { user, client } = useEngine();
  const { message } = App.useApp();
  const [isAsking, setAsking] = useState(false);
  const busy = useRef(false);
  const navigation = useMemo(() => savedNavigation(user.id, entity, id), [user.id, entity, id]);
  if (navigation === undefined) return undefined;
  const turn = async (by: 1 | -1) => {
    const cursor = by === 1 ? navigation.next : navigation.previous;
    if (cursor === null || busy.current) return;
    busy.current = true;
    setAsking(true);
    try {
      const body = { ...navigation.request, count: 'none', fields: [], cursor };
      const answer = await client.callAt<QueryAnswer>(navigation.api, body, { page: navigation.page, quiet: true });
      const other = adjacentNavigation(navigation, answer, by);
      const first = other.ids.at(by === 1 ? 0 : -1);
      if (first === undefined) return;
      saveNavigation(user.id, entity, other);
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
    const beside = navigation.ids[navigation.ids.indexOf(id) + by];
    if (beside === undefined) void turn(by);
    else show(beside);
  };
  const { total, totalIsCapped } = navigation;
  return {
    place: placeIn(navigation, id),
    total,
    totalIsCapped,
    isAsking,
    ...(hasBeside(navigation, id, 1) ? { next: step(1) } : {}),
    ...(hasBeside(navigation, id, -1) ? { previous: step(-1) } : {}),
  };
}
