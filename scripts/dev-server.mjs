// Part of `npm run dev`: a server that waits to be started. What it stands on, packages and programs, is loaded while
// nobody waits; told to start, it loads the program that was built meanwhile.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , program = '', ...ahead] = process.argv;
const addressOf = (name) => (name.endsWith('.js') ? pathToFileURL(path.resolve(name)).href : name);

const end = () => process.exit(0);
// Whoever would start it is gone.
process.on('disconnect', end);
process.once('message', () => {
  // Without a listener the channel keeps no server alive that has closed.
  process.off('disconnect', end);
  void import(addressOf(program));
});
for (const name of ahead)
  await import(addressOf(name)).catch(() => {
    // The program will tell what it lacks.
  });
