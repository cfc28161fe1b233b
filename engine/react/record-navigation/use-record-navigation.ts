import { App } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { QueryAnswer } from '../../model/wire/index.ts';
import { useInTurn } from '../calls/use-in-turn.ts';
import { useEngine } from '../host/engine-context.tsx';
import { savedNavigation, saveNavigation } from './navigation-store.ts';
import { adjacentNavigation, hasBeside, placeIn, type RecordNavigation } from './record-navigation.ts';

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

/** How long a record that is gone to may take to appear, in milliseconds: so long a further step goes on from it. */
const appearMs = 3_000;

/** A record that is gone to and may not be on the screen yet, and those from which the steps led to it. */
type Coming = { readonly id: string; readonly passed: ReadonlySet<string>; readonly until: number };

/** The steps from a record; undefined for one that was not opened from a list. Each that is asked for is done, in turn. */
export function useRecordNavigation(
  entity: string,
  id: string,
  show: (id: string) => void,
): NavigationSteps | undefined {
  const { user, client } = useEngine();
  const { message } = App.useApp();
  const inTurn = useInTurn();
  const [isAsking, setAsking] = useState(false);
  const shown = useRef(id);
  const coming = useRef<Coming>(undefined);
  useEffect(() => {
    shown.current = id;
  }, [id]);
  const navigation = useMemo(() => savedNavigation(user.id, entity, id), [user.id, entity, id]);
  if (navigation === undefined) return undefined;
  const go = (from: string, to: string) => {
    const passed = coming.current?.id === from ? coming.current.passed : [];
    coming.current = { id: to, passed: new Set([...passed, from]), until: Date.now() + appearMs };
    show(to);
  };
  const turn = async (from: string, list: RecordNavigation, by: 1 | -1) => {
    const cursor = by === 1 ? list.next : list.previous;
    if (cursor === null) return;
    setAsking(true);
    try {
      const body = { ...list.request, count: 'none', fields: [], cursor };
      const answer = await client.callAt<QueryAnswer>(list.api, body, { page: list.page, quiet: true });
      const other = adjacentNavigation(list, answer, by);
      const first = other.ids.at(by === 1 ? 0 : -1);
      // Whoever has gone elsewhere meanwhile stays there.
      if (first === undefined || standing(coming.current, shown.current) !== from) return;
      saveNavigation(user.id, entity, other);
      go(from, first);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      message.error(error.message);
    } finally {
      setAsking(false);
    }
  };
  const step = (by: 1 | -1) => () =>
    void inTurn(async () => {
      const from = standing(coming.current, shown.current);
      const list = savedNavigation(user.id, entity, from);
      if (list === undefined) return;
      const beside = list.ids[list.ids.indexOf(from) + by];
      if (beside === undefined) await turn(from, list, by);
      else go(from, beside);
    });
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

/** From where a step goes on: the record that is coming, unless the way to it was left or something held it up. */
function standing(coming: Coming | undefined, shown: string): string {
  return coming?.passed.has(shown) === true && Date.now() < coming.until ? coming.id : shown;
}
