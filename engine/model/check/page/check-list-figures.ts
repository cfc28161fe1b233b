import { sourcesOfMeasure } from '../../dataset/figure-time.ts';
import { linksOf } from '../../dataset/links-of.ts';
import type { FigureCard, ListPage } from '../../generated/documents.ts';
import { checkText } from '../../texts/check-text.ts';
import type { At, Checker } from '../checker/checker.ts';
import { checkCard } from './check-card.ts';

/** Checks the numbers above a list. */
export function checkListFigures(page: ListPage, checker: Checker): void {
  checker.uniqueKeys(page.figures, ['figures']);
  for (const [index, figure] of (page.figures ?? []).entries())
    checkListFigure(figure, page, checker, ['figures', index]);
}

/** Checks a number above a list: it follows the list's conditions, so it counts the rows listed, and leads to them. */
function checkListFigure(figure: FigureCard, page: ListPage, checker: Checker, at: At): void {
  checkCard(figure, checker, at);
  const dataset = checker.documents.datasets.get(figure.dataset);
  if (dataset === undefined) return;
  const counted = [dataset.entity, ...sourcesOfMeasure(figure.measure, dataset).map(({ entity }) => entity)];
  const other = counted.find((entity) => entity !== page.entity);
  if (other !== undefined)
    checker.expect(
      checkText('check.listFigures.measureOfRowsOf', { entity: page.entity }),
      `${figure.measure}（${other}）`,
      [...at, 'measure'],
    );
  const elsewhere = linksOf(figure.link).find((link) => link.page !== page.name);
  if (elsewhere !== undefined)
    checker.expect(checkText('check.listFigures.thisList', { page: page.name }), elsewhere.page, [
      ...at,
      'link',
      'page',
    ]);
}
