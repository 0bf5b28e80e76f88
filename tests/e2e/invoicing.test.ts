import type { Locator } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { addDays, formatDate, today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, picture, testBrowser, type Visit } from '../support/browser.ts'
import { asked, confirmed } from '../support/confirm.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const demo = demoCompany(server)

/** Returns the visible text, with a space between cells. */
const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')

interface Booking {
  id: string
  so_no: string
  version: number
}

let soap: string
let buyer: string

/** A validated booking of the story's customer: so many pieces of soap at 11.20, of a day. */
async function validated(quantity: number, date_added?: string): Promise<Booking> {
  const made = (await demo.runCommand('create_booking', {
    p_booking: {
      ...{ customer_id: buyer, date_added },
      lines: [{ product_id: soap, quantity, agent_srp: '11.20' }],
    },
  })) as Booking
  const { version } = await demo.runCommand('validate_booking', {
    p_booking: made.id,
    p_version: made.version,
  })
  return { ...made, version }
}

const setInvoice = (booking: Booking, p_invoice_no: string) =>
  demo.runCommand('set_invoice', {
    p_booking: booking.id,
    p_version: booking.version,
    p_invoice_no,
    p_date: null,
  })

beforeAll(async () => {
  soap = await demo.product('Desk Soap', { category1: 'Desk' })
  await demo.runCommand('create_purchase', {
    p_purchase: {
      po_no: 'PO-DESK',
      supplier: 'Desk Supply',
      // Goods leave on past days too.
      delivery_date: addDays(today('Asia/Manila'), -5),
      lines: [{ product_id: soap, quantity: 600, cost: '7.50' }],
    },
  })
  const { data } = await demo
    .db()
    .from('memberships')
    .select('user_id')
    .eq('project_id', DEMO_ID)
    .eq('role', 'Agent')
    .limit(1)
  const made = await demo.runCommand('request_customer', {
    p_customer: { name: 'Desk Store', area: 'Desk Area', agent_id: data![0]!.user_id },
  })
  buyer = made.id
})

/** Short words for one page. */
function desk({ page }: Visit) {
  return {
    main: () => text(page.locator('main')),
    tick: async (...bookings: Booking[]) => {
      for (const { so_no } of bookings) await page.getByLabel(`Select ${so_no}`).check()
    },
    /** Presses and waits for the answer. */
    press: async (name: string | RegExp) => {
      const sent = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name }).first().click()
      await sent
      await page.waitForLoadState('networkidle')
    },
    row: (text: string) => page.getByRole('row').filter({ hasText: text }),
  }
}

describe.each(SCRIPTS)('a batch, scripts $scripts', ({ scripts }) => {
  it('gets numbers that follow on; who cannot have one is told', async () => {
    const tag = scripts ? 'SB' : 'NB'
    const list = [await validated(10), await validated(1), await validated(1)] as const
    const visit = await signedIn('invoice-admin@demo.test', { scripts })
    const { page } = visit
    onTestFailed(() => picture(page, `batch ${tag}`))
    const { tick } = desk(visit)
    await page.goto('/sales/sales-invoicing')
    await page.getByLabel('Starting no.').fill(`${tag}-0101`)
    await page.getByRole('button', { name: /^Assign numbers to/ }).click()
    await page.getByText('Select at least one.').first().waitFor()
    expect(await page.getByLabel('Starting no.').inputValue()).toBe(`${tag}-0101`)
    await tick(...list)
    const assign = await asked(page, /^Assign numbers to/, 'Invoice')
    // Someone else gives the middle one a number meanwhile.
    await setInvoice(list[1], `${tag}-0100`)
    await assign()
    await page.getByText('2 bookings invoiced, 1 failed').waitFor()
    const told = await text(page.getByRole('status').filter({ hasText: '2 bookings invoiced' }))
    expect(told).toContain(`It already has invoice ${tag}-0100.`)
    for (const no of [`${tag}-0101`, `${tag}-0102`]) expect(told).toContain(no)
    await page.getByLabel(`Select ${list[0].so_no}`).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Print all' }).click()
    await page.waitForURL(/sales-invoicing\/print/)
    await expect.poll(() => page.getByRole('region', { name: 'Invoice' }).count()).toBe(2)

    // A number that is taken gives none of them one; what was typed stays.
    const more = await validated(1)
    await page.goto('/sales/sales-invoicing')
    await page.getByLabel('Starting no.').fill(`${tag} 102`)
    await tick(more)
    await confirmed(page, /^Assign numbers to/, 'Invoice')
    await page.getByText(`${tag}-0102 of ${list[2].so_no}`).waitFor()
    expect(await page.getByLabel('Starting no.').inputValue()).toBe(`${tag} 102`)
    // Singly, from its row.
    const row = page.getByLabel(`Invoice no. of ${more.so_no}`)
    await row.fill(`${tag}-0110`)
    const sent = page.waitForResponse((response) => response.request().method() === 'POST')
    await row.press('Enter')
    await sent
    await page.getByText(`${tag}-0110 assigned to ${more.so_no}.`).waitFor()
    await visit.close()
  })
})

describe('the numbers of the series', () => {
  it('show what is missing, doubled and changed; an invoice prints with its VAT', async () => {
    const [first, second, duplicate] = [await validated(10), await validated(1), await validated(1)]
    await setInvoice(first, 'GAP-0001')
    await setInvoice(second, 'GAP-0002')
    await setInvoice(duplicate, 'gap 1')
    const visit = await signedIn('invoice-admin@demo.test')
    const { page, problems } = visit
    onTestFailed(() => picture(page, 'invoice numbers'))
    const { main, press, row } = desk(visit)

    // Changing takes a reason; the old number is kept, and is missing from then on.
    await page.goto(`/sales/bookings/${second.id}`)
    await page.locator('[name=invoice_no]').fill('GAP-0005')
    await page.getByRole('button', { name: 'Change invoice' }).click()
    await page.getByText('Enter a reason for the change.').waitFor()
    await page.getByLabel('Reason for the change').fill('Form was spoiled')
    await press('Change invoice')
    await page.getByText('number changed').first().waitFor()
    await page.goto('/sales/sales-invoicing/numbers?series=GAP')
    const seen = await main()
    expect(seen).toMatch(/GAP-0002 – GAP-0004/)
    expect(seen).toMatch(/1 changed/)
    expect(await text(row('Form was spoiled'))).toMatch(/GAP-0002.*GAP-0005/)
    const doubles = page.getByRole('table', { name: 'Duplicate numbers' })
    expect(await doubles.getByRole('row').count()).toBe(3)
    expect(await text(doubles)).toContain(duplicate.so_no)

    // The print shows 10 pieces at 11.20: 112.00, of which 12.00 are VAT.
    await page.goto(`/sales/bookings/${first.id}`)
    await openMore(page)
    await page.getByRole('link', { name: 'Print invoice' }).click()
    const sheet = page.getByRole('region', { name: 'Invoice' })
    await sheet.waitFor()
    const paper = await text(sheet)
    expect(paper).toMatch(
      /VATable sales 100\.00 VAT-exempt sales 0\.00 Zero-rated sales 0\.00 VAT 12% 12\.00 Total 112\.00 Amount due PHP 112\.00/,
    )
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: 'Bookings' }).first().isVisible()).toBe(false)
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(1000)
    await page.emulateMedia({ media: 'screen' })
    expect(problems).toEqual([])
    await visit.close()
  })
})

describe('a day of deliveries', () => {
  it('is picked in cases, delivered in full or short, and listed by agent and area', async () => {
    const [full, short] = [await validated(24), await validated(30)]
    const visit = await signedIn('warehouse@demo.test')
    const { page, problems } = visit
    onTestFailed(() => picture(page, 'delivery'))
    const { main, press } = desk(visit)

    // 24 + 30 pieces of 12 a case.
    await page.goto('/sales/sales-delivery?area=Desk+Area')
    const select = (booking: { so_no: string }) =>
      page.getByLabel(`Deliver ${booking.so_no}`).check()
    await select(full)
    await select(short)
    await page.getByText('2 selected, PHP 604.80, 2 not invoiced, dated').waitFor()
    await page.getByRole('button', { name: 'Pick list' }).click()
    await page.waitForURL(/pick-list/)
    await expect.poll(() => main()).toMatch(/2 selected bookings.*Desk Soap 12 2 4 cs \+ 6 pc/)

    await page.goto('/sales/sales-delivery?area=Desk+Area')
    await page.getByRole('button', { name: 'Mark delivered' }).click()
    await page.getByText('Select at least one booking.').waitFor()
    // The page's scripts have taken over: a tick in the middle of that may be lost.
    await page.getByRole('checkbox', { name: 'Select all' }).waitFor()
    await select(full)
    await select(short)
    await page.getByRole('button', { name: 'Print receipts' }).click()
    await page.waitForURL(/receipts\?/)
    await expect.poll(() => page.getByRole('region', { name: 'Delivery receipt' }).count()).toBe(2)
    await page.goto('/sales/sales-delivery?area=Desk+Area')
    await select(full)
    await confirmed(page, 'Mark delivered', 'Deliver')
    await page.getByText('1 booking delivered').waitFor()
    await page.getByLabel(`Deliver ${full.so_no}`).waitFor({ state: 'detached' })

    // Two cases of two and a half are delivered; the rest is released.
    await page.getByRole('row').filter({ hasText: short.so_no }).getByText('Partial…').click()
    await page.waitForURL(new RegExp(short.id))
    await page.getByText('Partial delivery', { exact: true }).click()
    await page.locator('[name="lines[0].quantity"]').fill('2 cs')
    await page.getByLabel('Undelivered goods').selectOption('release')
    await press('Save partial delivery')
    await page.getByText('delivery entered.').waitFor()
    expect(await main()).toMatch(/67\.20/)
    await openMore(page)
    await page.getByRole('link', { name: 'Delivery receipt' }).click()
    await page.waitForURL(/delivery-receipt/)
    await expect.poll(() => main()).toMatch(/2 cs \+ 6 pc 2 – 24 11\.20 \/ pc 268\.80/)

    await page.goto('/sales/sales-delivery?view=done&area=Desk+Area')
    const day = await main()
    expect(day).toMatch(/Desk Area 2 537\.60/)
    for (const { so_no } of [full, short]) expect(day).toContain(so_no)
    await page.getByRole('link', { name: 'Print manifest' }).click()
    await page.waitForURL(/day-list/)
    await expect.poll(() => main()).toMatch(/Desk Area.*Total 537\.60/)
    expect(problems).toEqual([])
    await visit.close()
  })

  it('in parts has a day for each part, which can be corrected', async () => {
    const now = today('Asia/Manila')
    const [added, first, second] = [addDays(now, -3), addDays(now, -2), addDays(now, -1)] as const
    const booking = await validated(12, added)
    const { data } = await demo.db().from('booking_lines').select('id').eq('booking_id', booking.id)
    let { version } = booking
    for (const day of [first, second])
      version = (
        await demo.runCommand('deliver_booking', {
          ...{ p_booking: booking.id, p_version: version, p_date: day },
          p_lines: { lines: [{ line_id: data![0]!.id, quantity: 6 }], remainder: 'keep' },
        })
      ).version
    const visit = await signedIn('warehouse@demo.test')
    const { page, problems } = visit
    const { main, press } = desk(visit)
    await page.goto(`/sales/bookings/${booking.id}/dates`)
    await page.getByLabel(`Delivered ${formatDate(first)}`).fill(addDays(added, -1))
    await page.getByLabel('Reason').fill('The driver wrote another day')
    await press('Edit dates')
    await page.getByText('The delivery date cannot be earlier than the booking date.').waitFor()
    await page.getByLabel(`Delivered ${formatDate(first)}`).fill(now)
    await press('Edit dates')
    await page.getByText(`The dates of ${booking.so_no} are corrected.`).waitFor()
    await expect
      .poll(main)
      .toContain(`Delivered ${formatDate(now)}, not ${formatDate(first)}. The driver wrote another`)
    expect(problems).toEqual([])
    await visit.close()
  })
})
