import type { FrozenQuestion } from '../../../domain/exam/index.ts';
import { day } from '../values/calendar.ts';
import { demoId } from '../values/demo-ids.ts';
import type { World } from '../world/world.ts';
import { addAttempts, type DemoPaper } from './attempt-rows.ts';
import type { DemoQuestion } from './question-rows.ts';

/** Writes two papers of past questions, one published and one in the making, and a catalogue of three levels. */
export function addPapers(questions: readonly DemoQuestion[], world: World): void {
  const at = world.now - 30 * day;
  const types = paperTypes.map((type, place) =>
    addRow(world, 'paper_type', at, { ...type, sortNo: place + 1, enabled: true }),
  );
  const law = questions.filter(({ track }) => track === 'fs');
  const paper: Head = { name: '法硕联考真题卷（一）', track: 'fs', year: 2024, status: 'published', passScore: 20 };
  const { id: paperId } = addPaper(paper, types[0] ?? '', law, at, world);
  const language = questions.filter(({ track, status }) => track === 'ky' && status === 'published');
  const draft: Head = { name: '考研政治真题卷（一）', track: 'ky', year: 2025, status: 'draft', passScore: null };
  addPaper(draft, types[0] ?? '', language, at + 20 * day, world);
  addCatalog(law, paperId, at, world);
  const mock: Head = {
    name: '法硕全真模考卷（一）',
    track: 'fs',
    year: 2026,
    status: 'published',
    passScore: 20,
    kind: 'mock',
  };
  const window = { startAt: at + 20 * day, endAt: world.now + 5 * day };
  addAttempts(addPaper({ ...mock, ...window }, types[1] ?? '', law, at + 15 * day, world), world);
}

const paperTypes = [
  { code: 'past', name: '历年真题', kind: 'past_paper', durationMinutes: 120, needMarking: true, allowRepeat: true },
  { code: 'mock', name: '全真模考', kind: 'mock', durationMinutes: 180, needMarking: true, allowRepeat: false },
  { code: 'daily', name: '每日一练', kind: 'daily', durationMinutes: 15, needMarking: false, allowRepeat: true },
];

type Head = {
  readonly name: string;
  readonly track: string;
  readonly year: number;
  readonly status: 'draft' | 'published';
  readonly passScore: number | null;
  readonly kind?: 'mock';
  readonly startAt?: number;
  readonly endAt?: number;
};

function addPaper(head: Head, typeId: string, questions: readonly DemoQuestion[], at: number, world: World): DemoPaper {
  const sections = [
    { title: '一、客观题', questions: questions.filter(({ options }) => options !== undefined) },
    { title: '二、其他', questions: questions.filter(({ options }) => options === undefined) },
  ].filter((section) => section.questions.length > 0);
  const isPublished = head.status === 'published';
  const frozen = sections.map((section) => ({ ...section, questions: section.questions.map(frozenOf) }));
  const id = demoId(at, world.random);
  world.add('paper', {
    ...{ id, createdAt: at, createdBy: world.organisation.byAccount('teacher').id, ...head },
    ...{
      paperNo: world.numbers.paper.next(at),
      projectId: questions[0]?.projectId ?? null,
      typeId,
      kind: head.kind ?? 'past_paper',
    },
    ...{ durationMinutes: 120, showAnswer: 'now', edition: 1, publishedAt: isPublished ? at + day : null },
    snapshot: isPublished ? JSON.stringify(frozen) : null,
  });
  for (const [index, section] of sections.entries()) {
    const sectionId = addRow(world, 'paper_section', at, { paperId: id, place: index + 1, title: section.title });
    for (const [place, { id: questionId, score }] of section.questions.entries())
      addRow(world, 'paper_question', at, { sectionId, place: place + 1, questionId, score });
  }
  return { id, projectId: questions[0]?.projectId ?? '', passScore: head.passScore ?? 0, sections: frozen };
}

/** A question as it is kept by a published paper. */
function frozenOf(question: DemoQuestion): FrozenQuestion {
  const { id, questionNo, kind, stem, score, modelAnswer, analysis, options = [], optionIds, criteria = [] } = question;
  return {
    ...{
      id,
      parentId: null,
      no: questionNo,
      kind,
      stem: `<p>${stem}</p>`,
      score,
      partialRule: 'half',
      answerVersion: 1,
    },
    modelAnswer: modelAnswer === undefined ? null : `<p>${modelAnswer}</p>`,
    analysis: analysis === undefined ? null : `<p>${analysis}</p>`,
    options: options.map((option, index) => ({
      id: optionIds[index] ?? '',
      content: `<p>${option.replace('*', '')}</p>`,
      correct: option.startsWith('*'),
    })),
    blanks: question.blanks ?? [],
    criteria: criteria.map(([content, points]) => ({ content, score: points })),
    subs: [],
  };
}

/** 法硕真题, its year, and a leaf with the questions and the paper. */
function addCatalog(questions: readonly DemoQuestion[], paperId: string, at: number, world: World): void {
  const projectId = questions[0]?.projectId ?? '';
  let parent: { readonly id: string; readonly path: string } | undefined;
  for (const name of ['法硕真题', '2024 年', '刑法学']) {
    const id = demoId(at, world.random);
    const path: string = `${parent?.path ?? '/'}${id}/`;
    world.add('exam_catalog', {
      ...{
        id,
        createdAt: at,
        createdBy: null,
        name,
        projectId,
        parentId: parent?.id ?? null,
        usage: 'past_paper',
        path,
      },
      ...{ classTypeIds: [], free: false, sortNo: 1, status: 'published' },
    });
    parent = { id, path };
  }
  const catalogId = parent?.id ?? '';
  for (const [index, { id: questionId }] of questions.entries())
    addRow(world, 'catalog_question', at, { catalogId, place: index + 1, questionId });
  addRow(world, 'catalog_paper', at, { catalogId, place: 1, paperId });
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
