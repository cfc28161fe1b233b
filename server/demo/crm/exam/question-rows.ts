import { factsOf } from '../../../domain/exam/index.ts';
import { day, hour } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { World } from '../world/world.ts';
import { type QuestionText, type TrackTexts, trackTexts } from './question-texts.ts';

type Status = 'draft' | 'pending' | 'published' | 'offline';

/** Where the questions of a track stand, in their order; the first have been answered. */
const statuses: readonly Status[] = ['published', 'published', 'published', 'published', 'pending', 'draft'];
/** Of one track the last ones too are published, so that a paper has written questions. */
const paperTrack = 'fs';

/** A question of the demo as papers and catalogues take it up. */
export type DemoQuestion = QuestionText & {
  readonly id: string;
  readonly questionNo: string;
  readonly optionIds: readonly string[];
  readonly track: TrackTexts['track'];
  readonly projectId: string;
  readonly status: Status;
};

type Made = Pick<DemoQuestion, 'id' | 'questionNo' | 'optionIds'>;

type Placed = {
  readonly of: TrackTexts;
  readonly projectId: string;
  readonly status: Status;
  readonly at: number;
  readonly pointId: string | undefined;
  readonly parent?: { readonly id: string; readonly subNo: number };
};

/** Writes thirty past questions of five tracks with their points and labels. */
export function addQuestions(world: World): readonly DemoQuestion[] {
  const begun = world.now - 60 * day;
  const labelIds = ['高频', '易错'].map((name, place) =>
    addRow(world, 'exam_label', begun, {
      name,
      groupName: '考情',
      color: place === 0 ? '#cf1322' : '#d48806',
      enabled: true,
    }),
  );
  return trackTexts.flatMap((of, place) => {
    const projectId = world.organisation.projectId(of.project);
    const points = addPoints(of, projectId, begun, world);
    return of.questions.map((text, index) => {
      const isOffline = of.track === 'hd' && index === 3;
      const status = isOffline ? 'offline' : of.track === paperTrack ? 'published' : (statuses[index] ?? 'draft');
      const at = begun + (place * 6 + index) * 20 * hour;
      const question = { of, projectId, status, at, pointId: points[index % points.length] };
      const made = addQuestion(text, question, index === 0 ? labelIds : [], world);
      return { ...text, ...made, track: of.track, projectId, status };
    });
  });
}

/** The subject of a track with its chapters; answers the chapters. */
function addPoints(of: TrackTexts, projectId: string, at: number, world: World): readonly string[] {
  const subject = { name: of.subject, projectId, sortNo: 1, enabled: true };
  const parentId = demoId(at, world.random);
  world.add('exam_point', { id: parentId, createdAt: at, createdBy: null, ...subject, path: `/${parentId}/` });
  return of.chapters.map((name, place) => {
    const id = demoId(at, world.random);
    const row = {
      name,
      projectId,
      parentId,
      sortNo: place + 1,
      weight: place === 0 ? 'high' : 'middle',
      enabled: true,
    };
    world.add('exam_point', { id, createdAt: at, createdBy: null, ...row, path: `/${parentId}/${id}/` });
    return id;
  });
}

function addQuestion(text: QuestionText, placed: Placed, labelIds: readonly string[], world: World): Made {
  const { organisation, numbers, random, add } = world;
  const { of, projectId, status, at, pointId, parent } = placed;
  const id = demoId(at, random);
  const questionNo = numbers.question.next(at);
  const [author, reviewer] = [organisation.byAccount('teacher'), organisation.byAccount('teacher2')];
  const isReviewed = status === 'published' || status === 'offline';
  const done = isReviewed && parent === undefined && text.options !== undefined ? random.int(40, 400) : 0;
  add('question', {
    ...{ id, createdAt: at, createdBy: author.id, questionNo, projectId },
    ...{ track: of.track, source: 'past_paper', year: 2021 + random.int(0, 4), kind: text.kind },
    ...{ parentId: parent?.id ?? null, subNo: parent?.subNo ?? null, stem: `<p>${text.stem}</p>` },
    ...factsOf(text.stem),
    ...{
      modelAnswer: asHtml(text.modelAnswer),
      analysis: asHtml(text.analysis),
      score: text.score,
      partialRule: 'half',
    },
    ...{ difficulty: random.int(1, 5), pointIds: pointId === undefined ? [] : [pointId], labelIds, doneCount: done },
    ...{ correctCount: Math.floor(done * 0.62), answerVersion: 1, optionCount: text.options?.length ?? 0, status },
    ...{ submittedById: status === 'draft' ? null : author.id, reviewerId: isReviewed ? reviewer.id : null },
    reviewedAt: isReviewed ? at + day : null,
  });
  const optionIds = addParts(id, text, at, world);
  for (const [place, sub] of (text.subs ?? []).entries())
    addQuestion(sub, { ...placed, parent: { id, subNo: place + 1 } }, [], world);
  return { id, questionNo, optionIds };
}

/** The rows a question consists of; answers the ids of its options. */
function addParts(questionId: string, text: QuestionText, at: number, world: World): readonly string[] {
  const optionIds = (text.options ?? []).map((option, index) => {
    const isCorrect = option.startsWith('*');
    const content = `<p>${isCorrect ? option.slice(1) : option}</p>`;
    return addRow(world, 'question_option', at, { questionId, place: index + 1, content, correct: isCorrect });
  });
  for (const [index, accepted] of (text.blanks ?? []).entries())
    addRow(world, 'question_blank', at, { questionId, place: index + 1, accepted });
  for (const [index, [content, score]] of (text.criteria ?? []).entries())
    addRow(world, 'question_criterion', at, { questionId, place: index + 1, content, score });
  return optionIds;
}

function addRow(
  world: World,
  entity: string,
  at: number,
  values: Readonly<Record<string, string | number | boolean>>,
): string {
  const id = demoId(at, world.random);
  world.add(entity, { id, createdAt: at, createdBy: null, ...values });
  return id;
}

function asHtml(text: string | undefined): string | null {
  return text === undefined ? null : `<p>${text}</p>`;
}
