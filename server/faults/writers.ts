import { type Call, codeOf, newCall, type Outcome, sendUntilAnswered } from './client.ts';
import type { WritingWorld } from './world.ts';

/** What was written and acknowledged; every call was repeated with its key until it was. */
export type Ledger = {
  /** Marks of the customers that were created. */
  readonly created: readonly string[];
  /** Customers that were handed over, once per acknowledged handing over. */
  readonly transferred: readonly string[];
  /** How often a call ended in which way, repetitions included. */
  readonly counts: Readonly<Record<Outcome['kind'], number>>;
};

export type Writers = {
  /** Acknowledged calls so far. */
  done(): number;
  /** Lets the calls under way be answered and ends. */
  stop(): Promise<Ledger>;
};

let serial = 0;

/** Writes all the time on several lanes: new customers with what belongs to them, and customers handed over in bulk. */
export function startWriters(world: WritingWorld, giveUpAfter?: number): Writers {
  const created: string[] = [];
  const transferred: string[] = [];
  const counts = { answered: 0, away: 0, broken: 0, wrong: 0 };
  let isStopping = false;
  let done = 0;
  const seen = ({ kind }: Outcome) => {
    counts[kind] += 1;
  };
  const lane = async (index: number) => {
    while (!isStopping) {
      if (index % 2 === 0) created.push(await createOne(world, seen, giveUpAfter));
      else transferred.push(...(await transferSome(world, seen, giveUpAfter)));
      done += 1;
    }
  };
  const running = Promise.all(Array.from({ length: 4 }, (_, index) => lane(index)));
  // Thrown again by `stop`.
  running.catch(() => undefined);
  return {
    done: () => done,
    stop: async () => {
      isStopping = true;
      await running;
      return { created, transferred, counts };
    },
  };
}

type Seen = (outcome: Outcome) => void;

async function createOne(world: WritingWorld, seen: Seen, giveUpAfter?: number): Promise<string> {
  serial += 1;
  const name = `故障测试${process.pid}-${serial}`;
  const mobile = `199${String(10_000_000 + serial).padStart(8, '0')}`;
  const call = newCall('/v1/customer/create', { name, mobile, level: 'b', ...world.sample });
  const answer = await sendUntilAnswered(world.addresses, world.tokens.sales, call, seen, giveUpAfter);
  if (codeOf(answer) !== undefined) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return name;
}

async function transferSome(world: WritingWorld, seen: Seen, giveUpAfter?: number): Promise<readonly string[]> {
  const ids = [...world.customers].sort(() => Math.random() - 0.5).slice(0, 3);
  const staffId = world.colleagues[Math.random() < 0.5 ? 0 : 1];
  const call: Call = newCall('/v1/customer/transfer', { ids, staffId });
  const { data } = await sendUntilAnswered(world.addresses, world.tokens.manager, call, seen, giveUpAfter);
  const results: readonly unknown[] = Array.isArray(data.results) ? data.results : [];
  return results.flatMap((result) =>
    typeof result === 'object' && result !== null && 'ok' in result && result.ok === true && 'id' in result
      ? [String(result.id)]
      : [],
  );
}
