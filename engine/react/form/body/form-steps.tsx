import { Steps } from 'antd';
import { useText } from '../../host/engine-context.tsx';
import { useDesignMark, usePageDesign } from '../../host/page-design.tsx';
import { useOfSession } from '../session/form-parts.tsx';
import type { ArrangedProps } from './form-tabs.tsx';
import type { Arrange } from './use-arrange.ts';

/** The sections of a form as steps: where one is, what is behind and ahead. What was reached may be gone back to. */
export function FormSteps({ parts, arrange, draw }: ArrangedProps) {
  const t = useText();
  const { sections, index, reached } = arrange;
  const { session } = parts;
  const isDesigned = usePageDesign() !== undefined;
  const mark = useDesignMark();
  const faults = useOfSession(session, () => sections.map(({ key }) => session.faultsIn(key)).join())?.split(',') ?? [];
  return (
    <>
      <nav aria-label={t('engine.form.steps')} className="engine-form-steps">
        <Steps
          size="small"
          current={index}
          onChange={(to) => (isDesigned ? arrange.show(sections[to]?.key ?? '') : goTo(arrange, to))}
          items={sections.map((section, at) => ({
            // The step that is open is marked where its fields are.
            title: <span {...(at === index ? {} : mark('sections', section.key))}>{section.title ?? section.key}</span>,
            disabled: at > reached && !isDesigned,
            ...statusOf(at, index, Number(faults[at])),
          }))}
        />
        <p className="engine-said" role="status">
          {t('engine.form.stepOf', { step: index + 1, count: sections.length })} {sections[index]?.title}
        </p>
      </nav>
      {sections.map((section) => (
        <div key={section.key} hidden={section.key !== arrange.open}>
          {draw(section)}
        </div>
      ))}
    </>
  );
}

function statusOf(at: number, index: number, faults: number): { readonly status?: 'error' | 'process' | 'finish' } {
  if (faults > 0) return { status: 'error' };
  return at === index ? { status: 'process' } : {};
}

/** Back is free; ahead the way leads over what is open, which must be right. */
function goTo(arrange: Arrange, to: number): void {
  const { index, sections } = arrange;
  const target = sections[to];
  if (target === undefined || to === index) return;
  if (to < index) arrange.show(target.key);
  else arrange.next(target.key);
}
