export { studySchedules } from './daily-stat.ts';
export { holdSupervision } from './hold-supervision.ts';
export { logDeed, takeDeed } from './log.ts';
export { type Carried, carry, rebuildDay } from './store.ts';
export { takeWatched } from './watch.ts';
