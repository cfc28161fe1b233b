import type { LoadedRow } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import { day, hour } from '../values/calendar.ts';
import { type DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

/** A service as the results of a batch name it. */
export type SharedOut = {
  readonly id: string;
  readonly serviceNo: string;
  readonly studentName: string;
  readonly toStaffId: string;
  readonly isPooled: boolean;
  readonly isOpen: boolean;
};

type Parts = {
  readonly leader: Colleague;
  readonly receivers: readonly Colleague[];
  readonly pooled: readonly SharedOut[];
  readonly open: readonly SharedOut[];
  readonly numbers: DemoNumbers;
  readonly now: number;
  readonly add: (entity: string, row: LoadedRow) => void;
};

/** Writes a batch that shared services out, one of them in vain, and one that is still to. */
export function addBatches(parts: Parts): void {
  const random = new Random(29);
  addBatch('done', parts.now - 4 * day, parts, random);
  addBatch('draft', parts.now - hour, parts, random);
}

function addBatch(status: 'done' | 'draft', createdAt: number, parts: Parts, random: Random): void {
  const { leader, receivers, pooled, open, numbers, add } = parts;
  const batchId = demoId(createdAt, random);
  const isDone = status === 'done';
  const base = (at: number) => ({ id: demoId(at, random), createdAt: at, createdBy: leader.id });
  add('service_batch', {
    ...{ id: batchId, createdAt, createdBy: leader.id, ownerId: leader.id, departmentId: leader.departmentId },
    ...{ batchNo: numbers.next(createdAt), kind: 'pool', limit: 100, rule: isDone ? 'even' : 'load', status },
    ...{ given: isDone ? open.length : 0, failed: isDone ? pooled.length : 0 },
    doneAt: isDone ? createdAt + hour : null,
  });
  for (const [place, { id: staffId }] of receivers.entries())
    add('service_batch_receiver', { ...base(createdAt), batchId, staffId, weight: 1, place: place + 1 });
  if (!isDone) return;
  for (const { id: serviceId, serviceNo, studentName, toStaffId, isPooled } of [...open, ...pooled])
    add('service_batch_item', {
      ...{ ...base(createdAt + hour), batchId, serviceId, serviceNo, studentName, toStaffId },
      problem: isPooled ? '该督学不做这个项目' : null,
    });
}
