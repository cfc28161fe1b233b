import { drawAny, drawPng, maxCodesPerMinute, usualCode } from '../../contract/codes.ts';
import { RateLimit } from '../kernel/limits/rate-limit.ts';
import { type CallerOperation, implement } from '../kernel/operation/operation.ts';
import { drawCode } from './draw-code.ts';

/** Drawing QR codes: version 1 a PNG of a size, version 2 also as SVG, with level and margin. */
export function codeOperations(): readonly CallerOperation[] {
  const limit = new RateLimit(maxCodesPerMinute);
  return [
    implement(drawPng, ({ content, size }, { caller }) => {
      limit.take(caller.staffId, Date.now());
      return drawCode({ ...usualCode, content, size: size ?? usualCode.size });
    }),
    implement(drawAny, ({ content, size, format, level, margin }, { caller }) => {
      limit.take(caller.staffId, Date.now());
      return drawCode({
        content,
        size: size ?? usualCode.size,
        format: format ?? usualCode.format,
        level: level ?? usualCode.level,
        margin: margin ?? usualCode.margin,
      });
    }),
  ];
}
