import { beforeAll, expect, it, onTestFailed } from 'vitest'
import { addDays, formatDate, today } from '../../app/platform/values/dates.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const owner = demoCompany(server, 'owner')
const DAY = today('Asia/Manila')
const CLOSED = addDays(DAY, -1)
const HINT = `Closed through ${formatDate(CLOSED)}`

beforeAll(async () => {
  await owner.runCommand('close_period', { p_through: CLOSED, p_reason: 'The month is filed' })
})

/** Forms of three areas, and their date that posts; tests/http/closed-days.test.ts sends them. */
const FORMS = [
  ['/treasury/treasury-list/treasury-add-collection', 'Date collected'],
  ['/treasury/deposits/add', 'Deposited on'],
  ['/inventory/purchase-list/purchase-add-purchase', 'Delivery date'],
] as const

it.each([1280, 390])('forms say the closed period at their date, %i px wide', async (width) => {
  const { page, problems, close } = await signedIn('special-access-1@demo.test', { width })
  onTestFailed(() => picture(page, `closed-days-${width}`))
  for (const [path, label] of FORMS) {
    await page.goto(path)
    const date = page.getByLabel(label)
    expect(await date.getAttribute('min')).toBe(DAY)
    expect(await page.getByText(HINT).count()).toBe(1)
    expect(await findings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }
  await page.goto('/treasury/deposits')
  await page.getByText(HINT).waitFor()
  expect(problems).toEqual([])
  await close()
})
