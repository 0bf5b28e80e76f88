import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const clerk = demoCompany(server)
const owner = demoCompany(server, 'owner')

const now = today('Asia/Manila')
const day = (ago: number) => addDays(now, -ago)

/** A customer and ten pieces at 11.20 that were ordered five days ago and are validated. */
async function ordered(name: string) {
  const product = await clerk.product(`${name} goods`)
  const [someone] = (await clerk.db().from('bookings').select('agent_id').limit(1)).data!
  const bought = { product_id: product, quantity: '100', cost: '7.50' }
  await clerk.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `PO ${name}`, supplier: 'Supplier', lines: [bought] },
      ...{ date_added: day(6), date_delivered: day(6) },
    },
  })
  const customer = await clerk.runCommand('request_customer', {
    p_customer: { name, agent_id: someone!.agent_id, terms_days: '30' },
  })
  const booking = await clerk.runCommand('create_booking', {
    p_booking: {
      customer_id: customer.id,
      date_added: day(5),
      lines: [{ product_id: product, quantity: 10, agent_srp: '11.20' }],
    },
  })
  const validated = await clerk.runCommand('validate_booking', {
    p_booking: booking.id,
    p_version: booking.version,
  })
  const { data } = await clerk.db().from('booking_lines').select('id').eq('booking_id', booking.id)
  return { customer: customer.id, booking, line: data![0]!.id, version: validated.version }
}

/** Reads the rows of a report's table: the texts of the cells of these columns. */
async function shown(page: Page, address: string, title: string, columns: readonly string[]) {
  await page.goto(address)
  const table = page.getByRole('table', { name: title })
  if (!(await table.count())) return []
  const heads = (await table.locator('thead th').allInnerTexts()).map((head) => head.trim())
  const at = columns.map((column) => heads.findIndex((head) => head.startsWith(column)))
  const rows = await table.locator('tbody tr').all()
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td, th').allInnerTexts()
      return at.map((column) => cells[column]!.split('\n')[0]!.trim()).join(' ')
    }),
  )
}

describe('goods that are delivered in parts, and come back', () => {
  let sold: Awaited<ReturnType<typeof ordered>>

  beforeAll(async () => {
    sold = await ordered('Partial Store')
    let { version } = sold
    for (const [ago, quantity] of [
      [3, 5],
      [2, 3],
    ] as const)
      ({ version } = await clerk.runCommand('deliver_booking', {
        p_booking: sold.booking.id,
        p_version: version,
        p_date: day(ago),
        p_lines: { lines: [{ line_id: sold.line, quantity }], remainder: 'keep' },
      }))
    const request = await clerk.runCommand('create_warehouse_request', {
      p_request: {
        booking_id: sold.booking.id,
        kind: 'take_back',
        reason: 'Broken',
        lines: [{ line_id: sold.line, quantity: 2 }],
      },
    })
    await owner.runCommand('decide_warehouse_request', {
      p_request: request.id,
      p_version: request.version,
      p_decision: 'approved',
      p_note: null,
    })
  })

  it('are sales and deliveries of the same days, and a return of its own day', async () => {
    const { page, problems, close } = await signedIn('general-manager@demo.test')
    onTestFailed(() => picture(page, 'sales by day'))
    const period = `from=${day(5)}&to=${now}&customer_id=${sold.customer}`
    const slashes = (on: string) => `${on.slice(5, 7)}/${on.slice(8)}/${on.slice(0, 4)}`

    expect(
      await shown(page, `/reports_sales?level=day&show=bookings&${period}`, 'Sales report', [
        'Day',
        'Bookings',
        'Net',
      ]),
    ).toEqual([
      `${slashes(day(3))} 1 56.00`,
      `${slashes(day(2))} 1 33.60`,
      `${slashes(now)} 0 -22.40`,
    ])
    expect(
      await shown(page, `/reports_delivery?level=line&${period}`, 'Delivery report', [
        'Delivered',
        'Net',
      ]),
    ).toEqual([`${slashes(day(3))} 56.00`, `${slashes(day(2))} 33.60`])
    const ofMonth = await shown(
      page,
      `/reports_sales_customerspecific?level=product&${period}`,
      'Sales by customer',
      ['Net'],
    )
    expect(ofMonth).toEqual(['67.20'])
    // Only the deliveries: what comes back later does not change the days before.
    const before = `from=${day(5)}&to=${day(1)}&customer_id=${sold.customer}`
    expect(
      await shown(page, `/reports_sales?level=customer&${before}`, 'Sales report', ['Net']),
    ).toEqual(['89.60'])
    expect(problems).toEqual([])
    await close()
  }, 60_000)
})

it('a booking that is archived without an invoice leaves no advance', async () => {
  const { customer, booking, version, line } = await ordered('Archived Store')
  await clerk.runCommand('deliver_booking', {
    p_booking: booking.id,
    p_version: version,
    p_date: day(1),
    p_lines: { lines: [{ line_id: line, quantity: 10 }], remainder: 'keep' },
  })
  await owner.runCommand('archive_bookings', {
    p_so_nos: { so_nos: [booking.so_no] },
    p_status: 'archived',
  })
  const { page, problems, close } = await signedIn('general-manager@demo.test')
  onTestFailed(() => picture(page, 'archived'))
  await page.goto(`/reports_ar?level=customer&customer_id=${customer}`)
  await page.getByText('No results').waitFor()
  await page.goto(`/reports_sales?level=customer&from=${day(1)}&to=${now}&customer_id=${customer}`)
  expect(
    await page.getByRole('table', { name: 'Sales report' }).locator('tbody tr').innerText(),
  ).toContain('112.00')
  await page.goto(`/customers/customer-list/${customer}/statement`)
  const entries = await page.locator('main').innerText()
  expect(entries).toMatch(/112\.00/)
  expect(entries).toMatch(/Cash\s+112\.00\s+0\.00/)
  expect(entries).toContain('All invoices are paid.')
  expect(problems).toEqual([])
  await close()
}, 60_000)
