import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isGoneWithin } from '../db/embedded/process-facts.ts';
import { killEmbedded } from './embedded-kills.ts';
import { type EmbeddedWorld, startEmbeddedWorld } from './embedded-world.ts';
import { recordFigure } from './record-figure.ts';

const isDeep = process.env.TEST_DEPTH === 'deep';
let world: EmbeddedWorld;

beforeAll(async () => {
  world = await startEmbeddedWorld();
}, 180_000);

afterAll(() => world?.close());

it('starts the database again when it is killed, and loses nothing that was acknowledged', {
  timeout: 900_000,
}, async () => {
  // More kills in a row than there are tries would end it; those of the deep run leave it time to count anew.
  const figures = await killEmbedded(world, isDeep ? 20 : 3, isDeep ? 10_500 : 0);
  expect(figures.faults).toEqual([]);
  expect(figures.refused).toBeGreaterThan(0);
  expect(figures.acknowledged).toBeGreaterThan(figures.kills);
  if (isDeep)
    recordFigure(
      '内置数据库被杀',
      `${figures.kills} 次；确认 ${figures.acknowledged} 项；其间答复 503 的 ${figures.refused} 次，其他 0；丢失 0，重复 0，残缺 0；恢复最慢 ${Math.round(figures.slowestRecovery)} 毫秒`,
    );
});

it('ends with a sentence when the database cannot be started again', { timeout: 120_000 }, async () => {
  const postmaster = world.postmaster();
  renameSync(path.join(world.cluster, 'global/pg_control'), path.join(world.cluster, 'global/pg_control.away'));
  process.kill(postmaster, 'SIGKILL');
  expect(await isGoneWithin(postmaster, 10_000)).toBe(true);
  await world.node.ended;
  expect(world.node.exitCode).toBe(1);
  expect(world.node.output()).toContain('E_DATABASE_LOST');
  expect(world.node.output()).not.toMatch(/^\s+at .+:\d+/m);
});
