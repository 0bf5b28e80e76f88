import type { Route } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const SNAPSHOT = '**/field/api/snapshot'

it('a download that is cut off is not ready, and goes on where it stopped', async () => {
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field download'))
  let asked = 0
  // The first answer comes through as one of several, every later one is cut.
  const cut = async (route: Route) => {
    if (asked++ > 0) return route.abort('internetdisconnected')
    const response = await route.fetch()
    const answer = await response.json()
    answer.complete = false
    answer.parts.products = {}
    await route.fulfill({ response, json: answer })
  }
  await page.route(SNAPSHOT, cut)
  await enterField(page, 'agent@demo.test')
  await page.getByText('The download is not complete.').waitFor()
  await page.reload()
  await page.getByText('The download is not complete.').waitFor()
  expect(asked).toBeGreaterThan(1)
  await page.getByRole('link', { name: 'Customers' }).click()
  expect(await page.locator('main li a').count()).toBeGreaterThan(0)

  await page.unroute(SNAPSHOT, cut)
  const sent = page.waitForRequest(SNAPSHOT)
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  const { have } = (await sent).postDataJSON() as { have: Record<string, object> }
  expect(Object.keys(have.customers ?? {}).length).toBeGreaterThan(0)
  await page.getByText('Ready').waitFor()
  await line(false)
  await page.reload()
  await page.getByText('Ready').waitFor()
  await close()
})

it('an agent finds a customer and their position without a line', async () => {
  const { page, line, problems, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field customers'))
  await enterField(page, 'agent@demo.test')
  await page.getByText('Ready').waitFor()
  await line(false)
  await page.getByRole('link', { name: 'Customers' }).click()
  const rows = page.locator('main li a')
  const name = await rows.nth(1).locator('span span').first().innerText()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page), colorScheme).toEqual([])
  }
  await page.getByLabel('Find by name, store or area').fill(name.toLowerCase())
  await rows.first().click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Available credit' }).waitFor()
  expect(await page.locator('main').innerText()).toMatch(/as of \d\d:\d\d/)
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Products' }).click()
  await page.getByText('available').first().waitFor()
  expect(await findings(page)).toEqual([])
  expect(problems.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
  await close()
})
