import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
let owner: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

it.skipIf(!hasPostgres())(
  'a collector has the stops by what is overdue, and shares a statement',
  async () => {
    const day = today('Asia/Manila')
    const owed = await owner.unsafe<{ name: string; overdue: string }[]>(
      `select c.name, sum(b.balance) filter (where b.date_due < $2::date)::text as overdue
     from public.bookings b join public.customers c on c.project_id = b.project_id and c.id = b.customer_id
     where b.project_id = $1 and b.balance > 0 and b.stage = 'delivered' and b.date_due <= $3::date and c.approval_status in ('pending', 'approved')
     group by c.project_id, c.id, c.name having sum(b.balance) filter (where b.date_due < $2::date) > 0
     order by sum(b.balance) filter (where b.date_due < $2::date) desc`,
      [DEMO_ID, day, addDays(day, 7)],
    )
    expect(owed.length).toBeGreaterThan(1)
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field collector'))
    await enterField(page, 'collector@demo.test')
    await page.getByText('Ready').waitFor()
    await line(false)
    await page.getByText(/^To collect: \d+ stops?$/).waitFor()
    const stops = page.locator('main ol li')
    for (const [at, { name, overdue }] of owed.slice(0, 3).entries()) {
      const text = (await stops.nth(at).innerText()).replaceAll(',', '')
      expect(text).toContain(name)
      expect(text).toContain(`${overdue} overdue`)
    }
    expect(await findings(page)).toEqual([])
    await stops.first().getByRole('link').click()
    await page.getByRole('link', { name: 'Statement' }).click()
    await page.getByRole('heading', { name: 'Open documents' }).waitFor()
    await page.getByText('Receivables').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    const [shared] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Share the statement' }).click(),
    ])
    expect(shared.suggestedFilename()).toMatch(/^Statement-.+\.png$/)
    await close()
  },
)
