import { expect, it } from 'vitest';
import { loadCandidatePage } from '../../load/load-documents.ts';
import { loadShipped, shippedFiles } from '../../shipped.testing.ts';

const page = 'pages/customer/servicepromotepanoramic.json';
const { documents } = loadShipped();
const shipped = JSON.parse(shippedFiles.find(({ file }) => file === page)?.text ?? '');

type Source = { readonly key: string };

/** What is told of the timeline of a work order after one of its sources says something else. */
function faultsOf(key: string, changes: object): readonly string[] {
  const [activity, ...tabs] = shipped.tabs;
  const sources = activity.sources.map((source: Source) => (source.key === key ? { ...source, ...changes } : source));
  const text = JSON.stringify({ ...shipped, tabs: [{ ...activity, sources }, ...tabs] });
  return loadCandidatePage({ file: page, text }, documents).faults.map(({ file, pointer }) => `${file} ${pointer}`);
}

it.each([
  ['logs', { tab: 'lgos' }, '/tabs/0/sources/0/tab'],
  ['logs', { tab: 'activity' }, '/tabs/0/sources/0/tab'],
  ['handling', { tab: 'logs' }, '/tabs/0/sources/1/tab'],
  ['handling', { key: 'logs' }, '/tabs/0/sources/0/key'],
  ['handling', { name: 'woNo' }, '/tabs/0/sources/1/name'],
  ['handling', { timeline: { time: 'createdAt' } }, '/tabs/0/sources/1/timeline'],
  ['derived', { timeline: undefined }, '/tabs/0/sources/2'],
  ['derived', { name: undefined }, '/tabs/0/sources/2/link'],
  ['derived', { name: 'wono' }, '/tabs/0/sources/2/name'],
  ['derived', { link: 'nowhere' }, '/tabs/0/sources/2/link'],
  ['derived', { timeline: { time: 'title' } }, '/tabs/0/sources/2/timeline/time'],
  ['derived', { timeline: { time: 'overdue' } }, '/tabs/0/sources/2/timeline/time'],
  ['derived', { timeline: { time: 'order.createdAt' } }, '/tabs/0/sources/2/timeline/time'],
  ['derived', { timeline: { time: 'createdAt', tags: ['tpye'] } }, '/tabs/0/sources/2/timeline/tags/0'],
  ['derived', { timeline: { time: 'createdAt', content: 'tilte' } }, '/tabs/0/sources/2/timeline/content'],
])('tells what is wrong in the source %s of a timeline of several: %j', (key, changes, pointer) => {
  expect(faultsOf(key, {})).toEqual([]);
  expect(faultsOf(key, changes)).toContain(`${page} ${pointer}`);
});
