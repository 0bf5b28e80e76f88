import type { Locator } from 'playwright'
import { expect, it, onTestFailed } from 'vitest'
import { addDays, monthStart, today } from '../../app/platform/values/dates.ts'
import { money, toCents } from '../../app/platform/values/money.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server, 'general-manager')

// A month that is over: on the first of one nothing has been sold yet.
const day = addDays(monthStart(today('Asia/Manila')), -1)

const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const cents = (amount: string) => toCents(money(amount.replaceAll(',', '')))

it('a general manager tracks the month, sets a target, and prints the call sheet', async () => {
  const { page, problems, close } = await signedIn('general-manager@demo.test')
  onTestFailed(() => picture(page, 'portals'))
  await page.getByRole('link', { name: 'Tracking & Reports' }).click()
  await page.getByRole('heading', { name: 'Tracking & Reports' }).waitFor()
  await page.goto(`/gm-portal?as_of=${day}`)
  const agents = page.getByRole('table', { name: 'Agents' })

  // The totals by agent equal the reports' totals.
  const total = await text(agents.locator('tfoot'))
  const sold = /Total ([\d,.]+)/.exec(total)![1]!
  expect(await text(page.getByRole('link', { name: /^Month to date/ }).first())).toContain(sold)
  expect(await page.getByRole('img', { name: /^Sales by day, cumulative/ }).count()).toBe(1)
  await page.getByRole('link', { name: /^Receivables \(PHP\)/ }).click()
  await page.getByRole('heading', { name: 'Accounts receivable' }).waitFor()
  const owed = page.getByRole('table', { name: 'Accounts receivable' }).locator('tfoot')
  await expect.poll(() => text(owed)).toContain(/([\d,.]+) [\d,.]+$/.exec(total.trim())![1])
  await page.goto(`/gm-portal?as_of=${day}`)

  // Twice what was sold is a target that is half reached.
  const name = 'Rico Salvador'
  const row = agents.getByRole('row').filter({ hasText: name })
  await row.waitFor()
  const sales = cents(/Salvador ([\d,.]+)/.exec(await text(row))![1]!)
  expect(sales).toBeGreaterThan(0n)
  await page.getByRole('link', { name: 'Set targets' }).click()
  await page.getByLabel(`Sales of ${name}`).fill(`${(sales * 2n) / 100n}`)
  await page.getByRole('button', { name: 'Set targets' }).click()
  await page.getByText(/^(Targets of 1 agent set from|No changes to save)/).waitFor()
  await page.goto(`/gm-portal?as_of=${day}`)
  expect(await text(row)).toContain('50.0%')
  expect(await row.getByRole('img', { name: /50\.0% of the target/ }).count()).toBe(1)

  // An agent's customers without a purchase in the period are on the call sheet.
  const [agent, lost] = await withLost(['Cherry Domingo', 'Jun Mercado', name])
  const reach = page.getByRole('table', { name: 'Penetration by agent' })
  await reach
    .getByRole('row')
    .filter({ hasText: agent })
    .getByRole('link', { name: /Non-buyers$/ })
    .click()
  await page.getByRole('heading', { name: 'Call sheet', level: 1 }).waitFor()
  const sheet = page.getByRole('region', { name: `Call sheet of ${agent}` })
  expect(await names(sheet)).toEqual(lost)
  expect(await page.getByRole('region', { name: /^Call sheet of/ }).count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('search').isVisible()).toBe(false)
  expect(await sheet.isVisible()).toBe(true)
  expect(problems).toEqual([])
  await close()
})

/** The customers of a sheet, in its order. */
const names = async (sheet: Locator) =>
  (await sheet.getByRole('table').first().locator('tbody tr td:first-child').allInnerTexts())
    .map((cell) => cell.split('\n')[0]!)
    // The last row counts them.
    .slice(0, -1)

/** The first of these agents who has approved customers to whom nothing was delivered in the month, and those by name. */
async function withLost(agents: string[]): Promise<[agent: string, customers: string[]]> {
  const db = company.db()
  const { data: customers } = await db
    .from('customers')
    .select('id, name, agent_id')
    .eq('project_id', DEMO_ID)
    .eq('approval_status', 'approved')
    .order('sort_key')
  const { data: people } = await db.from('profiles').select('user_id, display_name')
  const { data: delivered } = await db
    .from('bookings')
    .select('customer_id')
    .eq('project_id', DEMO_ID)
    .neq('approval_status', 'cancelled')
    .gte('date_delivered', monthStart(day))
    .lte('date_delivered', day)
  const buyers = new Set(delivered!.map(({ customer_id }) => customer_id))
  for (const agent of agents) {
    const id = people!.find(({ display_name }) => display_name === agent)!.user_id
    const lost = customers!.filter((each) => each.agent_id === id && !buyers.has(each.id))
    if (lost.length > 0) return [agent, lost.map(({ name }) => name)]
  }
  throw new Error('Everyone bought: the demo has nobody to visit.')
}

it('an ASE sees the same without scripts, sets no target, and goes to what the role may see', async () => {
  const { page, close } = await signedIn('ase@demo.test', { scripts: false })
  await page.goto('/ase-portal')
  expect(await page.getByRole('img', { name: /^Collections by day, cumulative/ }).isVisible()).toBe(
    true,
  )
  expect(await page.getByRole('link', { name: 'Set targets' }).count()).toBe(0)
  const links = page.locator('section').filter({ hasText: 'Reports' }).last().getByRole('link')
  for (const link of await links.all())
    expect((await page.request.get((await link.getAttribute('href'))!)).status()).toBe(200)
  expect(await links.count()).toBeGreaterThan(0)
  await close()
})
