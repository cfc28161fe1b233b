import { readFile } from 'node:fs/promises';

/** With a backslash before it where one stands, which says nothing more. */
const beyondAscii = /\\.|[^\0-\x7f]/gs;

/**
 * Has a build read its sources with every character beyond ASCII written as an escape, which means the same wherever one
 * may stand. esbuild does so in texts by itself, yet leaves patterns and texts behind a tag as they are, and one such
 * character makes the engine keep two bytes for each of the whole program.
 */
export const asciiSources = {
  name: 'ascii-sources',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(beyondAscii, escaped),
      loader: 'ts',
    }));
  },
};

function escaped(found) {
  const code = found.charCodeAt(found.length - 1);
  return code < 128 ? found : `\\u${code.toString(16).padStart(4, '0')}`;
}
