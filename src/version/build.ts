import { pageMeta } from '../page-meta/page-meta.ts';
import { createNewerBuild } from './newer-build.ts';

/** Whether there is a newer build than the one of this page. */
export const newerBuild = createNewerBuild(pageMeta('app-build'));
