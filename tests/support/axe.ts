import axe from 'axe-core'
import type { Page } from 'playwright'
import { sample } from './rounds.ts'

const LAPTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 780 }
/** The rules whose answer depends on light and dark. */
const COLORS = ['color-contrast', 'link-in-text-block']

/** Returns the serious findings of axe: rule, place and problem, one line each. */
export async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // Put in by the debugger, which the page's own policy does not concern.
  await page.evaluate(`window.axe || (() => { ${axe.source} })()`)
  const results = await page.evaluate(
    (values) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        ...(values ? { runOnly: { type: 'rule', values } } : {}),
      }),
    rules,
  )
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))
}

/** A look at the page as it stands, with the serious findings of axe. */
type Look = (page: Page, where: string) => Promise<string[]>

const lookAt =
  (name: string, size: typeof LAPTOP, colorScheme: 'light' | 'dark', rules?: string[]): Look =>
  async (page, where) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(size)
    const found = (await findings(page, rules)).map((each) => `${where}, ${name}: ${each}`)
    await page.emulateMedia({ colorScheme: 'light' })
    return found
  }

/** The page as it stands, light on a laptop. */
export const laptopLook = lookAt('laptop', LAPTOP, 'light')

/** Light and dark, on a laptop and a phone. What does not depend on colors is asked once a size. */
const LOOKS: readonly Look[] = [
  laptopLook,
  lookAt('laptop, dark', LAPTOP, 'dark', COLORS),
  lookAt('phone', PHONE, 'light', COLORS),
  lookAt('phone, dark', PHONE, 'dark'),
]

/** The page in all looks; `npm run verify` takes one of them, by the seed of the run. */
export async function everyLook(page: Page, where: string): Promise<string[]> {
  const all: string[] = []
  for (const look of sample(LOOKS, 1)) all.push(...(await look(page, where)))
  return all
}

/** The colors of the page in the dark, as it stands otherwise. */
export async function darkLook(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await findings(page, COLORS)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

/**
 * Keeps one of several rows or list items with the same structure: the others would only repeat
 * its findings.
 */
export const thinOut = (page: Page) =>
  page.evaluate(() => {
    for (const list of document.querySelectorAll('main tbody, main ul, main select')) {
      const kinds = new Set<string>()
      for (const row of [...list.children]) {
        const parts = [row, ...row.querySelectorAll('*')]
        const kind = parts.map((part) => `${part.tagName} ${part.getAttribute('class')}`).join()
        if (kinds.has(kind)) row.remove()
        kinds.add(kind)
      }
    }
  })
