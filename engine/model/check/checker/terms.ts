import { checkText } from '../../texts/check-text.ts';
import type { Message } from '../../texts/message.ts';

/** What a name in a document stands for: a kind of name the checker looks up. */
export type Term =
  | 'child'
  | 'dataset'
  | 'datasetFilter'
  | 'demoRow'
  | 'dictionary'
  | 'dimension'
  | 'entity'
  | 'field'
  | 'filter'
  | 'form'
  | 'list'
  | 'measure'
  | 'operation'
  | 'page'
  | 'period'
  | 'permission'
  | 'readingAction'
  | 'relation'
  | 'rowAction'
  | 'scope'
  | 'source'
  | 'state'
  | 'tab'
  | 'transition'
  | 'value'
  | 'widget'
  | 'writableField';

/** A kind of name in the words of the reader. */
export function termText(term: Term): Message {
  return checkText(`check.term.${term}`);
}
