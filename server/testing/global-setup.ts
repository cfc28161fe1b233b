import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bootstrapDatabase } from '../db/bootstrap/bootstrap.ts';
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { createIndexes, createTables } from '../db/tables/tables.ts';
import { readDocuments } from '../product/documents.ts';
import { migrations } from '../product/migrations.ts';
import { type BuiltServer, buildServer } from './built/built-server.ts';
import { startTestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the built server, see `builtProgram`. */
    built: string;
    /** The cluster all server tests share, and the database they copy. */
    cluster: {
      readonly superuserUrl: string;
      readonly migratorUrl: string;
      readonly appUrl: string;
      readonly secretKey: string;
    };
  }
}

const secretKey = 'a key for tests only, never for data';
let cluster: EmbeddedPostgres | undefined;
let built: BuiltServer | undefined;

/**
 * Starts one PostgreSQL for all server tests, makes the database that every test file copies, and builds the server that
 * runs as a process of its own.
 */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startTestCluster();
  try {
    built = await buildServer();
    project.provide('built', built.folder);
    const urls = await bootstrapDatabase({ adminUrl: cluster.superuserUrl, database: 'shipped', secretKey });
    const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../schemas'));
    await createTables({ urls, documents, migrations });
    await createIndexes({ urls, documents });
    project.provide('cluster', { superuserUrl: cluster.superuserUrl, ...urls, secretKey });
  } catch (error) {
    await teardown();
    throw error;
  }
}

/** Stops and removes it again. */
export async function teardown(): Promise<void> {
  built?.remove();
  await cluster?.stop();
}
