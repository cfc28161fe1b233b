// Part of `npm run dev`: what the next server would do before it connects, done while nobody waits for it. What a change
// leaves as it is, files of the program as well as documents, is there then.
import { loadConfig } from './config/config.ts';
import { servedDocuments } from './product/documents.ts';

try {
  servedDocuments(loadConfig().schemasDir);
} catch {
  // The server itself will tell what is wrong.
}
