import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { uuidOf } from '../../tools/ids.ts'
import { testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { sheetRows } from '../support/report-sheet.ts'
import { testServer } from '../support/server.ts'
import { shownRows } from '../support/shown-table.ts'

/**
 * A month of a company with VAT of 12 %, long before the demo companies began to trade, so that its report has these documents
 * alone. Every figure is computed by hand:
 *
 * - SI-1, prices with VAT: soap 10 × 11.20 = 112.00 (100.00 + 12.00), rice 5 × 8.00 = 40.00 exempt, tuna 4 × 25.00 = 100.00
 *   zero-rated, together 252.00.
 * - SI-2, prices without VAT: soap 3 × 33.33 = 99.99 + 12.00 = 111.99, soap 10 × 10.00 less 5 % = 95.00 + 11.40 = 106.40,
 *   rice 40.00, tuna 100.00, together 358.39.
 * - A debit memo of SI-2: 1.00 too little for each of 3 soaps, 3.00 + 0.36, and of 5 rice, 5.00: 8.36.
 * - A credit memo of SI-1: its 10 soaps came back.
 * - Bought with VAT in the cost: soap 560.00 (500.00 + 60.00), rice 200.00, tuna 500.00.
 * - A voucher: rent 224.00 (200.00 + 24.00), rice 40.00 exempt, fares 16.00 without a class, 280.00 less 10.00 withheld.
 * - A customer's certificate of tax withheld: 20.00.
 */
const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const shop = demoCompany(server)
const owner = demoCompany(server, 'owner')
const clerk = demoCompany(server, 'expenses-and-disbursements')
const tag = randomUUID().slice(0, 6)
const day = (of: number) => `2024-02-${String(of).padStart(2, '0')}`
const MONTH = `from=${day(1)}&to=${day(29)}`
const [FIRST, SECOND] = [`SI1-${tag}`, `SI2-${tag}`]

interface Sale {
  id: string
  lines: string[]
}
let customer_id: string
let goods: [soap: string, rice: string, tuna: string]
let included: Sale
let onTop: Sale
let debit: string
let credit: string
let voucher: string

async function pricesIncludeVat(prices_include_vat: boolean): Promise<void> {
  const found = rows(await owner.db().from('projects').select('version').eq('id', DEMO_ID))
  await owner.runCommand('update_project', {
    p_version: found[0]!.version,
    p_details: { prices_include_vat },
  })
}

/** Goods that are sold, invoiced and delivered on a day. */
async function sell(
  no: string,
  on: string,
  lines: Record<string, string | number>[],
): Promise<Sale> {
  const { id, version } = await shop.runCommand('create_booking', {
    p_booking: { customer_id, date_added: on, lines },
  })
  const at = (steps: number) => ({ p_booking: id, p_version: version + steps })
  await shop.runCommand('validate_booking', at(0))
  await shop.runCommand('set_invoice', { ...at(1), p_invoice_no: no, p_date: on })
  await shop.runCommand('deliver_booking', { ...at(2), p_date: on })
  const made = rows(
    await shop.db().from('booking_lines').select('id').eq('booking_id', id).order('line_no'),
  )
  return { id, lines: made.map((line) => line.id) }
}

async function payVoucher(): Promise<string> {
  const cost_center_id = uuidOf(DEMO_ID, 'cost 1')
  const line = (description: string, amount: string, vat_class?: string) => ({
    ...{ description, amount, cost_center_id, vat_class },
  })
  const { id, version } = await clerk.runCommand('create_voucher', {
    p_voucher: {
      ...{ payee_id: uuidOf(DEMO_ID, 'payee 1'), general_description: `VAT ${tag}` },
      ...{ date_added: day(8), mode_of_payment: 'cash', ewt_amount: '10.00' },
      lines: [
        line('Rent', '224.00', 'vatable'),
        line('Rice', '40.00', 'exempt'),
        line('Fares', '16.00'),
      ],
    },
  })
  const printed = await clerk.runCommand('mark_voucher_printed', {
    ...{ p_voucher: id, p_version: version },
  })
  await clerk.runCommand('release_voucher', {
    ...{ p_voucher: id, p_version: printed.version },
    ...{ p_releaser: uuidOf(DEMO_ID, 'releaser 1'), p_date: day(8) },
  })
  return id
}

beforeAll(async () => {
  const { data: agents } = await shop.db().from('memberships').select('user_id').eq('role', 'Agent')
  const made = await shop.runCommand('request_customer', {
    p_customer: { name: `VAT store ${tag}`, agent_id: agents![0]!.user_id, terms_days: 30 },
  })
  customer_id = made.id
  goods = [
    await shop.product(`VAT soap ${tag}`),
    await shop.product(`VAT rice ${tag}`, { vat_class: 'exempt' }),
    await shop.product(`VAT tuna ${tag}`, { vat_class: 'zero_rated' }),
  ]
  const [soap, rice, tuna] = goods
  await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: `VAT-${tag}`, supplier: 'S', with_vat: true, date_added: day(2) },
      lines: [
        { product_id: soap, quantity: 100, cost: '5.60' },
        { product_id: rice, quantity: 50, cost: '4.00' },
        { product_id: tuna, quantity: 50, cost: '10.00' },
      ],
    },
  })
  included = await sell(FIRST, day(5), [
    { product_id: soap, quantity: 10, agent_srp: '11.20' },
    { product_id: rice, quantity: 5, agent_srp: '8.00' },
    { product_id: tuna, quantity: 4, agent_srp: '25.00' },
  ])
  await pricesIncludeVat(false)
  onTop = await sell(SECOND, day(6), [
    { product_id: soap, quantity: 3, agent_srp: '33.33' },
    { product_id: soap, quantity: 10, agent_srp: '10.00', discount_percent: '5' },
    { product_id: rice, quantity: 5, agent_srp: '8.00' },
    { product_id: tuna, quantity: 4, agent_srp: '25.00' },
  ])
  await pricesIncludeVat(true)
  const memo = async (p_memo: object) =>
    (await shop.runCommand('create_memo', { p_memo: p_memo as never })).id
  debit = await memo({
    ...{ kind: 'debit', reason: 'undercharge', booking_id: onTop.id, on_date: day(7) },
    lines: [
      { line_id: onTop.lines[0], quantity: 3, price_difference: '1.00' },
      { line_id: onTop.lines[2], quantity: 5, price_difference: '1.00' },
    ],
  })
  credit = await memo({
    ...{ kind: 'credit', reason: 'return', booking_id: included.id, on_date: day(7) },
    lines: [{ line_id: included.lines[0], quantity: 10 }],
  })
  voucher = await payVoucher()
  const paid = await shop.runCommand('record_collection', {
    p_collection: {
      ...{ customer_id, collection_type: 'withholding', amount: '20.00', cr_no: `CR-${tag}` },
      ...{ date_collected: day(9), allocations: [{ booking_id: onTop.id, amount: '20.00' }] },
    },
  })
  await shop.runCommand('approve_collection', { p_collection: paid.id, p_version: paid.version })
})

const as = async (login: string) => (await signedIn(`${login}@demo.test`)).page
const textOf = async (part: Locator) => (await part.innerText()).replace(/\s+/g, ' ')
const main = (page: Page) => textOf(page.locator('main'))

describe('an invoice of goods that are vatable, exempt and zero-rated', () => {
  it('has the VAT of each line and the sales by class, on screen and paper, where prices include it', async () => {
    const page = await as('invoice-admin')
    await page.goto(`/sales/bookings/${included.id}`)
    const shown = await shownRows(page.getByRole('table').first())
    expect(shown.map((line) => [line.Amount, line.VAT])).toEqual([
      ['112.00', '12.00VATable'],
      ['40.00', '0.00VAT-exempt'],
      ['100.00', '0.00Zero-rated'],
      ['252.00', '12.00'],
    ])
    await page.goto(`/sales/bookings/${included.id}/invoice`)
    const paper = await main(page)
    expect(paper).toMatch(/VAT soap \w+ – 10 10 11\.20 \/ pc 12\.00 VATable 112\.00/)
    expect(paper).toMatch(/VAT rice \w+ – 5 5 8\.00 \/ pc 0\.00 VAT-exempt 40\.00/)
    expect(paper).toMatch(/VAT tuna \w+ – 4 4 25\.00 \/ pc 0\.00 Zero-rated 100\.00/)
    expect(paper).not.toContain('Before VAT')
    expect(paper).toContain(
      'VATable sales 100.00 VAT-exempt sales 40.00 Zero-rated sales 100.00 VAT 12% 12.00 Total 252.00 Amount due PHP 252.00',
    )
  })

  it('has each amount before VAT where it comes on top', async () => {
    const page = await as('invoice-admin')
    await page.goto(`/sales/bookings/${onTop.id}`)
    const shown = await shownRows(page.getByRole('table').first())
    expect(shown.map((line) => [line['Amount with VAT'], line.VAT])).toEqual([
      ['111.99', '12.00VATable'],
      ['106.40', '11.40VATable'],
      ['40.00', '0.00VAT-exempt'],
      ['100.00', '0.00Zero-rated'],
      ['358.39', '23.40'],
    ])
    await page.goto(`/sales/bookings/${onTop.id}/invoice`)
    const paper = await main(page)
    expect(paper).toMatch(/Discount % Before VAT VAT VAT class Amount \(PHP\)/)
    expect(paper).toMatch(/VAT soap \w+ – 3 3 33\.33 \/ pc 0\.00 99\.99 12\.00 VATable 111\.99/)
    expect(paper).toMatch(
      /VAT soap \w+ – 10 10 10\.00 \/ pc 5\.00 5% 95\.00 11\.40 VATable 106\.40/,
    )
    expect(paper).toMatch(/VAT rice \w+ – 5 5 8\.00 \/ pc 0\.00 40\.00 0\.00 VAT-exempt 40\.00/)
    expect(paper).toMatch(/VAT tuna \w+ – 4 4 25\.00 \/ pc 0\.00 100\.00 0\.00 Zero-rated 100\.00/)
    expect(paper).toContain(
      'VATable sales 194.99 VAT-exempt sales 40.00 Zero-rated sales 100.00 VAT 12% 23.40 Before discounts, with VAT 363.99 Less discounts, with VAT 5.60 Total 358.39 Amount due PHP 358.39',
    )
  })
})

it('a memo of prices without VAT has each amount before VAT, on screen and paper', async () => {
  const page = await as('finance-admin')
  await page.goto(paths.memos.memo(debit))
  const shown = await shownRows(page.getByRole('table', { name: 'Lines' }))
  const of = ['Undercharge', 'Before VAT', 'VAT', 'Amount (PHP)']
  expect(shown.map((line) => of.map((name) => line[name]))).toEqual([
    ['1.00', '3.00', '0.36VATable', '3.36'],
    ['1.00', '5.00', '0.00VAT-exempt', '5.00'],
    ['', '', '0.36', '8.36'],
  ])
  await page.goto(paths.memos.print(debit))
  const paper = await main(page)
  expect(paper).toMatch(/VAT soap \w+ – 3 3 1\.00 \/ pc 3\.00 0\.36 VATable 3\.36/)
  expect(paper).toMatch(/VAT rice \w+ – 5 5 1\.00 \/ pc 5\.00 0\.00 VAT-exempt 5\.00/)
  expect(paper).toContain(
    'VATable, net of VAT 3.00 VAT-exempt 5.00 Zero-rated 0.00 VAT 0.36 Total PHP 8.36',
  )
  // Prices of the first invoice had it in them.
  await page.goto(paths.memos.print(credit))
  const returned = await main(page)
  expect(returned).toMatch(/VAT soap \w+ – 10 10 11\.20 \/ pc 12\.00 112\.00/)
  expect(returned).not.toContain('Before VAT')
})

it('a voucher has the input VAT of each line, on screen and paper', async () => {
  const page = await as('expenses-and-disbursements')
  await page.goto(paths.expenses.voucher(voucher))
  const shown = await shownRows(page.getByRole('table', { name: 'Particulars' }))
  const of = ['Particulars', 'VAT class', 'Input VAT', 'Amount (PHP)']
  expect(shown.map((line) => of.map((name) => line[name]))).toEqual([
    ['Rent', 'VATable', '24.00', '224.00'],
    ['Rice', 'VAT-exempt', '0.00', '40.00'],
    ['Fares', '–', '0.00', '16.00'],
    ['Total', '', '24.00', '280.00'],
  ])
  await page.goto(`${paths.expenses.voucherPrint}?voucher=${voucher}`)
  const paper = await textOf(page.getByRole('region', { name: 'Disbursement voucher' }))
  expect(paper).toMatch(/Rent .* 24\.00 224\.00 Rice .* VAT-exempt 40\.00 Fares .* – 16\.00/)
  expect(paper).toContain(
    'Input VAT 24.00 Total 280.00 Less withholding tax (EWT) 10.00 Net amount payable PHP 270.00',
  )
})

describe('the VAT report of the month', () => {
  const REPORT = {
    'VATable sales': '297.99',
    'Output VAT': '35.76',
    'Exempt sales': '85.00',
    'Zero-rated sales': '200.00',
    'Credit memos': '100.00',
    'VAT of credit memos': '12.00',
    'VATable purchases': '700.00',
    'Input VAT': '84.00',
    'Other purchases': '740.00',
    'VAT payable': '-60.24',
    'Withheld by customers': '20.00',
    'Withheld from suppliers': '10.00',
  }
  const CHOSEN = ['zero_rated', 'memos', 'bought_other', 'creditable', 'withheld']
    .map((key) => `&show=${key}`)
    .join('')
  /** Debits and credits of the accounts of taxes; payable is output VAT, 35.76 less 12.00, less input VAT. */
  const ACCOUNTS = {
    'Creditable withholding tax': ['20.00', '0.00'],
    'Input VAT': ['84.00', '0.00'],
    'Withholding tax payable': ['0.00', '10.00'],
    'Output VAT': ['12.00', '35.76'],
  }
  const plain = (value: unknown) =>
    value === '–' || value === null || value === ''
      ? '0.00'
      : Number(String(value).replaceAll(',', '')).toFixed(2)
  /** Debits and credits by account, of those of taxes. */
  const taxes = (accounts: Record<string, unknown>[]) =>
    Object.fromEntries(
      accounts
        .filter(({ Account }) => String(Account) in ACCOUNTS)
        .map(({ Account, Debit, Credit }) => [Account, [plain(Debit), plain(Credit)]]),
    )

  it('is what the documents say, and what the trial balance has, on screen', async () => {
    const page = await as('finance-admin')
    await page.goto(`${paths.reports.report('vat')}?level=month&${MONTH}${CHOSEN}`)
    const [month] = await shownRows(page.getByRole('table').first())
    expect(month).toEqual({ Month: '2024-02', ...REPORT })
    await page.goto(`${paths.reports.report('trial_balance')}?level=account&${MONTH}`)
    expect(taxes(await shownRows(page.getByRole('table').first()))).toEqual(ACCOUNTS)
  })

  it('is the same in Excel', async () => {
    const finance = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
    const sheet = async (name: string, level: string, heading: string) =>
      sheetRows(
        await finance.get(`${paths.reports.excel(name)}?level=${level}&${MONTH}${CHOSEN}`),
        heading,
      )
    const [{ Month, ...month }] = (await sheet('vat', 'month', 'Month')) as [
      Record<string, unknown>,
    ]
    expect(Month).toBe('2024-02')
    // Headings of files have capitals.
    expect(
      Object.fromEntries(
        Object.entries(month).map(([name, value]) => [name.toLowerCase(), plain(value)]),
      ),
    ).toEqual(
      Object.fromEntries(
        Object.entries(REPORT).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    )
    expect(taxes(await sheet('trial_balance', 'account', 'Account'))).toEqual(ACCOUNTS)
  })
})
