import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright'
import { readSheet } from 'read-excel-file/node'
import { afterEach, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { addMoney, formatMoney, money, toCents } from '../../app/platform/values/money.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const company = demoCompany(server, 'finance-admin')
const lastWeek = addDays(today('Asia/Manila'), -6)
let visit: Visit

beforeAll(async () => {
  visit = await signedIn('finance-admin@demo.test')
}, 60_000)

afterEach(() => {
  expect(visit.problems.splice(0)).toEqual([])
})

/** Returns the visible text. */
const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const main = () => text(visit.page.locator('main'))
const press = (name: string | RegExp) =>
  visit.page.getByRole('button', { name, exact: true }).first().click()

/** A customer's position and pending bookings, by other calls than the preview's. */
async function whatGoesWith(name: string) {
  const db = company.db()
  const { data: customer } = await db.from('customers').select('id').eq('name', name).single()
  const [{ data: position }, { data: bookings }] = await Promise.all([
    db.rpc('customer_position', { p_project: DEMO_ID, p_customer: customer!.id }),
    db.from('bookings').select('total').eq('customer_id', customer!.id).eq('stage', 'pending'),
  ])
  return {
    collectibles: money(position![0]!.collectibles),
    receivables: money(position![0]!.cleared_balance),
    pending: bookings!.length,
    total: addMoney(...bookings!.map((booking) => money(booking.total))),
  }
}

describe('customers', () => {
  it('go to another agent, two at once: what goes along is shown before, the history after', async () => {
    const { page } = visit
    onTestFailed(() => picture(page, 'transfer'))
    await page.goto('/customers/transfers/add')
    await press('Preview selected')
    await page.getByText('Choose at least one customer.').waitFor()
    await page.getByLabel('Aling Nena Cruz').check()
    await page.getByLabel('Bernardo Lopez').check()
    await press('Preview selected')
    const preview = page.getByRole('table', { name: 'Items included' })
    await preview.waitFor()
    const shown = await text(preview)
    const [nena, bernardo] = await Promise.all(
      ['Aling Nena Cruz', 'Bernardo Lopez'].map(whatGoesWith),
    )
    const figures = (of: typeof nena) =>
      `${formatMoney(of!.receivables)} ${formatMoney(of!.collectibles)} ${of!.pending} ${formatMoney(of!.total)}`
    expect(nena!.pending + bernardo!.pending).toBeGreaterThan(0)
    expect(shown).toContain(figures(nena))
    expect(shown).toContain(figures(bernardo))
    expect(shown).toContain(
      `Total ${figures({
        collectibles: addMoney(nena!.collectibles, bernardo!.collectibles),
        receivables: addMoney(nena!.receivables, bernardo!.receivables),
        pending: nena!.pending + bernardo!.pending,
        total: addMoney(nena!.total, bernardo!.total),
      })}`,
    )
    // The agent whose they are is no choice.
    const agents = page.getByLabel('New agent')
    expect(await agents.locator('option').allInnerTexts()).not.toContain('Jun Mercado')
    await agents.selectOption('Cherry Domingo')
    await page.getByLabel('Effective').fill('2999-01-01')
    await page.getByLabel('Reason').fill('A new route through Marikina')
    await press('Transfer 2 customers')
    await page.getByText('The date is in the future.').waitFor()
    expect(await page.getByLabel('Reason').inputValue()).toBe('A new route through Marikina')
    // The form begins with today's date in Manila.
    await page.goto('/customers/transfers/add?q=marikina')
    await page.getByLabel('Aling Nena Cruz').check()
    await page.getByLabel('Bernardo Lopez').check()
    await press('Preview selected')
    await agents.selectOption('Cherry Domingo')
    await page.getByLabel('Reason').fill('A new route through Marikina')
    await press('Transfer 2 customers')
    await page.getByText(/^2 customers are transferred, \d pending bookings? too\.$/).waitFor()
    const history = await text(page.getByRole('table', { name: 'Transfers' }))
    expect(history).toMatch(
      /Aling Nena Cruz [\d/]+ Jun Mercado Cherry Domingo A new route through Marikina Marites Reyes/,
    )
    await page.goto('/customers/transfers?q=bernardo')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Bernardo Lopez' }).click()
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    expect(await main()).toMatch(/Agent Cherry Domingo/)
    // Only pending bookings were reassigned.
    const sold = async (agent: string) => {
      await page.goto('/sales/bookings?q=Bernardo')
      return (await text(page.getByRole('table', { name: 'Bookings' }))).split(agent).length - 1
    }
    expect(await sold('Cherry Domingo')).toBe(bernardo!.pending)
    expect(await sold('Jun Mercado')).toBeGreaterThan(0)
  })

  it('have a statement of account: on screen, on paper and in Excel, equal to the receivables', async () => {
    const { page, problems, close } = await signedIn('finance-admin@demo.test', { scripts: true })
    onTestFailed(() => picture(page, 'statement'))
    await page.goto('/customers/customer-list/customer-view-list?q=aling')
    await page.getByRole('link', { name: 'Aling Nena Cruz' }).click()
    await page.waitForURL(/customer-list\/[0-9a-f-]{36}/)
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    await page.getByRole('heading', { name: 'Statement of account' }).waitFor()
    // The period ends on a day on which a cheque had not cleared.
    await page.goto(`${page.url()}?from=&to=${lastWeek}`)
    const table = page.getByRole('table', { name: 'Statement' })
    const shown = await text(table)
    expect(shown).toMatch(/Beginning balance 0\.00/)
    const balance = /([\d,]+\.\d\d)$/.exec(shown.trim())![1]!
    expect(await text(page.locator('main'))).toContain(`Receivables ${balance}`)
    const ageing = (await text(page.locator('main'))).match(
      /(Current|days|credit) ([\d,-]+\.\d\d)/g,
    )!
    const cents = (amount: string) => toCents(money(amount.replaceAll(',', '')))
    expect(ageing.reduce((sum, bucket) => sum + cents(bucket.split(' ')[1]!), 0n)).toBe(
      cents(balance),
    )

    // The print has A4 sheets without the controls of the screen.
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('search').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Excel' }).isVisible()).toBe(false)
    await page.getByText('Bayanihan Distribution, Inc.', { exact: true }).waitFor()
    const paper = await page.pdf({ preferCSSPageSize: true })
    expect(paper.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][\d.]* 84[12]/)
    await page.emulateMedia({ media: 'screen' })

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Excel' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`Statement-Aling-Nena-Cruz-${lastWeek}.xlsx`)
    const rows = await readSheet(readFileSync((await download.path())!), 1)
    const total = rows.find((row) => row[2] === 'Receivables')!
    expect(total[5]).toBe(Number(balance.replaceAll(',', '')))
    expect(rows.filter((row) => row[0] instanceof Date).length).toBeGreaterThan(
      await table.getByRole('link').count(),
    )
    const charged = rows.flatMap((row) => (row[0] instanceof Date ? Number(row[3] ?? 0) : []))
    expect(charged.reduce((sum, each) => sum + each, 0)).toBeCloseTo(Number(total[3]), 2)
    expect(problems).toEqual([])
    await close()
  })

  it('have each a statement that closes with their row in the receivables report', async () => {
    const db = company.db()
    for (const as_of of [addDays(lastWeek, -45), addDays(lastWeek, -14), lastWeek]) {
      const { data: receivables } = await db.rpc('report_ar', {
        p_project: DEMO_ID,
        p_filters: { as_of, level: 'document' },
      })
      const { data: customers } = await db.from('customers').select('id').eq('project_id', DEMO_ID)
      expect(customers!.length).toBeGreaterThan(10)
      const sums = new Map<string, bigint>()
      for (const { customer_id, cleared_balance } of receivables!)
        sums.set(customer_id, (sums.get(customer_id) ?? 0n) + toCents(money(cleared_balance)))
      expect(sums.size).toBeGreaterThan(0)
      for (const { id } of customers!) {
        const { data } = await db.rpc('customer_statement', {
          p_project: DEMO_ID,
          p_customer: id,
          p_filters: { to: as_of },
        })
        const { closing } = data as { closing: string }
        expect([id, as_of, toCents(money(closing))]).toEqual([id, as_of, sums.get(id) ?? 0n])
      }
    }
  })

  it('come out of a sheet with what they owe: not with one bad row, then all of it, then undone', async () => {
    const { page } = visit
    onTestFailed(() => picture(page, 'customer import'))
    const find = async () => {
      const { data } = await company
        .db()
        .from('customers')
        .select('id, name')
        .ilike('name', 'Imported %')
        .order('name')
      return data!
    }
    const invoiced = addDays(lastWeek, -60)
    await page.goto('/customers/customer-list/customer-view-list')
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page
      .getByLabel('Or paste')
      .fill(
        [
          'Customer\tStore\tSalesman\tTerms\tCredit limit\tInvoice no.\tInvoice date\tBalance',
          `Imported Ana\tAna Store\tJun Mercado\t15\t10,000\tOLD-1\t${invoiced}\t1,500.50`,
          `Imported Ben\tBen Store\tNobody Known\t\t\tOLD-2\t${invoiced}\tnone`,
          `Imported Ana\t\t\t\t\tOLD-3\t${invoiced}\t499.50`,
        ].join('\n'),
      )
    await press('Preview')
    await page.getByText('2 errors in').waitFor()
    const wrong = await main()
    expect(wrong).toContain('Row 3, Agent: No active agent has this name or e-mail address.')
    expect(wrong).toContain('Row 3, Amount owed: Enter an amount above zero such as 1234.50.')
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    expect(await find()).toEqual([])

    await page.getByLabel('Row 3, Agent', { exact: true }).fill('agent@demo.test')
    await page.getByLabel('Row 3, Amount owed', { exact: true }).fill('250')
    await page.getByRole('button', { name: 'Check again' }).last().click()
    await page.getByText('3 rows can be imported.').waitFor()
    await press('Import 3 rows')
    await page.waitForURL(/customer-view-list$/)
    const [ana, ben] = await find()
    expect([ana!.name, ben!.name]).toEqual(['Imported Ana', 'Imported Ben'])

    await page.goto(`/reports_ar?customer_id=${ana!.id}&level=document`)
    const receivables = await text(page.getByRole('table'))
    expect(receivables).toMatch(/Imported Ana.*OB-OLD-1.*1,500\.50/)
    expect(receivables).toMatch(/2,000\.00/)
    await page.getByRole('link', { name: 'OB-OLD-1' }).first().click()
    await page.getByRole('heading', { name: 'OB-OLD-1' }).waitFor()
    expect(await main()).toMatch(/1,500\.50/)
    await page.goto(`/customers/customer-list/${ana!.id}/statement?from=`)
    expect(await text(page.getByRole('table', { name: 'Statement' }))).toMatch(
      /OLD-1 Opening balance, due [\d/]+ 1,500\.50.*2,000\.00$/,
    )

    await page.goto('/import/customers')
    await press('Undo')
    await press('Undo import')
    await page
      .getByText(/^by Marites Reyes,/)
      .first()
      .waitFor()
    expect(await find()).toEqual([])
    await page.goto(`/customers/customer-list/${ana!.id}/statement`)
    await page.getByText('No such document!').waitFor()
  })
})
