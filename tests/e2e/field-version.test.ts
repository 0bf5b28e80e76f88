import { expect, it, onTestFailed } from 'vitest'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone, smallTargets } from '../support/field-phone.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

it('a new version waits for input that is not on the phone, says so, and comes once it is stored', async () => {
  const { page, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field version'))
  await enterField(page, 'agent@demo.test')
  await page.getByText('Ready').waitFor()
  await page.goto('/field/customers/new')
  await page.evaluate(() => {
    const { prototype } = IDBObjectStore
    const { put } = prototype
    const refuse = () => {
      throw new DOMException('Refused.', 'UnknownError')
    }
    Object.assign(window, { former: true, mend: () => Object.assign(prototype, { put }) })
    Object.assign(prototype, { put: refuse })
  })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('VERSION store')
  await page.getByText('Not saved on this phone.').waitFor()
  const line = page.getByRole('status').getByText('A new version is here.')
  expect(await line.count()).toBe(0)
  await page.evaluate(() =>
    navigator.serviceWorker
      .register('/field/sw.js?version=next', { scope: '/field/' })
      .then(() => undefined),
  )
  await line.waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page), colorScheme).toEqual([])
  }
  expect(await smallTargets(page)).toEqual([])
  expect(await name.inputValue()).toBe('VERSION store')
  const former = () => page.evaluate(() => 'former' in window)
  expect(await former()).toBe(true)

  await page.evaluate(() => (window as unknown as { mend(): void }).mend())
  await name.fill('VERSION store, kept')
  await expect.poll(() => former().catch(() => true), { timeout: 20_000 }).toBe(false)
  await expect.poll(() => name.inputValue()).toBe('VERSION store, kept')
  expect(await line.count()).toBe(0)
  await close()
})
