import type { RoleUrls } from '../server/db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../server/db/connection/connect.ts';
import { createProtection } from '../server/kernel/crypto/protection.ts';
import { benchSecret } from './bench-size.ts';
import { callOnce } from './load.ts';
import type { Line } from './report.ts';
import type { Sample } from './sample.ts';
import type { BenchServer } from './servers.ts';

/** Milliseconds that finding people and things may take, but for one in twenty. */
const goal = 150;
const each = 40;

/** What is typed into the palette, by kind: taken from customers that are there. */
type Typed = Readonly<Record<string, readonly string[]>>;

/** Types into the palette what people type, one after the other, and answers how long each kind takes. */
export async function measureFinding(
  product: BenchServer,
  sample: Sample,
  urls: RoleUrls,
  add: (line: Line) => void,
): Promise<void> {
  const typed = await typedOf(urls);
  for (const account of ['sales', 'manager'] as const)
    for (const [kind, keywords] of Object.entries(typed)) {
      const times: number[] = [];
      for (const keyword of keywords) {
        const begun = performance.now();
        await callOnce(product, {
          path: '/v1/search/query',
          headers: { 'x-app-token': sample.tokens[account], 'x-app-platform': 'sys', 'x-app-version': '2.2.1' },
          body: () => ({ keyword }),
        });
        times.push(performance.now() - begun);
      }
      const [half, most] = [at(times, 0.5), at(times, 0.95)];
      const isMet = most <= goal;
      add({
        key: 'finding',
        isMet,
        text: `命令面板（${account}，${kind}）：中位 ${half.toFixed(0)} ms，p95 ${most.toFixed(0)} ms（目标 ≤ ${goal} ms）${isMet ? '' : ' 未达到'}`,
      });
    }
}

async function typedOf(urls: RoleUrls): Promise<Typed> {
  const { pool, close } = connectDatabase({ url: urls.migratorUrl, max: 1 });
  const { decrypt } = createProtection(benchSecret);
  try {
    // Nobody types so fast: what reads like a whole number or name of an account would be refused as too many lookups.
    await pool.query('update masking_policy set lookup_minute_limit = 100000, lookup_daily_limit = 100000');
    const { rows } = await pool.query<{ name: string; pinyin: string; number: string; mobile: string }>(
      `select name, split_part(name_pinyin, ' ', 1) as pinyin, customer_no as number, mobile from customer
        where mobile is not null and owner_id is not null and name_pinyin is not null order by random() limit ${each}`,
    );
    const mobiles = rows.map(({ mobile }) => decrypt(mobile));
    return {
      姓名: rows.map(({ name }) => name),
      姓: rows.map(({ name }) => name.slice(0, 1)),
      拼音: rows.map(({ pinyin }) => pinyin),
      手机号后四位: mobiles.map((mobile) => mobile.slice(-4)),
      手机号: mobiles,
      编号: rows.map(({ number }) => number),
    };
  } finally {
    await close();
  }
}

function at(times: readonly number[], share: number): number {
  const inOrder = [...times].sort((one, other) => one - other);
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? 0;
}
