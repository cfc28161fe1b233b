import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback } from 'react';
import { ApiRefusal, invalidateEntities } from '../../client/index.ts';
import { apiBase } from '../../model/naming/index.ts';
import type { ActionView } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import type { ActionAnswer, ActionUse } from '../calls/action-call.ts';
import { writeFilter } from '../conditions/filter-value.ts';
import { useEngine } from '../host/engine-context.tsx';
import { type PageRuntime, usePageRuntime } from '../host/page-runtime.ts';
import { noteArrival } from '../queue/arrival.ts';
import { takeNext } from '../queue/take-next.ts';
import { valueAt } from '../record/record-path.ts';
import { useDownload } from '../tasks/use-download.ts';

type Step = ActionView['after'][number];
type NextStep = Extract<Step, { readonly kind: 'next' }>;

/**
 * Runs what a button declares to follow its call, or to do without one, one after the other; one that fails is told and ends them. Rows that
 * were refused, and work that has only begun, are followed by nothing.
 */
export function useSteps(): (use: ActionUse, answer: ActionAnswer) => Promise<void> {
  const runStep = useStep();
  const { message } = App.useApp();
  return useCallback(
    async (use, answer) => {
      if (use.target.kind === 'matching' || (answer.rows?.failed ?? 0) > 0) return;
      try {
        for (const step of use.action.after) await runStep(step, use, answer.id);
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error;
        if (!error.endsSession) message.error(error.message);
      }
    },
    [runStep, message],
  );
}

/** Runs one step; `id` is of the record that was made or changed, where it is one. */
function useStep(): (step: Step, use: ActionUse, id: string | undefined) => Promise<void> {
  const { open, user } = useEngine();
  const openNext = useOpenNext();
  const page = usePageRuntime();
  const queries = useQueryClient();
  const download = useDownload();
  return useCallback(
    async (step, { action, target }, id) => {
      const record = target.kind === 'record' ? target.record : undefined;
      switch (step.kind) {
        case 'refresh':
          return invalidateEntities(queries, step.entities);
        case 'navigate':
          return open(step.page, filterParams(action.filtersFor(step, page.scope(record))));
        case 'open':
          return openNamed(step.page, step.record === undefined ? id : valueAt(record, step.record), open);
        case 'next':
          return openNext(step, await takeNext(action.nextPath ?? '', record?.id ?? id, page, user.id));
        case 'download': {
          const file = id === undefined ? undefined : await fileOf(action, id, step.field, page);
          return file === undefined ? undefined : download(file);
        }
      }
    },
    [open, openNext, user, page, queries, download],
  );
}

/** Opens the row of a queue that was taken, or what is opened when none waits. */
function useOpenNext(): (step: NextStep, id: string | undefined) => void {
  const { open, t } = useEngine();
  const { message } = App.useApp();
  return useCallback(
    (step, id) => {
      if (id !== undefined) {
        noteArrival(id);
        return open(step.page, { id });
      }
      message.info(t('engine.queue.empty'));
      if (step.empty !== undefined) open(step.empty);
    },
    [open, message, t],
  );
}

function openNamed(page: string, id: unknown, open: (page: string, params: { readonly id: string }) => void): void {
  if (typeof id === 'string') open(page, { id });
}

function filterParams(filters: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => {
      const isChoice = typeof value === 'string' || Array.isArray(value);
      return [`f.${key}`, writeFilter({ op: isChoice ? 'in' : 'eq', value: isChoice ? [value].flat() : value })];
    }),
  );
}

/** The file a record holds by now. */
async function fileOf(action: ActionView, id: string, field: string, page: PageRuntime): Promise<string | undefined> {
  const { operation } = action;
  const name = operation === undefined || operation.kind === 'dataset' ? undefined : operation.entity;
  const entity = name === undefined ? undefined : page.context.entities.get(name);
  if (entity === undefined) return undefined;
  const record = await page.call<WireRecord>(`${apiBase(entity)}/view`, { id, fields: [field] });
  const file = record[field];
  return typeof file === 'string' ? file : undefined;
}
