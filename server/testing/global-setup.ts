import path from 'node:path';
import type { TestProject } from 'vitest/node';
import type { DocumentSet } from '../../engine/model/documents/index.ts';
import { bootstrapDatabase, type RoleUrls, userOf, withDatabase } from '../db/bootstrap/bootstrap.ts';
import { connectDatabase } from '../db/connection/connect.ts';
import type { EmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { createIndexes, createTables } from '../db/tables/tables.ts';
import { createProtection } from '../kernel/crypto/protection.ts';
import { readDocuments } from '../product/documents.ts';
import { migrations } from '../product/migrations.ts';
import { seedContext } from '../seed/seed-context.ts';
import { type BuiltServer, buildServer } from './built/built-server.ts';
import { startTestCluster } from './cluster.ts';
import { type CompanyIds, fillCompany } from './company.ts';

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
    /** Ids of the rows in the database `company`, by name. */
    company: CompanyIds;
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
  // Beside the database: neither needs the other.
  const building = buildServer();
  building.catch(() => undefined);
  try {
    cluster = await startTestCluster();
    const urls = await bootstrapDatabase({ adminUrl: cluster.superuserUrl, database: 'shipped', secretKey });
    const { documents } = readDocuments(path.resolve(import.meta.dirname, '../../schemas'));
    await createTables({ urls, documents, migrations });
    await createIndexes({ urls, documents });
    project.provide('company', await makeCompany(cluster.superuserUrl, urls, documents));
    project.provide('cluster', { superuserUrl: cluster.superuserUrl, ...urls, secretKey });
    built = await building;
    project.provide('built', built.folder);
  } catch (error) {
    built = await building.catch(() => undefined);
    await teardown();
    throw error;
  }
}

/** Makes the database `company`: a copy of the shipped one, with the rows of a small company in it. */
async function makeCompany(superuserUrl: string, urls: RoleUrls, documents: DocumentSet): Promise<CompanyIds> {
  const superuser = connectDatabase({ url: superuserUrl, max: 1 });
  await superuser.pool.query(`create database company template shipped owner ${userOf(urls.migratorUrl)}`);
  await superuser.close();
  const { db, close } = connectDatabase({ url: withDatabase(urls.appUrl, 'company'), max: 2 });
  const now = new Date().toISOString();
  const ids = await fillCompany(seedContext({ documents, db, protection: createProtection(secretKey), now }));
  await close();
  return ids;
}

/** Stops and removes it again. */
export async function teardown(): Promise<void> {
  built?.remove();
  await cluster?.stop();
}
