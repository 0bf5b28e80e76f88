import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)

it.each([true, false])(
  'a manager approves on Home and stays there, scripts %s',
  async (scripts) => {
    const { page, problems, close } = await signedIn('general-manager@demo.test', { scripts })
    onTestFailed(() => picture(page, `home approval ${scripts}`))
    const waiting = page.getByRole('list', { name: 'Waiting' })
    const items = waiting.getByRole('listitem')
    const names = async () => items.getByRole('heading', { level: 2 }).allInnerTexts()
    const before = await names()
    expect(before.length).toBeGreaterThan(0)
    expect(before.length).toBeLessThanOrEqual(4)
    // The first that asks for nothing else.
    const item = items.filter({ has: page.getByRole('button', { name: /^(Approve|Validate)$/ }) })
    const name = await item.first().getByRole('heading', { level: 2 }).innerText()
    await item
      .first()
      .getByRole('button', { name: /^(Approve|Validate)$/ })
      .click()
    await page.getByText(`${name} is `).first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/home')
    await expect.poll(names).not.toContain(name)
    expect(await page.getByRole('heading', { name: 'Pending your approval' }).count()).toBe(1)
    expect(problems).toEqual([])
    await close()
  },
)

it('the portal begins with its charts on a laptop, and is short on a phone', async () => {
  const { page, close } = await signedIn('general-manager@demo.test')
  onTestFailed(() => picture(page, 'portal size'))
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/gm-portal')
  const charts = page.getByRole('img', { name: /by day, cumulative/ })
  expect(await charts.count()).toBe(2)
  for (const chart of await charts.all())
    expect(
      (await chart.locator('xpath=ancestor::section[1]').boundingBox())!.y,
    ).toBeLessThanOrEqual(260)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/gm-portal')
  // The demo company of the tests has a few agents; that of quickstart has eight, and 2,312 px.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2500)
  await close()
})
