import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { ApiRefusal } from '../../engine/client/index.ts';
import { formatMoment, useEngine, useUndo, type WorkbenchPhoneView } from '../../engine/react/index.ts';
import { useWords } from './use-words.ts';

import {
  apiOf,
  type WorkbenchHost,
  type WorkbenchPerson,
  type WorkbenchProps,
  workbenchKey,
} from './workbench-calls.ts';
import { afterHim, besideOf, withPassed, workbenchOrder } from './workbench-order.ts';

const noPhone: WorkbenchPhoneView = { kind: 'none' };
const never = () => () => undefined;

/** How the telephone stands for this page; none where the host has none. */
export function useWorkbenchPhone(): WorkbenchPhoneView {
  const { phone } = useEngine();
  return useSyncExternalStore(phone?.subscribe ?? never, phone?.view ?? (() => noPhone));
}

/** Whose turn it is, and going on: by a call, past somebody, to whom one chooses. */
export function useTurns(people: readonly WorkbenchPerson[], called: string | undefined) {
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [shown, setShown] = useState(called);
  if (shown !== called) {
    // A call that was put away is done with, whatever was noted of it.
    if (shown !== undefined) setPassed(withPassed(passed, shown));
    setChosen(undefined);
    setShown(called);
  }
  const order = workbenchOrder(people, passed);
  const wanted = order.some(({ id }) => id === chosen) ? chosen : undefined;
  const current = called ?? wanted ?? order[0]?.id;
  const step = (by: -1 | 1) => {
    if (current !== undefined) setChosen(besideOf(order, current, by));
  };
  const pass = (id: string) => {
    setPassed(withPassed(passed, id));
    setChosen(undefined);
  };
  return { order, passed, current, choose: setChosen, step, pass };
}

/** Calls somebody; those who follow him can be called after that without a way round. Undefined where nobody can telephone. */
export function useWorkbenchDial({ entity, number }: WorkbenchProps, { page }: WorkbenchHost) {
  const { dial } = useEngine();
  if (dial === undefined) return undefined;
  return (id: string, order: readonly WorkbenchPerson[]) =>
    dial({ entity, id, field: number, page, rest: afterHim(order, id) });
}

/** How it stands with somebody being put off: on its way, or answered, and when. */
type PutOff = { readonly answeredAt: number | undefined };

/**
 * Puts somebody off to a moment, with the way back; undefined where the user may not. He is held from then until those to
 * be called were read after the answer: what is asked for meanwhile would meet him again.
 */
export function usePostpone({ next: field }: WorkbenchProps, host: WorkbenchHost, readAt: number) {
  const words = useWords();
  const { client } = useEngine();
  const queries = useQueryClient();
  const offerUndo = useUndo();
  const { message } = App.useApp();
  const [putOff, setPutOff] = useState<ReadonlyMap<string, PutOff>>(new Map());
  const keep = (id: string, how: PutOff | undefined) =>
    setPutOff((before) => {
      const others = [...before].filter(([one]) => one !== id);
      return new Map(how === undefined ? others : [...others, [id, how]]);
    });
  const isHeld = (id: string): boolean => {
    const how = putOff.get(id);
    return how !== undefined && (how.answeredAt === undefined || readAt < how.answeredAt);
  };
  const api = apiOf(host, 'postpone');
  if (api === undefined) return { postpone: undefined, isHeld };
  const renew = async () => {
    await queries.invalidateQueries({ queryKey: workbenchKey });
  };
  const postpone = async ({ id, name, next }: WorkbenchPerson, moment: string): Promise<void> => {
    if (isHeld(id)) return;
    keep(id, { answeredAt: undefined });
    try {
      await client.callAt(api, { id, [field]: moment }, { page: host.page, quiet: true });
    } catch (error) {
      keep(id, undefined);
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) void message.error(error.message);
      return renew();
    }
    keep(id, { answeredAt: Date.now() });
    const body = { id, [field]: next };
    offerUndo({
      key: `postpone ${id}`,
      words: words('postponed', { name, moment: formatMoment(moment) ?? '' }),
      api,
      body,
      renew,
    });
    return renew();
  };
  return { postpone, isHeld };
}
