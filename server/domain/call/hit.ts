import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { type Told, tell, withLeader } from './call-notices.ts';
import { recountHits } from './scan-call.ts';

/** Rules of hits: whoever said a confirmed word learns of it with his leader; what was none does not count. */
export const hitRules: DomainRules = {
  entity: 'forbidden_word_hit',
  transitions: {
    confirm: {
      after: async (hit, _, context) => {
        const call = await context.records.findOne('call_record', { id: hit.sourceId });
        const content = `通话【${call?.callNo ?? ''}】中出现违禁词“${hit.matched}”，已由质检确认：${hit.snippet}`;
        const told: Told = { title: '通话违规', content, entity: 'call_record', id: String(hit.sourceId) };
        await tell(await withLeader(hit.staffId, context), told, context);
      },
    },
    ignore: {
      after: (hit, _, context) =>
        hit.sourceType === 'call' ? recountHits(hit.sourceId, context) : Promise.resolve(undefined),
    },
  },
};
