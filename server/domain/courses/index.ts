import type { DomainRules } from '../../kernel/operation/domain-rules.ts';
import { chapterRules, courseRules } from './course.ts';
import { materialRules } from './material.ts';
import { videoRules } from './video.ts';

export { videoProcessing } from './video.ts';

/** Rules of courses, their chapters, videos and materials. */
export const courseArea: readonly DomainRules[] = [courseRules, chapterRules, videoRules, materialRules];
