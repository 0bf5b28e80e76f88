import type { Page } from 'playwright'

/** Presses an act on several documents and returns what confirms it. */
export async function asked(page: Page, act: string | RegExp, verb: string) {
  await page.getByRole('button', { name: act }).first().click()
  const line = page.getByRole('group', { name: `Confirm: ${verb}` })
  await line.waitFor()
  return () => line.getByRole('button', { name: verb, exact: true }).click()
}

/** Does an act on several documents and returns what the page said before. */
export async function confirmed(page: Page, act: string | RegExp, verb: string): Promise<string> {
  const confirm = await asked(page, act, verb)
  const said = await page.locator('#confirm-line').innerText()
  await confirm()
  return said.trim()
}
