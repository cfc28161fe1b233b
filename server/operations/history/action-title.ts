import { formatMessage, formatMessageIn } from '../../../engine/model/texts/index.ts';
import { writeText } from '../../texts/write-text.ts';

/** The usual writes, which every entity has, by what the log calls them. */
const usual = {
  create: writeText('write.created'),
  modify: writeText('write.modified'),
  delete: writeText('write.deleted'),
  restore: writeText('write.restored'),
  move: writeText('write.moved'),
  enable: writeText('write.enabled'),
  disable: writeText('write.disabled'),
} as const;

/** What a row of the log says was done: as it is kept, and of the usual writes in the language of the reader. */
export function actionTitle(action: string, value: string): string {
  // The entity's title stands in front of the action's.
  const kept = value.slice(value.indexOf('：') + 1);
  const said = Object.entries(usual).find(([name]) => name === action)?.[1];
  // A rule may have called it otherwise.
  return said !== undefined && formatMessageIn('zh-CN', said) === kept ? formatMessage(said) : kept;
}
