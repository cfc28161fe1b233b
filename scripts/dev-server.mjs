// Part of `npm run dev`: a server that waits to be started. The packages it stands on are loaded while nobody waits;
// told to start, it loads the program that was built meanwhile.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , program = '', ...packages] = process.argv;

const end = () => process.exit(0);
// Whoever would start it is gone.
process.on('disconnect', end);
process.once('message', () => {
  // Without a listener the channel keeps no server alive that has closed.
  process.off('disconnect', end);
  void import(pathToFileURL(path.resolve(program)).href);
});
for (const name of packages)
  await import(name).catch(() => {
    // The program will tell what it lacks.
  });
