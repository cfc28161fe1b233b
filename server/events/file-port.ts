import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import type { OutboxPort } from './outbox.ts';

/**
 * A port for trying things out: every message becomes a file named for its key, so that one delivered twice is still
 * there once. For products that have no way out yet, and for tests.
 */
export function filePort(key: string, folder: string): OutboxPort {
  return {
    key,
    async deliver({ idempotencyKey, payload }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const place = path.join(folder, `${idempotencyKey}.json`);
      const file = await open(`${place}.part`, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(payload)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${place}.part`, place);
    },
  };
}
