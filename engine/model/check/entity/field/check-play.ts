import { fileRuleOf } from '../../../fields/checks/file-rule.ts';
import type { EntityDocument, EntityField } from '../../../generated/documents.ts';
import type { At, Checker } from '../../checker/checker.ts';

/**
 * What is played is a sound or a film that its reader may open; a watermark needs a picture to stand on, captions are
 * another field's, and the parts of a stream are of use together alone.
 */
export function checkPlay(field: EntityField, entity: EntityDocument, checker: Checker, at: At): void {
  const { play, guarded, type } = field;
  const kinds = fileRuleOf(field)?.kinds ?? [];
  if (kinds.includes('stream') && (type !== 'files' || play === undefined))
    checker.expect(['写了 play 的 files 字段：切片是几个文件', 'a field of files with play'], type, [...at, 'kinds']);
  if (play === undefined) return;
  const here = [...at, 'play'];
  const isFilm = kinds.includes('video') || kinds.includes('stream');
  if (!isFilm && !kinds.includes('audio'))
    checker.expect(['可以是音频、视频的 file、files 字段', 'a field of files that may be audio or video'], type, here);
  if (play.watermark === true && !isFilm)
    checker.expect(['可以是视频的字段', 'a field that may be video'], 'watermark', [...here, 'watermark']);
  if (guarded === true)
    checker.expect(['guarded 的文件只经业务操作播放', 'no guarded field: its operations play it'], 'guarded', here);
  checkCaptions(play.captions, entity, checker, [...here, 'captions']);
}

function checkCaptions(captions: string | undefined, { fields }: EntityDocument, checker: Checker, at: At): void {
  if (captions === undefined) return;
  const known = fields.find(({ key }) => key === captions);
  if (known?.kinds?.length !== 1 || known.kinds[0] !== 'captions' || known.guarded === true)
    checker.expect(
      ['本实体里 kinds 只有 captions 的 file、files 字段', 'a field of the entity that holds captions alone'],
      captions,
      at,
    );
}
