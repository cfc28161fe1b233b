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

/** Rules whose answer depends on colours; the others look at what is there, which is the same in every look. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/**
 * Serious and critical faults of accessibility on the page as it stands, each with the first element it names. What
 * comes or goes while it is judged, such as an alert fading in, is judged once more when it has arrived.
 */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const faults = await faultsAtRest(page, rules);
  if (faults.length === 0) return faults;
  const still = await faultsAtRest(page, rules);
  return faults.filter((fault) => still.includes(fault));
}

async function faultsAtRest(page: Page, rules: readonly string[] | undefined): Promise<readonly string[]> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  // Run by the test tool, not by the page: its content policy stays as it is.
  await page.evaluate(axeSource);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  });
  const found: Found = await page.evaluate(`axe.run(document, ${options})`);
  return found.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes[0]?.html ?? ''} (${violation.nodes.length})`);
}

/** The same of a page that looks as the computer does: everything in the light, and in the dark what colours change. */
export async function faultsInBothLooks(page: Page): Promise<readonly string[]> {
  const look = (theme: 'light' | 'dark') => page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
  await look('light');
  const inTheLight = await accessibilityFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await look('dark');
  const inTheDark = await accessibilityFaults(page, rulesOfColour);
  await page.emulateMedia({ colorScheme: 'light' });
  await look('light');
  return [...inTheLight, ...inTheDark.map((fault) => `dark ${fault}`)];
}
