import type { BrowserContext, Page } from 'playwright'
import { killPage } from '../field-history.ts'
import { fill } from './forms.ts'
import type { TwoSaves } from './steps.ts'
import type { World } from './world.ts'

/** The address of an act that was saved, with its key. */
export const SAVED = /\/field\/acts\/([0-9a-f-]{36})/

/** Waits for the address of a saved act. The page may have been loaded anew, and is not waited for. */
export const isAtSaved = (page: Page) => page.waitForURL(SAVED, { waitUntil: 'commit' })

/** Presses the button of a form, and tells whether the phone says that it is saved; else it says that it is not. */
async function press(page: Page, save: string, taps = 1): Promise<boolean> {
  await page.getByRole('button', { name: save }).click({ clickCount: taps })
  await Promise.any([isAtSaved(page), page.getByText('Not saved on this phone.').waitFor()])
  return SAVED.test(page.url())
}

/** Saves a form twice, and returns the names of those saves of which the phone says that they are done. */
export async function saveTwice(
  { page, context, world }: { page: Page; context: BrowserContext; world: World },
  { by, ...form }: TwoSaves,
  name: string,
): Promise<string[]> {
  if (by === 'a double tap') {
    const save = await fill(page, world, form, name)
    return save && (await press(page, save, 2)) ? [name] : []
  }
  const other = await context.newPage()
  try {
    await other.goto('/field/acts')
    const tabs = [
      { page, name },
      { page: other, name: by === 'two tabs' ? name : `${name}-b` },
    ]
    const filled = []
    for (const tab of tabs) {
      const filling = fill(tab.page, world, form, tab.name)
      // A form that is opened while another tab fills it may have its draft or a key of its own.
      filled.push(by === 'two tabs at once' ? filling : await filling)
    }
    const saves = await Promise.all(filled)
    const saved = await Promise.all(
      tabs.map(async (tab, at) => saves[at] && (await press(tab.page, saves[at])) && tab.name),
    )
    return saved.filter((each) => typeof each === 'string' && each !== '') as string[]
  } finally {
    await killPage(other)
  }
}
