import { binaryOf } from './run.mjs';

/** The command of `npm run check` that looks at format and lint of a folder: one warning fails it, as an error does. */
export const lintCommand = (folder) => [binaryOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', folder];
