import { describe, expect, it } from 'vitest';
import { linkageOrder } from './linkage-order.ts';
import { parseExpression } from './parse.ts';

function node(key: string, source: string, settles: readonly string[] = [key]) {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new TypeError(source);
  return { key, expressions: [outcome.expression], settles };
}

const keysOf = (order: ReturnType<typeof linkageOrder>) => order.steps.map((step) => step.node.key);

describe('the order of linkage', () => {
  it('puts what settles a value before what reads it, through several steps', () => {
    const order = linkageOrder(
      [
        node('total', 'form.net + form.tax'),
        node('tax', 'form.net * 0.06'),
        node('net', 'form.price * form.count'),
        node('large', 'form.total > 100', []),
      ],
      'form',
    );
    expect(keysOf(order)).toEqual(['net', 'tax', 'total', 'large']);
    expect(order.cycle).toBeUndefined();
  });

  it('leaves independent nodes as they were written', () => {
    const order = linkageOrder([node('b', 'form.x'), node('a', 'form.x'), node('c', 'record.a')], 'form');
    expect(keysOf(order)).toEqual(['b', 'a', 'c']);
  });

  it('says what each reads below its root, once', () => {
    const [step] = linkageOrder([node('a', 'form.x + form.x + record.y == form.owner.name ? 1 : 2')], 'form').steps;
    expect(step?.reads).toEqual(['x', 'owner']);
  });

  it('names the keys of a circle and still orders everything', () => {
    const order = linkageOrder(
      [node('free', 'form.b'), node('a', 'form.c'), node('b', 'form.a'), node('c', 'form.b')],
      'form',
    );
    expect(order.cycle).toEqual(['b', 'a', 'c', 'b']);
    expect(new Set(keysOf(order))).toEqual(new Set(['free', 'a', 'b', 'c']));
  });

  it('takes a node that reads what it settles for a circle', () => {
    expect(linkageOrder([node('a', 'form.a + 1')], 'form').cycle).toEqual(['a', 'a']);
    expect(linkageOrder([node('rule', "form.kind == 'x'", ['kind'])], 'form').cycle).toEqual(['rule', 'rule']);
  });

  it('waits for every rule that settles a field', () => {
    const order = linkageOrder(
      [node('reader', 'form.x', []), node('first', 'form.p', ['x']), node('second', 'form.q', ['x'])],
      'form',
    );
    expect(keysOf(order)).toEqual(['first', 'second', 'reader']);
  });
});
