import type { Page } from 'playwright'
import { expect } from 'vitest'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import type { testBrowser, Visit } from './browser.ts'
import { stored } from './field-history.ts'

/** A phone with the app for the field, in a browser of its own: what it stores is nobody else's. */
export interface Phone extends Visit {
  /** Cuts the line, or gives it back. */
  line(on: boolean): Promise<void>
}

export async function openPhone(
  visit: ReturnType<typeof testBrowser>['visit'],
  address = '/field/',
): Promise<Phone> {
  const made = await visit({ own: true, width: 360 })
  await made.page.setViewportSize({ width: 360, height: 640 })
  await made.page.goto(address)
  return { ...made, line: (on) => made.page.context().setOffline(!on) }
}

/** Signs in by the form, and waits until the shell is on the phone. */
export async function enterField(page: Page, email: string, password = DEMO_PASSWORD) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
}

/** Opens the app anew, which asks the office for what is newer, and waits until the copy has it. */
export async function refresh(page: Page) {
  await page.goto('/field/')
  await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
}

/** Waits until a form that is being filled is on the phone: a page that is left before has not stored the last key. */
export const begun = (page: Page, text: string): Promise<void> =>
  expect
    .poll(() => stored<object>(page, 'drafts').then((all) => JSON.stringify(all)))
    .toContain(text)

/** The texts of what is pressed on a screen and is lower than 44 px, which a thumb misses. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, summary, label:has(input[type="checkbox"])')].flatMap(
      (target) => {
        const { height } = target.getBoundingClientRect()
        return height > 0 && height < 44 ? [`${target.textContent} ${height}`] : []
      },
    ),
  )
