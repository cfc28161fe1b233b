import { expect, it } from 'vitest';
import { loadCandidatePage } from '../../load/load-documents.ts';
import { loadShipped, shippedFiles } from '../../shipped.testing.ts';

const page = 'pages/system/detailsJob.json';
const { documents } = loadShipped();
const shipped = JSON.parse(shippedFiles.find(({ file }) => file === page)?.text ?? '');

/** What is told of the tabs of a detail page after one of them says something else. */
function faultsOf(key: string, changes: object): readonly string[] {
  const tabs = shipped.tabs.map((tab: { readonly key: string }) => (tab.key === key ? { ...tab, ...changes } : tab));
  const text = JSON.stringify({ ...shipped, tabs });
  return loadCandidatePage({ file: page, text }, documents).faults.map(({ file, pointer }) => `${file} ${pointer}`);
}

it.each([
  ['staff', { columns: [{ key: 'name', field: 'nmae' }] }, '/tabs/0/columns/0/field'],
  ['staff', { match: { jobId: '@record.nothing' } }, '/tabs/0/match/jobId'],
  ['staff', { permission: 'staff:qeury' }, '/tabs/0/permission'],
  ['history', { key: 'staff' }, '/tabs/1/key'],
  ['history', { title: '在岗员工' }, '/tabs/1/title'],
  ['history', { api: '/v1/staff/history' }, '/tabs/1/api'],
])('tells what is wrong in the tab %s of a detail page: %j', (key, changes, pointer) => {
  expect(faultsOf(key, {})).toEqual([]);
  expect(faultsOf(key, changes)).toContain(`${page} ${pointer}`);
});
