import type { LoadedRow } from '../../../db/load/table-writer.ts';
import type { Colleague } from '../company/colleagues.ts';
import type { Organisation } from '../company/organisation.ts';
import { day, hour } from '../values/calendar.ts';
import { DemoNumbers, demoId } from '../values/demo-ids.ts';
import { Random } from '../values/random.ts';

/** Somebody of the company is leaving: his customers are frozen and wait for others. */
export class Handover {
  readonly numbers = new DemoNumbers('handover_batch.batchNo', 'LZ');
  readonly #leaver: Colleague | undefined;
  readonly #id: string;
  readonly #since: number;
  #customers = 0;

  constructor(
    organisation: Organisation,
    readonly now: number,
  ) {
    this.#leaver = organisation.leaver;
    this.#since = now - 2 * hour;
    this.#id = demoId(this.#since, new Random(29));
  }

  /** A customer's row as it stands: frozen where he was the leaver's. */
  frozen(row: LoadedRow): LoadedRow {
    if (this.#leaver === undefined || row.ownerId !== this.#leaver.id) return row;
    this.#customers += 1;
    return { ...row, ownState: 'frozen', ownerId: null, protectUntil: null, handoverBatchId: this.#id };
  }

  /** Writes the batch, once all customers are known. */
  write(add: (entity: string, row: LoadedRow) => void): void {
    if (this.#leaver === undefined || this.#customers === 0) return;
    add('handover_batch', {
      id: this.#id,
      createdAt: this.#since,
      createdBy: null,
      updatedAt: this.#since,
      batchNo: this.numbers.next(this.#since),
      fromStaffId: this.#leaver.id,
      departmentId: this.#leaver.departmentId,
      leaveDate: new Date(this.now + 5 * day).toISOString().slice(0, 10),
      totalCustomers: this.#customers,
      assignedCustomers: 0,
      pooledCustomers: 0,
      openWorkOrders: 0,
      status: 'open',
    });
  }
}
