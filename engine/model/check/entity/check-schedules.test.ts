import { expect, it } from 'vitest';
import { loadDocuments } from '../../load/load-documents.ts';
import { cronFault, spanLength } from '../../time/schedule-time.ts';

const loan = (...schedules: readonly object[]) => [
  {
    file: 'dictionaries/loan_state.json',
    text: JSON.stringify({
      schemaVersion: 2,
      name: 'loan_state',
      title: '状态',
      values: ['out', 'back'].map((key) => ({ key, title: key })),
    }),
  },
  {
    file: 'entities/loan.json',
    text: JSON.stringify({
      schemaVersion: 2,
      name: 'loan',
      title: '借阅',
      label: 'title',
      operations: ['query'],
      fields: [
        { key: 'title', title: '书名', type: 'string', required: true },
        { key: 'dueAt', title: '期限', type: 'datetime' },
        { key: 'state', title: '状态', type: 'enum', dictionary: 'loan_state', required: true, readonly: true },
      ],
      states: [
        {
          key: 'use',
          field: 'state',
          initial: ['out'],
          transitions: [
            {
              key: 'recall',
              title: '收回',
              from: ['out'],
              to: 'back',
              permission: 'loan:recall',
              input: [{ key: 'reason', title: '原因', type: 'string', required: true }],
            },
          ],
        },
      ],
      schedules,
    }),
  },
];

const due = { key: 'due', title: '到期', every: '1h', where: 'record.dueAt < now' };
const recall = { transition: 'recall', input: { reason: "'到期'" } };
const remind = { create: 'loan', values: { title: 'record.title' }, once: 'record.dueAt' };

const faultsOf = (...schedules: readonly object[]) =>
  loadDocuments(loan(...schedules)).faults.map(({ code, pointer, got }) => `${code} ${pointer} ${got ?? ''}`.trim());

it('takes a transition or a new row, every so often or at a time', () => {
  expect(
    faultsOf({ ...due, ...recall }, { ...due, ...remind, key: 'remind', every: undefined, at: '30 8 * * 1-5' }),
  ).toEqual([]);
});

it('tells where a schedule names what there is not', () => {
  expect(faultsOf({ ...due, ...recall, transition: 'recal' })).toEqual([
    'E_SCHEMA_UNKNOWN_NAME /schedules/0/transition recal',
  ]);
  expect(faultsOf({ ...due, ...recall, input: { reasn: "'x'" } })).toEqual([
    'E_SCHEMA_UNKNOWN_NAME /schedules/0/input/reasn reasn',
    'E_INPUT_REQUIRED /schedules/0/input',
  ]);
  expect(faultsOf({ ...due, ...remind, create: 'letter' })).toEqual([
    'E_SCHEMA_UNKNOWN_NAME /schedules/0/create letter',
  ]);
  expect(faultsOf({ ...due, ...remind, values: { titl: "'x'" } })).toEqual([
    'E_SCHEMA_UNKNOWN_NAME /schedules/0/values/titl titl',
    'E_INPUT_REQUIRED /schedules/0/values',
  ]);
  expect(faultsOf({ ...due, ...recall, where: 'record.dueOn < now' })[0]).toContain('/schedules/0/where');
  expect(faultsOf({ ...due, ...recall, where: 'user.id == record.id' })[0]).toContain('/schedules/0/where');
  expect(faultsOf({ ...due, ...remind, once: 'record.dueOn' })[0]).toContain('/schedules/0/once');
});

it('wants one time and one thing to do', () => {
  expect(faultsOf({ ...due, ...recall, at: '0 8 * * *' })).toEqual(['E_SCHEMA_CONFLICT /schedules/0 1h, 0 8 * * *']);
  expect(faultsOf({ ...due, ...recall, every: undefined })).toEqual(['E_SCHEMA_CONFLICT /schedules/0 —']);
  expect(faultsOf({ ...due })[0]).toContain('E_SCHEMA_CONFLICT /schedules/0');
  expect(faultsOf({ ...due, ...recall, ...remind })[0]).toContain('E_SCHEMA_CONFLICT /schedules/0');
  expect(faultsOf({ ...due, ...recall, every: '90s' })[0]).toContain('/schedules/0/every');
});

it('tells which part of a cron text is wrong', () => {
  const ofCron = (at: string) => faultsOf({ ...due, ...recall, every: undefined, at });
  expect(ofCron('60 8 * * *')).toEqual(['E_SCHEMA_CONFLICT /schedules/0/at 60']);
  for (const good of ['0 8 * * *', '*/15 * * * *', '0 8,12 1-15 * 1-5', '5 0 31 12 7', '0 8-18/2 * * *'])
    expect(cronFault(good), good).toBeUndefined();
  for (const bad of [
    '',
    '0 8 * *',
    '0 8 * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '5-1 * * * *',
    '*/0 * * * *',
    'a * * * *',
    '@daily',
    '1,,2 * * * *',
  ])
    expect(cronFault(bad), bad).toBeDefined();
});

it('reads spans of time', () => {
  expect(['15m', '1h', '2d'].map(spanLength)).toEqual([900_000, 3_600_000, 172_800_000]);
});
