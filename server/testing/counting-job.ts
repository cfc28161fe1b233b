import { refuse } from '../kernel/errors/app-error.ts';
import { anyKind } from '../kernel/operation/job-kinds.ts';

export type CountingInput = {
  readonly name: string;
  readonly rows: number;
  readonly pause?: number;
  /** Fails so many times at the step of this row, in a way that passes. */
  readonly stumble?: { readonly at: number; readonly times: number; readonly code: string };
  readonly refuseAt?: number;
};
type State = { readonly row: number };

/** Writes one row per step into `counted`, which knows no rule: what is done twice stands there twice. */
export const countingKind = anyKind<CountingInput, State>({
  key: 'counting',
  title: '计数',
  begin: () => ({ row: 0 }),
  async step({ row }, { db, input }) {
    const { name, rows, pause = 0, stumble, refuseAt } = input;
    if (refuseAt === row) throw refuse('E_NOT_FOUND');
    await db.insertInto('counted').values({ name, row }).execute();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    if (stumble !== undefined && stumble.at === row && stumbled(name) < stumble.times) {
      stumbles.set(name, stumbled(name) + 1);
      throw Object.assign(new Error('stumbled'), { code: stumble.code });
    }
    const done = row + 1;
    return {
      state: { row: done },
      done,
      total: rows,
      ...(done === rows ? { finished: { message: `${rows} 行` } } : {}),
    };
  },
  async discard(_, { db, input }) {
    await db
      .insertInto('counted')
      .values({ name: `${input.name} discarded`, row: 0 })
      .execute();
  },
});

const stumbles = new Map<string, number>();
const stumbled = (name: string) => stumbles.get(name) ?? 0;
