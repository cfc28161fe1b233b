import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isThere, readJson, writeWhole } from '../../kernel/folders/written-file.ts';
import { type Payout, type PayoutProvider, PayoutRefused } from '../../kernel/services/payout-service.ts';

/** How the simulated channel behaves: read from `channel.json` of the folder each time, so that it can be changed meanwhile. */
type Channel = {
  /** While it is down nothing is paid, and nobody knows why. */
  readonly down: boolean;
  /** Accounts that end like this are refused. */
  readonly refused: readonly string[];
  /** Accounts that end like this are busy at the first attempt, and paid at the second. */
  readonly busy: readonly string[];
};

const usual: Channel = { down: false, refused: ['0000'], busy: ['8'] };

/**
 * A channel for trying things out: what is paid becomes a file in `paid`, named for its key, so that what is asked for
 * twice is there once and answers with the same number. What becomes of it `channel.json` says.
 */
export function filePayouts(folder: string): PayoutProvider {
  const placeOf = (kind: 'paid' | 'tried', key: string) => path.join(folder, kind, `${path.basename(key)}.json`);
  return {
    async pay(payout: Payout) {
      for (const kind of ['paid', 'tried']) await mkdir(path.join(folder, kind), { recursive: true, mode: 0o700 });
      const channel = await channelOf(folder);
      if (channel.down) throw new Error('打款渠道没有应答');
      const place = placeOf('paid', payout.key);
      const paid = await readJson(place);
      if (isPaid(paid)) return { tradeNo: paid.tradeNo };
      const endsLike = (ends: readonly string[]) => ends.some((end) => payout.payeeAccount.endsWith(end));
      if (endsLike(channel.refused)) throw new PayoutRefused('收款账号不存在或已销户');
      if (endsLike(channel.busy) && !(await isThere(placeOf('tried', payout.key)))) {
        await writeWhole(placeOf('tried', payout.key), payout);
        throw new Error('打款渠道繁忙');
      }
      const tradeNo = `TK-${payout.key}`;
      await writeWhole(place, { ...payout, tradeNo, at: new Date().toISOString() });
      return { tradeNo };
    },
  };
}

async function channelOf(folder: string): Promise<Channel> {
  const place = path.join(folder, 'channel.json');
  const told = await readJson(place);
  if (told === undefined) await writeWhole(place, usual);
  return { ...usual, ...(typeof told === 'object' ? told : {}) };
}

function isPaid(value: unknown): value is { readonly tradeNo: string } {
  return typeof value === 'object' && value !== null && 'tradeNo' in value && typeof value.tradeNo === 'string';
}
