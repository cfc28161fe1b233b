import { rowsOf } from '../database.ts';

/** A call as it is on record. */
export type CallRow = {
  readonly id: string;
  readonly status: string;
  readonly direction: string;
  readonly endedAt: Date | null;
  readonly customerId: string | null;
};

/** The latest call of a seat; in the product of this worker unless told which. */
export async function latestCallOf(seat: string, folder?: string): Promise<CallRow | undefined> {
  const query = `select id, status, direction, ended_at as "endedAt", customer_id as "customerId"
    from call_record where seat_code = $1 order by created_at desc, id desc limit 1`;
  return (await rowsOf(query, [seat], folder))[0] as CallRow | undefined;
}
