import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright'
import { readSheet } from 'read-excel-file/node'
import { expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { formatMoney, money, toCents } from '../../app/platform/values/money.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const company = demoCompany(server, 'finance-admin')

/** Returns the visible text. */
const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const cents = (amount: string) => toCents(money(amount.replaceAll(',', '')))

it('the receivables are the same on Home, in the report, with a customer, and in the statements of all', async () => {
  const visit = await signedIn('finance-admin@demo.test')
  const { page, problems, close } = visit
  onTestFailed(() => picture(page, 'receivables'))
  const db = company.db()
  const main = () => text(page.locator('main'))
  const table = page.getByRole('table', { name: 'Accounts receivable' })

  // A cheque that is on hand pays by the books alone.
  const { data: open } = await db
    .from('bookings')
    .select('id, so_no, customer_id, customer_name, balance')
    .eq('project_id', DEMO_ID)
    .eq('stage', 'delivered')
    .not('date_invoiced', 'is', null)
    .gt('balance', 0)
    .order('so_no')
    .limit(1)
  const booking = open![0]!
  const amount = money(booking.balance)
  const cheque = await company.runCommand('record_collection', {
    p_collection: {
      customer_id: booking.customer_id,
      collection_type: 'cheque',
      amount,
      cr_no: 'CR-AR-1',
      cheque_bank: 'Bank of the South',
      cheque_no: 'AR-1',
      cheque_date: addDays(today('Asia/Manila'), 10),
      allocations: [{ booking_id: booking.id, amount }],
    },
  })
  await company.runCommand('approve_collection', {
    p_collection: cheque.id,
    p_version: cheque.version,
  })

  await page.goto('/home')
  const home = await text(page.getByRole('region', { name: 'Receivables' }))
  const [, cleared, balance] = /\(PHP\) ([-\d,.]+) .*Net of uncleared cheques ([-\d,.]+) /.exec(
    home,
  )!
  expect(cents(cleared!)).toBeGreaterThan(cents(balance!))

  // The report of today has the sums of Home on each of its levels.
  await page.getByRole('link', { name: /^Receivables/ }).click()
  await page.getByRole('heading', { name: 'Accounts receivable' }).waitFor()
  for (const level of ['customer', 'agent', 'document', 'grouped']) {
    await page.goto(`/reports_ar?level=${level}&show=balance&show=uncleared`)
    const total = await text(table.locator('tfoot'))
    expect(total).toContain(balance)
    expect(total).toContain(cleared)
  }
  const row = table.getByRole('row').filter({ hasText: booking.so_no })
  expect(await text(row)).toMatch(
    new RegExp(`Paid, uncleared .* ${formatMoney(amount)} .*0\\.00 ${formatMoney(amount)}`),
  )
  await row.getByRole('link', { name: booking.so_no }).click()
  await page.getByRole('heading', { name: booking.so_no }).waitFor()
  expect(await main()).toMatch(
    new RegExp(
      `Receivables ${formatMoney(amount)} .*Net of uncleared cheques 0\\.00 ${formatMoney(amount)} in uncleared cheques`,
    ),
  )

  // Narrowed to one customer, its position says the same; what was typed for nothing is left out.
  await page.goto(
    `/reports_ar?level=customer&show=balance&min_balance=lots&customer_id=${booking.customer_id}`,
  )
  const [shown] = (await db.rpc('customer_position', {
    p_project: DEMO_ID,
    p_customer: booking.customer_id,
  }))!.data!
  const position = await text(table.locator('tfoot'))
  expect(position).toContain(formatMoney(money(shown!.collectibles)))
  expect(position).toContain(formatMoney(money(shown!.cleared_balance)))
  await page.getByRole('link', { name: booking.customer_name, exact: true }).click()
  await page.getByRole('heading', { name: booking.customer_name }).waitFor()
  expect(await main()).toContain(
    `Receivables ${formatMoney(money(shown!.cleared_balance))} Invoices less cleared payments`,
  )

  // The statements of all customers print at once, each on its own sheet, with the report's
  // filters.
  await page.goto('/reports_ar?level=customer&min_balance=1')
  const owing = await table.locator('tbody').getByRole('row').count()
  const owed = / Receivables \(PHP\) ([-\d,.]+) Overdue/.exec(await main())![1]!
  await page.getByRole('link', { name: 'Statements', exact: true }).click()
  await page.getByRole('heading', { name: 'Statements of account', level: 1 }).waitFor()
  expect(await page.getByLabel('Minimum receivables').inputValue()).toBe('1.00')
  expect(await main()).toContain(`Customers ${owing} Receivables (PHP) ${owed}`)
  const sheets = page.getByRole('region', { name: /^Statement of account of / })
  expect(await sheets.count()).toBe(owing)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('search').isVisible()).toBe(false)
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)!.length).toBeGreaterThanOrEqual(owing)
  await page.emulateMedia({ media: 'screen' })

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel' }).click(),
  ])
  const rows = await readSheet(readFileSync((await download.path())!), 1)
  const balances = rows
    .filter((cells) => cells[4] === 'Receivables')
    .map((cells) => Number(cells[7]))
  expect(balances).toHaveLength(owing)
  const sum = balances.reduce((total, each) => total + Math.round(each * 100), 0)
  expect(BigInt(sum)).toBe(cents(owed))

  await page.goto('/customers/statements?min_balance=999999999')
  await page.getByText('No open balances').waitFor()
  expect(problems).toEqual([])
  await close()
})

it('a post-dated cheque in hand lowers neither the receivables nor what is current', async () => {
  const visit = await signedIn('finance-admin@demo.test')
  const { page, problems, close } = visit
  onTestFailed(() => picture(page, 'post-dated'))
  const day = today('Asia/Manila')
  await company.runCommand('import_customers', {
    p_import: {
      file_name: 'stores.xlsx',
      rows: [
        {
          name: 'Post-dated Store',
          agent: 'agent@demo.test',
          terms_days: '30',
          invoice_no: 'PD-1',
          invoice_date: addDays(day, -3),
          amount: '1430.63',
        },
      ],
    },
  })
  const { data: store } = await company
    .db()
    .from('customers')
    .select('id')
    .eq('name', 'Post-dated Store')
    .single()
  const receive = async (no: string, dated: string, amount: string) =>
    company.runCommand('approve_collection', {
      p_version: 1,
      p_collection: (
        await company.runCommand('record_collection', {
          p_collection: {
            customer_id: store!.id,
            collection_type: 'cheque',
            amount,
            cr_no: `CR-${no}`,
            cheque_bank: 'Bank of the South',
            cheque_no: no,
            cheque_date: dated,
            allocations: [],
          },
        })
      ).id,
    })
  await receive('PDC-1', addDays(day, 20), '2500.00')

  const main = () => text(page.locator('main'))
  await page.goto(`/customers/customer-list/${store!.id}/statement?from=`)
  await page.getByRole('heading', { name: 'Statement of account' }).waitFor()
  expect(await main()).toMatch(
    /Receivables 1,430\.63 Less post-dated cheques held 2,500\.00 Credit balance, net of uncleared cheques 1,069\.37/,
  )
  expect(await main()).toMatch(/Current 1,430\.63 Open documents/)
  expect(await text(page.getByRole('table', { name: 'Statement' }))).toMatch(/1,430\.63$/)
  expect(await text(page.getByRole('table', { name: 'Uncleared cheques' }))).toMatch(
    /CR-PDC-1 .*Bank of the South PDC-1 .*Post-dated 2,500\.00/,
  )
  await page.goto(`/reports_ar?customer_id=${store!.id}&level=customer&show=balance&show=uncleared`)
  expect(await text(page.getByRole('table', { name: 'Accounts receivable' }))).toMatch(
    /1,430\.63 .*1,430\.63 .*-1,069\.37 2,500\.00/,
  )

  // On the sheet of many statements too, and a second cheque that is due today is no longer post-dated.
  await receive('PDC-2', day, '100.00')
  await page.goto(`/customers/statements?customer_id=${store!.id}`)
  const sheet = page.getByRole('region', { name: 'Statement of account of Post-dated Store' })
  expect(await text(sheet)).toMatch(
    /Receivables 1,430\.63 Less uncleared cheques 2,600\.00 Credit balance, net of uncleared cheques 1,169\.37/,
  )
  expect(await text(sheet)).toMatch(
    /Bank of the South PDC-2 dated [\d/]+, on hand, 100\.00; Bank of the South PDC-1 dated [\d/]+, post-dated, 2,500\.00/,
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel' }).click(),
  ])
  const rows = await readSheet(readFileSync((await download.path())!), 1)
  expect(rows.find((cells) => cells[4] === 'Less uncleared cheques')![7]).toBe(2600)
  expect(rows.find((cells) => cells[4] === 'Net of uncleared cheques')![7]).toBe(-1169.37)
  expect(problems).toEqual([])
  await close()
})
