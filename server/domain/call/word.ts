import { formatMessage } from '../../../engine/model/texts/index.ts';
import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { prepareEach } from '../../kernel/operation/prepare-rows.ts';
import type { Values } from '../../kernel/operation/record-store.ts';
import { callText } from '../../texts/domain/call-text.ts';
import { refuseCall } from './errors.ts';
import { patternFault } from './find-words.ts';
import { startRescan } from './rescan-job.ts';

/** Rules of forbidden words: a pattern must be one, and a cheap one. */
export const wordRules: DomainRules = {
  entity: 'forbidden_word',
  prepareMany: (rows) =>
    prepareEach(rows, (values) => {
      refuseBadPattern(values);
      return {};
    }),
  async beforeModify(record, changes) {
    refuseBadPattern({ ...record, ...changes });
    return {};
  },
  wholeActions: { rescan: startRescan },
};

function refuseBadPattern({ word, matchMode }: Values): void {
  const what = matchMode === 'regex' ? patternFault(String(word)) : undefined;
  if (what === undefined) return;
  const fault = {
    code: 'E_INPUT_RULE',
    pointer: '/word',
    title: formatMessage(callText('word.word')),
    expected: formatMessage(what),
  } as const;
  throw refuseCall('E_WORD_PATTERN', { what }, { faults: [fault] });
}
