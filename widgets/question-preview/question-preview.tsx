import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Radio, Skeleton } from 'antd';
import { type ReactNode, useId } from 'react';
import { queryKeys } from '../../engine/client/index.ts';
import type { QueryAnswer, WireRecord } from '../../engine/model/wire/index.ts';
import { FaultBlock, HtmlText, useEngine, type WidgetProps } from '../../engine/react/index.ts';
import { questionFields, questionOf, type ShownQuestion } from './question-of.ts';
import './question-preview.css';
import { useQuestionText } from './use-question-text.ts';

/** A question as students see it: nothing of its answer, and what is tried in it is kept nowhere. */
export function QuestionPreview({ page, record }: WidgetProps) {
  return record === undefined ? null : <Preview key={record.id} id={record.id} page={page} />;
}

function Preview({ id, page }: { readonly id: string; readonly page: string }) {
  const { client } = useEngine();
  const path = '/v1/question/view';
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.record('question', page, path, id, questionFields),
    queryFn: ({ signal }) => client.callAt<WireRecord>(path, { id, fields: questionFields }, { signal, quiet: true }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  return (
    <div className="question-preview">
      <OneQuestion question={questionOf(data)} />
      {data.kind === 'composite' ? <Subs id={id} page={page} /> : null}
    </div>
  );
}

function Subs({ id, page }: { readonly id: string; readonly page: string }) {
  const t = useQuestionText();
  const { client } = useEngine();
  const path = '/v1/question/query';
  const where = { and: [{ field: 'parentId', op: 'eq', value: id }] };
  const body = { where, fields: questionFields, sort: ['subNo'], size: 20, count: 'none' };
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.rows('question', page, path, body),
    queryFn: ({ signal }) => client.callAt<QueryAnswer>(path, body, { signal, quiet: true }),
  });
  if (error !== null) return <FaultBlock error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active />;
  if (data.list.length === 0) return <p className="engine-quiet">{t('noSubs')}</p>;
  return (
    <ol className="question-preview-subs">
      {data.list.map((sub) => (
        <li key={sub.id}>
          <OneQuestion question={questionOf(sub)} />
        </li>
      ))}
    </ol>
  );
}

function OneQuestion({ question }: { readonly question: ShownQuestion }) {
  const t = useQuestionText();
  const name = useId();
  return (
    <article aria-labelledby={name}>
      <div id={name} className="question-preview-stem">
        {question.number}
        <HtmlText html={question.stem.html} addresses={question.stem.addresses} />
        <span className="engine-quiet">{t('score', { count: question.score })}</span>
      </div>
      <Answer question={question} name={name} />
    </article>
  );
}

const one = new Set(['single', 'judge']);
const several = new Set(['multiple', 'indefinite']);

/** Where a student answers. */
function Answer({ question, name }: { readonly question: ShownQuestion; readonly name: string }): ReactNode {
  const t = useQuestionText();
  const { kind, options, gaps } = question;
  const choices = options.map(({ id, html, addresses }, place) => ({
    value: id,
    label: (
      <span className="question-preview-option">
        {`${String.fromCharCode(65 + place)}. `}
        <HtmlText html={html} addresses={addresses} />
      </span>
    ),
  }));
  if (one.has(kind))
    return <Radio.Group aria-labelledby={name} className="question-preview-options" options={choices} />;
  if (several.has(kind))
    return (
      <fieldset className="question-preview-choices" aria-labelledby={name}>
        <Checkbox.Group className="question-preview-options" options={choices} />
      </fieldset>
    );
  if (kind === 'blank')
    return Array.from({ length: gaps }, (_, place) => t('gap', { place: place + 1 })).map((label) => (
      <Input key={label} className="question-preview-gap" aria-label={label} placeholder={label} />
    ));
  if (kind === 'composite') return null;
  return <Input.TextArea aria-labelledby={name} placeholder={t('answer')} rows={4} />;
}
