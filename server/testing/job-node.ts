// A node of its own process for tests that kill it: works on jobs until it dies.

import { readDocuments } from '../product/documents.ts';
import { countingKind } from './counting-job.ts';
import { startJobWorker } from './job-worker.ts';

const {
  TEST_DATABASE: name = '',
  TEST_URL: appUrl = '',
  TEST_KEY: secretKey = '',
  TEST_SCHEMAS: folder = '',
} = process.env;
startJobWorker(
  readDocuments(folder).documents,
  { name, appUrl, secretKey },
  { kinds: [countingKind], leaseSeconds: 1 },
);
process.stdout.write('working\n');
