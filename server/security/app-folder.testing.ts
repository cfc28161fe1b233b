import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A folder as the build leaves it, with a secret beside it; answers where the app lies. */
export function appFolder(folder: string): string {
  const app = path.join(folder, 'app');
  mkdirSync(path.join(app, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'secret.key'), 'the-secret-beside');
  writeFileSync(path.join(app, 'secret.key'), 'the-secret-beside');
  writeFileSync(path.join(app, 'assets', 'app.js'), 'the-app');
  writeFileSync(
    path.join(app, 'index.html'),
    '<!doctype html><title>__PRODUCT__</title><meta name="build" content="__BUILD__"><meta name="nonce" content="__CSP_NONCE__">',
  );
  return app;
}
