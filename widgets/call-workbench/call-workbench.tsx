import type { UseQueryResult } from '@tanstack/react-query';
import { Progress } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { nearMoment } from '../../engine/model/time/index.ts';
import {
  CountFailed,
  FaultBlock,
  PageHeader,
  type PageKeys,
  PageSkeleton,
  PageTab,
  StaleNote,
  useEngine,
  usePageKeys,
  type WidgetProps,
} from '../../engine/react/index.ts';
import './call-workbench.css';
import { PersonBar } from './person-bar.tsx';
import { useWords } from './use-words.ts';

import { usePostpone, useTurns, useWorkbenchDial, useWorkbenchPhone } from './use-workbench.ts';
import {
  useDoneToday,
  useWorkbenchPeople,
  type WorkbenchHost,
  type WorkbenchPerson,
  type WorkbenchProps,
} from './workbench-calls.ts';
import { WorkbenchQueue } from './workbench-queue.tsx';

/** The workbench of somebody who calls one after the other: who is next, all about him, and the telephone, side by side. */
export function CallWorkbench({ title = '', page, props, operations = [] }: WidgetProps) {
  const host = useMemo<WorkbenchHost>(() => ({ page, operations }), [page, operations]);
  return isWorkbench(props) ? <Workbench title={title} workbench={props} host={host} /> : null;
}

/** The contract has been checked before a component is drawn. */
function isWorkbench(props: WidgetProps['props']): props is WorkbenchProps {
  return Array.isArray(props.queues);
}

type WorkbenchOptions = { readonly title: string; readonly workbench: WorkbenchProps; readonly host: WorkbenchHost };

function Workbench({ title, workbench, host }: WorkbenchOptions) {
  const words = useWords();
  const { people, error, readAt, retry } = useWorkbenchPeople(workbench, host);
  const done = useDoneToday(workbench, host);
  const retryAll = () => {
    retry();
    void done.refetch();
  };
  const header = <PageHeader title={title} beside={<DayProgress query={done} left={people?.length} />} />;
  if (error !== null && people === undefined)
    return (
      <>
        {header}
        <FaultBlock error={error} page={host.page} onRetry={retry} />
      </>
    );
  return (
    <>
      {header}
      {/* Whoever was dealt with may still stand in a queue that was not asked for again, and not be counted. */}
      <StaleNote error={error ?? (done.data === undefined ? null : done.error)} onRetry={retryAll} />
      {people === undefined ? (
        <PageSkeleton label={words('queue')} />
      ) : (
        <Places {...{ workbench, host, people, readAt }} />
      )}
    </>
  );
}

type DayProgressProps = { readonly query: UseQueryResult<number>; readonly left: number | undefined };

/** How far the day is: who was dealt with, and who is left. */
function DayProgress({ query, left }: DayProgressProps) {
  if (left === undefined) return null;
  return (
    <div className="call-workbench-progress">
      {query.data === undefined ? null : <DayShare done={query.data} left={left} />}
      {query.data === undefined && query.isError ? <CountFailed query={query} /> : null}
    </div>
  );
}

function DayShare({ done, left }: { readonly done: number; readonly left: number }) {
  const words = useWords();
  const percent = done + left === 0 ? 100 : Math.round((done / (done + left)) * 100);
  return (
    <>
      <Progress percent={percent} showInfo={false} aria-label={words('progress')} />
      <span role="status">{`${words('done', { count: done })} · ${words('left', { count: left })}`}</span>
    </>
  );
}

type PlacesProps = Omit<WorkbenchOptions, 'title'> & {
  readonly people: readonly WorkbenchPerson[];
  readonly readAt: number;
};

function Places({ workbench, host, people, readAt }: PlacesProps) {
  const words = useWords();
  const { stickyTop = 0 } = useEngine();
  const { recordId: called, kind } = useWorkbenchPhone();
  const turns = useTurns(people, called);
  const dialTo = useWorkbenchDial(workbench, host);
  const { postpone, isHeld } = usePostpone(workbench, host, readAt);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => root.current?.style.setProperty('--workbench-top', `${stickyTop}px`), [stickyTop]);
  // Whoever comes from the menu has the keyboard there, and would open the page again instead of calling.
  const takeKeyboard = () => root.current?.focus({ preventScroll: true });
  useEffect(() => {
    if (!isTyping()) root.current?.focus({ preventScroll: true });
  }, []);
  const { order, current } = turns;
  const person = order.find(({ id }) => id === current);
  const isFree = called === undefined;
  const isLeaving = current !== undefined && isHeld(current);
  const dial = () => {
    if (current !== undefined && !isLeaving) dialTo?.(current, order);
  };
  const putOff = (moment: string) => {
    if (person !== undefined) void postpone?.(person, moment);
    takeKeyboard();
  };
  const choose = (id: string) => {
    turns.choose(id);
    takeKeyboard();
  };
  const pass = () => {
    if (current !== undefined) turns.pass(current);
  };
  usePageKeys(root, workbenchKeys({ dial, pass, putOff, step: turns.step }), isFree && current !== undefined);
  return (
    <div className="call-workbench" data-free={isFree} ref={root} tabIndex={-1}>
      {person === undefined ? null : (
        <PersonBar
          person={person}
          isFree={isFree}
          isLeaving={isLeaving}
          {...(dialTo !== undefined && kind === 'ready' && { onDial: dial })}
          {...(postpone !== undefined && { onPutOff: putOff })}
          onPass={pass}
        />
      )}
      <WorkbenchQueue
        queues={workbench.queues}
        {...{ order, current, isFree }}
        passed={turns.passed}
        onChoose={choose}
      />
      <section className="call-workbench-person">
        {current === undefined ? (
          <div className="engine-card call-workbench-empty">
            <strong>{words('empty')}</strong>
            <p className="engine-quiet">{words('emptyHint')}</p>
          </div>
        ) : (
          <PageTab
            key={current}
            page={workbench.person}
            params={{ id: current }}
            onParams={({ id }) => {
              if (id !== undefined && id !== current) turns.choose(id);
            }}
          />
        )}
      </section>
      <PhonePlace kind={kind} />
    </div>
  );
}

/** Whether somebody types elsewhere, and goes on typing. */
function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') === true;
}

type WorkbenchDeeds = {
  readonly dial: () => void;
  readonly pass: () => void;
  readonly putOff: (moment: string) => void;
  readonly step: (by: -1 | 1) => void;
};

/** What the keys do while nobody is called; in a call they belong to the telephone. */
function workbenchKeys({ dial, pass, putOff, step }: WorkbenchDeeds): PageKeys {
  const now = () => new Date().toISOString();
  const keys: Readonly<Record<string, () => void>> = {
    Enter: dial,
    t: pass,
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    y: () => putOff(anHourLater()),
    m: () => putOff(nearMoment('tomorrow', now())),
    s: () => putOff(nearMoment('in3Days', now())),
    x: () => putOff(nearMoment('nextMonday', now())),
  };
  return (key) => keys[key];
}

const hour = 3_600_000;

/** An hour from now. */
function anHourLater(): string {
  return new Date(Date.now() + hour).toISOString();
}

/** Where the telephone lies while the workbench is in sight. */
function PhonePlace({ kind }: { readonly kind: string }) {
  const words = useWords();
  const { phone } = useEngine();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    phone?.moveTo(place.current ?? undefined);
    return () => phone?.moveTo(undefined);
  }, [phone]);
  return (
    <section className="engine-card call-workbench-phone">
      {kind === 'none' ? <p className="engine-quiet">{words('noPhone')}</p> : null}
      {kind === 'coming' ? <p className="engine-quiet">{words('phoneComing')}</p> : null}
      <div ref={place} />
    </section>
  );
}
