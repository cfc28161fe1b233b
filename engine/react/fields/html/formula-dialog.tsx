import { Button, type GetRef, Input, Modal, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { maxFormula } from '../../../model/fields/index.ts';
import { useText } from '../../host/engine-context.tsx';
import type { TextKey } from '../../texts/text.ts';
import { drawFormula } from './draw-formula.ts';

/** A formula as it is filled in. */
export type Formula = { readonly latex: string; readonly isBlock: boolean };

/** Parts of formulas to begin with, for who does not know LaTeX. */
const parts: readonly (readonly [title: TextKey, latex: string])[] = [
  ['engine.html.fraction', '\\frac{a}{b}'],
  ['engine.html.root', '\\sqrt{x}'],
  ['engine.html.superscript', 'x^{2}'],
  ['engine.html.subscript', 'x_{1}'],
  ['engine.html.sum', '\\sum_{i=1}^{n} x_i'],
  ['engine.html.integral', '\\int_{a}^{b} f(x)\\,dx'],
  ['engine.html.cases', '\\begin{cases} x, & x > 0 \\\\ 0, & x \\le 0 \\end{cases}'],
  ['engine.html.matrix', '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}'],
];

type FormulaDialogProps = {
  readonly formula: Formula;
  readonly isNew: boolean;
  readonly onSave: (formula: Formula) => void;
  readonly onClose: () => void;
};

/** Fills in a formula as LaTeX, and shows how it will look. */
export function FormulaDialog({ formula, isNew, onSave, onClose }: FormulaDialogProps) {
  const t = useText();
  const first = useRef<GetRef<typeof Input.TextArea>>(null);
  const [latex, setLatex] = useState(formula.latex);
  const [isBlock, setBlock] = useState(formula.isBlock);
  const [fault, setFault] = useState<string>();
  const preview = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (preview.current !== null) setFault(drawFormula(preview.current, latex, isBlock));
  }, [latex, isBlock]);
  const isTooLong = [...latex].length > maxFormula;
  return (
    <Modal
      open
      title={t(isNew ? 'engine.html.insertFormula' : 'engine.html.editFormula')}
      onCancel={onClose}
      // What was clicked in the text has the keyboard until then.
      afterOpenChange={(isOpen) => isOpen && first.current?.focus()}
      onOk={() => onSave({ latex: latex.trim(), isBlock })}
      okText={t('engine.html.confirm')}
      okButtonProps={{ disabled: latex.trim() === '' || isTooLong || fault !== undefined }}
      cancelText={t('engine.cancel')}
    >
      <div className="engine-html-parts">
        {parts.map(([title, part]) => (
          <Button key={title} size="small" onClick={() => setLatex((before) => `${before}${before && ' '}${part}`)}>
            {t(title)}
          </Button>
        ))}
      </div>
      <Input.TextArea
        ref={first}
        aria-label={t('engine.html.latex')}
        value={latex}
        onChange={(event) => setLatex(event.target.value)}
        rows={4}
        count={{ show: true, max: maxFormula, strategy: (typed) => [...typed].length }}
        spellCheck={false}
      />
      <Radio.Group
        className="engine-html-choice"
        aria-label={t('engine.html.formulaPlace')}
        value={isBlock}
        disabled={!isNew}
        onChange={(event) => setBlock(event.target.value)}
        options={[
          { value: false, label: t('engine.html.inLine') },
          { value: true, label: t('engine.html.ownLine') },
        ]}
      />
      <div ref={preview} className="engine-html-preview" role="img" aria-label={t('engine.html.preview')} />
      {fault === undefined || latex.trim() === '' ? null : (
        <p className="engine-html-fault" role="alert">
          {t('engine.html.formulaFault', { reason: fault })}
        </p>
      )}
    </Modal>
  );
}
