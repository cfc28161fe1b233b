import { Readable } from 'node:stream';
import type { SentImage } from '../../../contract/student-app.ts';
import { firstImpression, peek } from '../../files/recognise-file.ts';
import { savedUpload, typeWithin } from '../../files/upload.ts';
import { refuse } from '../../kernel/errors/app-error.ts';
import type { RuleContext } from '../../kernel/operation/domain-rules.ts';

const maxBytes = 1_048_576;
const rule = { kinds: ['image'] as const };

/** Keeps the pictures that come with an event; answers their ids, for the row that is to take them. */
export async function keepImages(images: readonly SentImage[], context: RuleContext): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const image of images) ids.push(await keepImage(image, context));
  return ids;
}

async function keepImage({ name, content }: SentImage, context: RuleContext): Promise<string> {
  const { files } = context.services;
  const { head, whole } = await peek(Readable.from([Buffer.from(content, 'base64')]));
  if (head.length === 0) throw refuse('E_FILE_EMPTY');
  const stored = await files.write(whole, maxBytes);
  try {
    const type = await typeWithin(rule, firstImpression(head), stored, name, files);
    return (await savedUpload(name, type, stored, context)).id;
  } catch (error) {
    await files.remove(stored.key);
    throw error;
  }
}
