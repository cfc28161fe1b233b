import type { DomainRules } from '../../operations/domain-rules.ts';
import { tell, withLeader } from './call-notices.ts';
import { recountHits } from './scan-call.ts';

/** Rules of hits: whoever said a confirmed word learns of it with his leader; what was none does not count. */
export const hitRules: DomainRules = {
  entity: 'forbidden_word_hit',
  transitions: {
    confirm: {
      after: async (hit, _, context) =>
        tell(
          await withLeader(hit.staffId, context),
          {
            title: '通话违规',
            content: `通话中出现违禁词“${hit.matched}”，已由质检确认：${hit.snippet}`,
            entity: 'call_record',
            id: String(hit.sourceId),
          },
          context,
        ),
    },
    ignore: {
      after: (hit, _, context) =>
        hit.sourceType === 'call' ? recountHits(hit.sourceId, context) : Promise.resolve(undefined),
    },
  },
};
