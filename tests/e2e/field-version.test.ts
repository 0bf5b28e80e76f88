import type { Page } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { begun, enterField, openPhone, smallTargets } from '../support/field-phone.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

/** Has a page store nothing until it is mended. It is known as the former one until it is loaded anew. */
const refuseStorage = (page: Page) =>
  page.evaluate(() => {
    const { prototype } = IDBObjectStore
    const { put } = prototype
    const refuse = () => {
      throw new DOMException('Refused.', 'UnknownError')
    }
    Object.assign(window, { former: true, mend: () => Object.assign(prototype, { put }) })
    Object.assign(prototype, { put: refuse })
  })

/** Tells whether a page was not loaded anew; also of one that is being loaded. */
const isFormer = (page: Page) => page.evaluate(() => 'former' in window).catch(() => true)

const findVersion = (page: Page) =>
  page.evaluate(() =>
    navigator.serviceWorker
      .register('/field/sw.js?version=next', { scope: '/field/' })
      .then(() => undefined),
  )

it('a new version waits for input that is not on the phone, says so, and comes once it is stored', async () => {
  const { page, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field version'))
  await enterField(page, 'agent@demo.test')
  await page.getByText('Ready').waitFor()
  await page.goto('/field/customers/new')
  await refuseStorage(page)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('VERSION store')
  await page.getByText('Not saved on this phone.').waitFor()
  const line = page.getByRole('status').getByText('A new version is here.')
  expect(await line.count()).toBe(0)
  await findVersion(page)
  await line.waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page), colorScheme).toEqual([])
  }
  expect(await smallTargets(page)).toEqual([])
  expect(await name.inputValue()).toBe('VERSION store')
  expect(await isFormer(page)).toBe(true)

  await page.evaluate(() => (window as unknown as { mend(): void }).mend())
  await name.fill('VERSION store, kept')
  await expect.poll(() => isFormer(page), { timeout: 20_000 }).toBe(false)
  await expect.poll(() => name.inputValue()).toBe('VERSION store, kept')
  expect(await line.count()).toBe(0)
  await close()
})

it('an old tab with input that is not on the phone stays, and may give it up', async () => {
  const { page, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field old tab'))
  await enterField(page, 'agent@demo.test')
  await page.getByText('Ready').waitFor()
  await page.goto('/field/customers/new')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('VERSION kept')
  await begun(page, 'VERSION kept')
  await refuseStorage(page)
  await name.fill('VERSION not kept')
  await page.getByText('Not saved on this phone.').waitFor()

  // The other tab has nothing that waits: the new version takes over there, and with it here.
  const other = await page.context().newPage()
  await other.goto('/field/acts')
  await other.evaluate(() => Object.assign(window, { former: true }))
  await findVersion(other)
  await expect.poll(() => isFormer(other), { timeout: 20_000 }).toBe(false)
  await other.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.getByText('A new version is here.').waitFor()
  expect(await isFormer(page)).toBe(true)
  expect(await name.inputValue()).toBe('VERSION not kept')

  await page.getByRole('button', { name: 'Reload without saving' }).click()
  await expect.poll(() => isFormer(page), { timeout: 20_000 }).toBe(false)
  await expect.poll(() => name.inputValue()).toBe('VERSION kept')
  expect(await page.getByText('A new version is here.').count()).toBe(0)
  await close()
})
