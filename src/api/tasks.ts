import { TaskStore } from '../../engine/react/index.ts';

/** Background work as this window follows it: pages start it, the header shows it. */
export const tasks = new TaskStore();
