import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { store, stored } from '../support/field-history.ts'
import { enterField, openPhone, smallTargets } from '../support/field-phone.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
let owner: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

/** Returns what a customer owes by the ledger: each document with an invoice, in the order of their days; the rest; and the sum. */
const ledgerOf = (customer: string) =>
  owner.unsafe<[{ invoiced: string[]; rest: string; sum: string }]>(
    `with owed as (
       select e.booking_id, b.date_added, b.so_no, b.invoice_no is not null as is_invoiced, sum(e.cleared_amount) as amount
       from public.receivable_entries e
       join public.customers c on c.project_id = e.project_id and c.id = e.customer_id
       left join public.bookings b on b.project_id = e.project_id and b.id = e.booking_id
       where e.project_id = $1 and c.name = $2
       group by e.booking_id, b.date_added, b.so_no, b.invoice_no)
     select coalesce(array_agg(o.amount::text order by o.date_added, o.so_no)
         filter (where o.is_invoiced and o.amount <> 0), '{}') as invoiced,
       coalesce(sum(o.amount) filter (where o.is_invoiced is not true), 0.00)::text as rest, sum(o.amount)::text as sum
     from owed o`,
    [DEMO_ID, customer],
  )

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
    // More stops than are drawn lead to the list of customers.
    const [like] = await stored<object>(page, 'customers')
    const many = Array.from({ length: 21 }, () => ({ ...like, id: randomUUID() }))
    const [{ user_id: person }] = await owner.unsafe<[{ user_id: string }]>(
      `select user_id from public.profiles where email = 'collector@demo.test'`,
    )
    await store(page, 'customers', many, { person })
    const debts = many.map(({ id: customer }) => ({
      ...{ id: randomUUID(), customer, no: 'SO', on: day, due: addDays(day, -1), block: '' },
      ...{ stage: 'delivered', total: '0.01', balance: '0.01', cleared: '0.01' },
    }))
    await store(page, 'documents', debts, { person })
    await page.reload()
    await page.getByRole('link', { name: 'All that is overdue' }).waitFor()
    expect(await smallTargets(page)).toEqual([])
    await stops.first().getByRole('link').click()
    await page.getByRole('link', { name: 'Statement' }).click()
    await page.getByRole('heading', { name: 'Documents owed' }).waitFor()
    // The documents, and the payments on none of them, are those of the ledger and add up to the sum.
    const [{ invoiced, rest, sum }] = await ledgerOf(owed[0]!.name)
    const figures = async (rows: ReturnType<typeof page.locator>) =>
      (await rows.allInnerTexts()).map((text) => text.split('\n').at(-1)!.replaceAll(',', ''))
    const part = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name }) })
    expect(await figures(part('Documents owed').locator('li'))).toEqual(invoiced)
    expect(await figures(part('Documents owed').locator('p'))).toEqual(
      rest === '0.00' ? [] : [rest],
    )
    expect((await figures(part('Owed, in').locator('dl > div')))[0]).toBe(sum)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    expect(await smallTargets(page)).toEqual([])
    const [shared] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Share the statement' }).click(),
    ])
    expect(shared.suggestedFilename()).toMatch(/^Statement-.+\.png$/)
    await close()
  },
)
