import { fileRuleOf } from '../../../fields/checks/file-rule.ts';
import type { EntityDocument, EntityField } from '../../../generated/documents.ts';
import { documentText } from '../../../texts/document-text.ts';
import type { At, Checker } from '../../checker/checker.ts';

/**
 * What is played is a sound or a film that its reader may open; a watermark needs a picture to stand on, captions are
 * another field's, and the parts of a stream are of use together alone.
 */
export function checkPlay(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  const { play, guarded, type } = field;
  const kinds = fileRuleOf(field)?.kinds ?? [];
  if (kinds.includes('stream') && (type !== 'files' || play === undefined))
    checker.expect(documentText('check.play.fieldOfFilesWithPlay'), type, [...at, 'kinds']);
  if (play === undefined) return;
  const here = [...at, 'play'];
  const isFilm = kinds.includes('video') || kinds.includes('stream');
  if (!isFilm && !kinds.includes('audio')) checker.expect(documentText('check.play.fieldOfFilesThatMayBe'), type, here);
  if (play.watermark === true && !isFilm)
    checker.expect(documentText('check.play.fieldThatMayBeVideo'), 'watermark', [...here, 'watermark']);
  if (guarded === true) checker.expect(documentText('check.play.noGuardedFieldItsOperationsPlay'), 'guarded', here);
  checkCaptions(play.captions, entity, checker, [...here, 'captions']);
}

function checkCaptions(captions: string | undefined, { fields }: EntityDocument, checker: Checker, at: At): void {
  if (captions === undefined) return;
  const known = fields.find(({ key }) => key === captions);
  if (known?.kinds?.length !== 1 || known.kinds[0] !== 'captions' || known.guarded === true)
    checker.expect(documentText('check.play.fieldOfEntityThatHoldsCaptions'), captions, at);
}
