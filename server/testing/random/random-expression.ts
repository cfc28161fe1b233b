import fc from 'fast-check';

/** A type the random expressions are made for. */
export type RandomType = 'bool' | 'number' | 'text' | 'moment' | 'day' | 'reference';

/** Ids that rows, users and literals share, so that some of them meet. */
export const ids = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const;

type Source = fc.Arbitrary<string>;
type Sources = Readonly<Record<RandomType, Source>>;

const oneOf = (...sources: readonly string[]): Source => fc.constantFrom(...sources);
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const made = (parts: readonly Source[], write: (...texts: string[]) => string): Source =>
  fc.tuple(...parts).map((texts) => write(...texts));
const operation = (left: Source, operators: readonly string[], right: Source): Source =>
  made([left, oneOf(...operators), right], (a, operator, b) => `(${a} ${operator} ${b})`);
const call = (names: readonly string[], ...args: readonly Source[]): Source =>
  made([oneOf(...names), ...args], (name, ...texts) => `${name}(${texts.join(', ')})`);

const equality = ['==', '!='];
const order = [...equality, '<', '<=', '>', '>='];
const texts = ['', 'a', 'Ab ', 'deal', '王小明', "O'Neil", '😀', '\u{e000}', '100%', '\\', '2026-03-01', '\u3000 x\t'];

/** What an expression may be without being made of others. */
const leaves: Sources = {
  bool: oneOf('true', 'false', 'record.locked', 'record.owner.active', 'user.isNew'),
  number: oneOf(
    ...['0', '1', '-1', '2', '0.5', '-2.5', '3', '0.0001', '86400000', '1000000000000000', '7.25'],
    ...['record.count', 'record.price', 'record.share', 'record.owner.level', 'user.level', 'user.none'],
  ),
  text: oneOf(...texts.map(quoted), 'record.name', 'record.note', 'record.owner.name', 'record.stage', 'user.name'),
  moment: oneOf(
    ...['now', 'record.at', 'record.endedAt', 'record.owner.since', 'user.since'],
    ...["'2026-03-01T08:00:00Z'", "'2026-03-01T16:00:00.001+08:00'", "'2026-02-28T23:59:59'", "'0001-01-01T00:00:00Z'"],
  ),
  day: oneOf(
    ...['record.day', 'record.due', 'record.owner.joinedOn', 'user.birthday'],
    ...["'2026-02-28'", "'2026-03-01'", "'9999-12-31'", "'0001-01-01'"],
  ),
  reference: oneOf('record.ownerId', 'record.helperId', 'user.id', 'user.departmentId', ...ids.map(quoted)),
};

function numbers(of: Sources): readonly Source[] {
  return [
    operation(of.number, ['+', '-', '*', '/'], of.number),
    made([of.number], (value) => `-(${value})`),
    call(['round', 'floor', 'ceil', 'abs', 'days', 'hours', 'minutes'], of.number),
    call(['min', 'max', 'coalesce'], of.number, of.number),
    call(['size'], fc.oneof(of.text, oneOf('record.poolIds', 'record.tags'))),
    call(['workTime'], of.moment, of.moment),
    call(['workSpan'], of.moment, of.number),
    call(['daysBetween', 'workDays'], fc.oneof(of.moment, of.day), fc.oneof(of.moment, of.day)),
    call(['year', 'month'], fc.oneof(of.moment, of.day)),
    operation(of.moment, ['-'], of.moment),
    operation(of.day, ['-'], of.day),
  ];
}

function conditions(of: Sources): readonly Source[] {
  const anything = fc.oneof(
    ...[of.bool, of.number, of.text, of.moment, of.day, of.reference],
    oneOf('record.mobile', 'record.tags', 'record.poolIds'),
  );
  return [
    operation(of.number, order, of.number),
    operation(of.text, order, of.text).filter(noStranger),
    operation(of.moment, order, of.moment),
    operation(of.moment, order, oneOf("'2026-03-01'", "'2026-02-28'")),
    operation(of.day, order, of.day),
    operation(of.bool, equality, of.bool),
    operation(of.reference, equality, of.reference),
    operation(oneOf('record.stage', 'record.formerStage'), equality, oneOf("'deal'", "'fresh'", 'record.stage')),
    operation(anything, equality, fc.constant('null')),
    operation(fc.constant('null'), equality, anything),
    ...['&&', '||'].map((operator) => operation(of.bool, [operator], of.bool)),
    made([of.bool], (condition) => `!(${condition})`),
    call(['contains', 'startsWith', 'endsWith'], of.text, of.text),
    call(['coalesce'], of.bool, of.bool),
    ...memberships(of),
  ];
}

// A field chosen from a dictionary compares with its values only, which the schema check sees to.
const noStranger = (source: string) => !source.includes('record.stage');

function memberships(of: Sources): readonly Source[] {
  const list = (item: Source) =>
    fc.array(fc.oneof({ weight: 6, arbitrary: item }, { weight: 1, arbitrary: fc.constant('null') }), { maxLength: 3 });
  const inList = (item: Source) =>
    fc.tuple(item, list(item)).map(([left, items]) => `(${left} in [${items.join(', ')}])`);
  return [
    inList(of.number),
    inList(of.text).filter(noStranger),
    inList(of.moment),
    inList(of.day),
    inList(of.reference),
    fc
      .array(oneOf("'deal'", "'fresh'", "'lost'"), { maxLength: 3 })
      .map((items) => `(record.stage in [${items.join(', ')}])`),
    operation(of.reference, ['in'], oneOf('record.poolIds', 'user.poolIds', 'user.noIds')),
    operation(of.text, ['in'], oneOf('record.tags', 'user.tags')),
    operation(of.number, ['in'], oneOf('record.tags')),
  ];
}

function chosen(of: Sources, type: RandomType): readonly Source[] {
  const some = of[type];
  const branch = fc.oneof({ weight: 8, arbitrary: some }, { weight: 1, arbitrary: fc.constant('null') });
  return [
    made([of.bool, some, branch], (test, a, b) => `(${test} ? ${a} : ${b})`),
    made([of.bool, branch, some], (test, a, b) => `(${test} ? ${a} : ${b})`),
    call(['coalesce'], some, branch),
  ];
}

/** Sources of expressions whose parts fit together, by type. */
export function typedSources(maxDepth: number): Sources {
  const { bool, number, text, moment, day, reference } = fc.letrec<Record<RandomType, string>>((tie) => {
    const of: Sources = {
      bool: tie('bool'),
      number: tie('number'),
      text: tie('text'),
      moment: tie('moment'),
      day: tie('day'),
      reference: tie('reference'),
    };
    const grown = (type: RandomType, parts: readonly Source[]) =>
      fc.oneof(
        { maxDepth, depthIdentifier: 'expression', withCrossShrink: true },
        leaves[type],
        ...parts,
        ...chosen(of, type),
      );
    const shifts = (time: Source) => [
      operation(time, ['+', '-'], of.number),
      operation(of.number, ['+'], time),
      call(['min', 'max'], time, time),
      call(['addWorkDays'], time, of.number),
    ];
    return {
      bool: grown('bool', conditions(of)),
      number: grown('number', numbers(of)),
      text: grown('text', [
        operation(of.text, ['+'], of.text),
        call(['lower', 'upper', 'trim'], of.text),
        call(['momentText'], of.moment),
        call(['capitals'], of.number),
      ]),
      moment: grown('moment', shifts(of.moment)),
      day: grown('day', [...shifts(of.day), call(['dayOf'], of.moment)]),
      reference: grown('reference', []),
    };
  });
  return { bool, number, text, moment, day, reference };
}

/** Sources of expressions put together without regard to types: some fit, most do not. */
export function untypedSources(): Source {
  const leaf = fc.oneof(
    ...Object.values(leaves),
    oneOf('null', 'record.tags', 'record.poolIds', 'record.mobile', '[]'),
  );
  return fc.letrec<{ any: string }>((tie) => {
    const any = tie('any');
    return {
      any: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'expression', withCrossShrink: true },
        leaf,
        operation(any, [...order, '&&', '||', '+', '-', '*', '/', 'in'], any),
        made([any], (value) => `!(${value})`),
        made([any], (value) => `-(${value})`),
        made([any, any, any], (test, a, b) => `(${test} ? ${a} : ${b})`),
        made([any, any], (left, item) => `(${left} in [${item}])`),
        call(
          [
            'size',
            'lower',
            'upper',
            'trim',
            'round',
            'abs',
            'days',
            'dayOf',
            'momentText',
            'year',
            'month',
            'capitals',
          ],
          any,
        ),
        call(
          ['contains', 'endsWith', 'min', 'max', 'coalesce', 'daysBetween', 'workDays', 'workTime', 'workSpan'],
          any,
          any,
        ),
        call(['addWorkDays'], any, any),
      ),
    };
  }).any;
}
