import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const OWN = 'Bayanihan Distribution'
const BANNER = 'Sample company: made-up figures'

describe.each([{ scripts: true }, { scripts: false }])('a sample company', ({ scripts }) => {
  it(`is made, looked at and removed, scripts ${scripts}`, async () => {
    const login = scripts ? 'owner' : 'general-manager'
    const { page, problems, close } = await signedIn(`${login}@demo.test`, { scripts, fresh: true })
    onTestFailed(() => picture(page, `sample company ${scripts}`))
    await page.goto('/project/sample')
    const make = page.getByRole('button', { name: 'Make the sample company' })
    if (scripts) {
      // The request waits until what the page says meanwhile was seen.
      let go = () => {}
      const seen = new Promise<void>((resolve) => {
        go = resolve
      })
      await page.route('**/project/sample*', async (route) => {
        if (route.request().method() === 'POST') await seen
        await route.continue()
      })
      await make.click()
      const making = page.getByRole('button', { name: 'Making the sample company…' })
      await making.waitFor()
      expect(await making.getAttribute('aria-disabled')).toBe('true')
      await page.getByRole('status').getByText('Two months of trade are being entered.').waitFor()
      go()
    } else await make.click()
    await page.waitForURL(/\/home$/)
    await page.getByText(BANNER).first().waitFor()
    if (scripts) await page.getByText('The sample company is made, and is open.').waitFor()
    await page.goto('/sales/bookings')
    await page.getByText('1–18 of 18').first().waitFor()

    await page.goto('/project/sample')
    await page.getByRole('button', { name: 'Remove the sample company' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.waitForURL(/\/home$/)
    await page.getByText(OWN).first().waitFor()
    expect(await page.getByText(BANNER).count()).toBe(0)
    await page.goto('/project/sample')
    await make.waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
