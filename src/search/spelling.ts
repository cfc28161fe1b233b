import { match } from 'pinyin-pro';

/** Whether a query spells a title: whole syllables, their beginnings or their first letters, one after the other. */
export function spells(title: string, query: string): boolean {
  return match(title, query, { precision: 'start', continuous: true }) !== null;
}
