import { type SampleAnswer, SampleRefusal } from '../../fixtures/index.ts';
import { isJsonObject } from '../../model/json/index.ts';

/** Whom one may look as, and why they are not told. */
export const people: { all: { id: string; name: string }[]; refusal?: 'E_SERVER' | 'E_NO_PERMISSION' } = {
  all: [
    { id: 'p1', name: '陈一鸣' },
    { id: 'p2', name: '林晓岚' },
  ],
};

/** Answers those whose names hold what is looked for. */
export const peopleAnswer: SampleAnswer = ({ where }) => {
  if (people.refusal !== undefined) throw new SampleRefusal(people.refusal);
  return { list: people.all.filter(({ name }) => (isJsonObject(where) ? name.includes(String(where.search)) : true)) };
};
