import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

type Found = {
  readonly violations: readonly {
    readonly id: string;
    readonly impact?: string | null;
    readonly nodes: readonly { readonly html: string }[];
  }[];
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Serious and critical faults of accessibility on the page as it stands, each with the first element it names. What
 * comes or goes while it is judged, such as an alert fading in, is judged once more when it has arrived.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const faults = await faultsAtRest(page);
  if (faults.length === 0) return faults;
  const still = await faultsAtRest(page);
  return faults.filter((fault) => still.includes(fault));
}

async function faultsAtRest(page: Page): Promise<readonly string[]> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // Run by the test tool, not by the page: its content policy stays as it is.
  await page.evaluate(axeSource);
  const found: Found = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  return found.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''} (${violation.nodes.length})`);
}
