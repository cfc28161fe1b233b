import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** So many builds before the present one are kept. */
const maxEarlier = 2;

/**
 * Folders with the files of the builds served before this one. A page that was opened before an update goes on asking
 * for what it has not needed so far: forms, charts, the player.
 */
export async function earlierBuilds(keptDir: string, build: string): Promise<readonly string[]> {
  return (await otherBuilds(keptDir, build)).slice(0, maxEarlier);
}

/** All but the present one, the last served first. */
async function otherBuilds(keptDir: string, build: string): Promise<readonly string[]> {
  const names = await readdir(keptDir).catch(() => []);
  const builds = names.filter((name) => /^[0-9a-f]+$/.test(name) && name !== build);
  const timed = await Promise.all(
    builds.map(async (name) => {
      const folder = path.join(keptDir, name);
      const found = await stat(folder).catch(() => undefined);
      return found === undefined ? [] : [{ folder, servedAt: found.mtimeMs }];
    }),
  );
  // One that another node removed meanwhile is none.
  return timed
    .flat()
    .toSorted((a, b) => b.servedAt - a.servedAt)
    .map(({ folder }) => folder);
}

/** Lays the files of the present build beside those of earlier ones, of which only the last stay. */
export async function keepBuild(assets: string, keptDir: string, build: string): Promise<void> {
  const folder = path.join(keptDir, build);
  await mkdir(keptDir, { recursive: true });
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    // A node that ends meanwhile leaves no half of it under its name.
    const half = path.join(keptDir, `half-${process.pid}`);
    await rm(half, { recursive: true, force: true });
    await cp(assets, half, { recursive: true });
    await rename(half, folder);
  }
  // When it was served last, not when it was built.
  await utimes(folder, new Date(), new Date());
  const old = (await otherBuilds(keptDir, build)).slice(maxEarlier);
  await Promise.all(old.map((one) => rm(one, { recursive: true, force: true })));
}
