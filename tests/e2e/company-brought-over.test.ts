import { randomUUID } from 'node:crypto'
import { expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import {
  BOUGHT,
  CHEQUES,
  cents,
  ORDERED,
  OWED,
  ordered,
  PEOPLE,
  PRODUCTS,
  productOf,
  shown,
  sum,
  worthOf,
} from '../support/brought-over.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { confirmed } from '../support/confirm.ts'
import { linkIn, mailsTo } from '../support/outbox.ts'
import { testServer } from '../support/server.ts'
import { shownRows } from '../support/shown-table.ts'
import { workbook } from '../support/workbook.ts'

/**
 * A company is brought over from its files by the screens alone: made by the administrator, filled by its staff,
 * approved by a second person, read on its first day. The figures come from the rows below, computed here.
 */
const server = testServer()
const { visit, signedIn } = testBrowser(server, { scripts: false })

const TODAY = today('Asia/Manila')
const OPENING = addDays(TODAY, -1)
/** The browsers of the people, who are signed in by the link of their mail. */
const passes = new Map<string, Visit>()

const iso = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const csv = (rows: readonly (readonly (string | number)[])[]) =>
  Buffer.from(rows.map((row) => row.join(',')).join('\n'))
const main = async ({ page }: Visit) =>
  (await page.locator('main').allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const press = ({ page }: Visit, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** Reads a file, looks at it, and imports it. */
async function bring(visit: Visit, kind: string, name: string, buffer: Buffer, rows: string) {
  const { page } = visit
  await page.goto(`/import/${kind}`)
  await page
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await press(visit, 'Preview')
  await page.getByText(`${rows} can be imported.`).waitFor()
  await press(visit, `Import ${rows}`)
  await page.waitForURL((url) => url.pathname !== `/import/${kind}`)
}

async function undoLast(visit: Visit, kind: string) {
  await visit.page.goto(`/import/${kind}`)
  await press(visit, 'Undo')
  await press(visit, 'Undo import')
  await visit.page
    .getByText(/^by Brought Staff,/)
    .first()
    .waitFor()
}

/** It is made by the administrator, whose people choose their passwords. */
async function make() {
  const tag = randomUUID().slice(0, 6)
  const company = `Brought over ${tag}`
  const admin = await signedIn('admin@demo.test')
  const { page } = admin
  onTestFailed(() => picture(page, 'company brought over, made'))
  await page.goto('/admin-projects/add')
  await page.getByLabel('Project name').fill(company)
  await press(admin, 'Create project')
  await page.waitForURL(/admin-projects\/[0-9a-f-]{36}\/guide$/)
  await page.goto(page.url().replace(/\/guide$/, ''))
  for (const [who, name, role] of PEOPLE) {
    const email = `${who}-${tag}@brought-over.test`
    await page.goto('/admin-users/add')
    await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
    await page.getByLabel(/^Project/).selectOption({ label: company })
    await press(admin, 'Continue')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Name').last().fill(name)
    await press(admin, 'Create user')
    await page.waitForURL(/admin-users\/[0-9a-f-]{36}$/)
    const [mail] = await mailsTo(server.folder, email, 1)
    const person = await visit()
    await person.page.goto(linkIn(mail!))
    for (const field of await person.page.locator('input[type=password]').all())
      await field.fill('Correct-horse-77')
    await press(person, 'Confirm')
    await person.page.waitForURL(
      (url) => url.pathname !== '/verification' || url.search === '?done=1',
    )
    passes.set(who, person)
  }
  expect(admin.problems).toEqual([])
  await admin.close()
}

/** Takes products, stock, customers, invoices, suppliers, purchases, orders and cheques from files. */
async function fill() {
  const staff = passes.get('staff')!
  const { page } = staff
  onTestFailed(() => picture(page, 'company brought over, imports'))
  await page.goto('/import')
  expect(await main(staff)).toMatch(
    /Import products.*Import opening stock.*Import customers.*Import open invoices.*Import suppliers and payees.*Import purchases.*Import open orders.*Import receipts and post-dated cheques.*Update products.*Update customers/,
  )
  await bring(
    staff,
    'products',
    'products.csv',
    csv([
      ['Material code', 'Description', 'Pieces per case', 'Cost', 'SRP', 'VAT'],
      ...PRODUCTS.map(([code, name, of, cost, srp]) => [code, name, of, cost, srp, 'Exempt']),
    ]),
    '3 products',
  )
  const stock = (pieces: (product: (typeof PRODUCTS)[number]) => number) =>
    workbook([
      ['Code', 'Qty', 'Unit cost', 'As of'],
      ...PRODUCTS.map((product) => {
        const [code, , , cost] = product
        return [code, pieces(product), cost, new Date(OPENING)]
      }),
    ])
  // The first file was a wrong one: it is undone, and nothing of it stays.
  await bring(
    staff,
    'opening_stock',
    'wrong.xlsx',
    stock(() => 5),
    '3 products',
  )
  await undoLast(staff, 'opening_stock')
  await bring(
    staff,
    'opening_stock',
    'stock.xlsx',
    stock((product) => product[5]),
    '3 products',
  )
  await bring(
    staff,
    'customers',
    'customers.csv',
    csv([
      ['Customer', 'Agent', 'Terms'],
      ...[...new Set(OWED.map(([name]) => name))].map((name) => [name, 'Brought Agent', 30]),
    ]),
    '2 rows',
  )
  const invoices = OWED.map(([name, no, days, amount]) => [
    ...[name, no, iso(addDays(OPENING, -days)), amount],
  ])
  const invoiceHead = ['Customer', 'Invoice no.', 'Invoice date', 'Amount owed']
  await bring(staff, 'open_invoices', 'invoices.csv', csv([invoiceHead, ...invoices]), '3 invoices')
  await bring(
    staff,
    'payees',
    'suppliers.csv',
    csv([
      ['Supplier', 'Account'],
      ['Brought Supplier', '0012-3456-78'],
    ]),
    '1 payee',
  )
  await bring(
    staff,
    'purchases',
    'purchases.csv',
    csv([
      ['PO', 'Supplier', 'Date', 'Code', 'Qty', 'Cost'],
      ...BOUGHT.map(([po, code, pieces, cost]) => [
        po,
        'Brought Supplier',
        iso(TODAY),
        code,
        pieces,
        cost,
      ]),
    ]),
    '3 rows',
  )
  await bring(
    staff,
    'bookings',
    'orders.csv',
    csv([
      ['Order no', 'Customer', 'Order date', 'Code', 'Qty', 'Price'],
      ...ORDERED.map(([no, name, code, pieces, price]) => [
        no,
        name,
        iso(TODAY),
        code,
        pieces,
        price,
      ]),
    ]),
    '2 rows',
  )
  const cheques = (amount: (cheque: (typeof CHEQUES)[number]) => string) =>
    csv([
      [
        'CR no',
        'Customer',
        'Date',
        'Paid by',
        'Bank',
        'Cheque no',
        'Cheque date',
        'Amount',
        'Invoice',
      ],
      ...CHEQUES.map((cheque) => {
        const [cr, name, no, , invoice] = cheque
        const due = iso(addDays(TODAY, 20))
        return [cr, name, iso(OPENING), 'PDC', 'BDO', no, due, amount(cheque), invoice]
      }),
    ])
  await bring(
    staff,
    'receipts',
    'wrong.csv',
    cheques(() => '1.00'),
    '2 rows',
  )
  await undoLast(staff, 'receipts')
  // A payment above what an invoice owes is refused beside its cell, and put right there.
  await page.goto('/import/receipts')
  await page.getByLabel('Or paste from a spreadsheet').fill(cheques(() => '99999.00').toString())
  await press(staff, 'Preview')
  await page.getByText('2 errors in 2 rows. Nothing was imported').waitFor()
  for (const [row, cheque] of CHEQUES.entries())
    await page.getByLabel(`Row ${row + 2}, Amount`).fill(cheque[3])
  await press(staff, 'Check again')
  await page.getByText('2 rows can be imported.').waitFor()
  await press(staff, 'Import 2 rows')
  await page.waitForURL(/treasury-view-list$/)
  expect(staff.problems).toEqual([])
}

/** Changes products by a file, after old and new were seen. */
async function change() {
  const staff = passes.get('staff')!
  const { page } = staff
  onTestFailed(() => picture(page, 'company brought over, changes'))
  await page.goto('/import/product_changes')
  await page
    .getByLabel('Or paste from a spreadsheet')
    .fill(
      'Code\tDescription\tSupplier\nBO-1\tBrought Cola\tBrought Supplier\nBO-2\t\tBrought Supplier',
    )
  await press(staff, 'Preview')
  await page.getByText('2 cells change in 2 products of 2.').waitFor()
  expect(await main(staff)).toMatch(/empty → Brought Supplier/)
  await press(staff, 'Change 2 products')
  await page.waitForURL(/product-list/)
  await page.goto('/inventory/product-list?q=Brought+Supplier')
  // The list searches suppliers: both products have the new one.
  expect(await main(staff)).toMatch(/Brought Cola.*Brought Sardines.* 1–2 of 2/)
}

/** Approves the cheques of before by a second person. */
async function approve() {
  const finance = passes.get('finance')!
  const { page } = finance
  onTestFailed(() => picture(page, 'company brought over, approval'))
  await page.goto('/treasury/treasury-list/approval')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await confirmed(finance.page, /^Approve/, 'Approve')
  await page.getByText('2 receipts approved').waitFor()
}

/** The balance where a cheque counts before it has cleared. */
const NET = 'Net of uncleared cheques'

/** Reads the first day: stock, receivables, cheques and books, and no sale. */
async function read() {
  const manager = passes.get('manager')!
  const { page } = manager
  onTestFailed(() => picture(page, 'company brought over, reports'))
  const opened = sum(PRODUCTS.map(([code, , , cost, , pieces]) => worthOf(code, pieces, cost)))
  const bought = sum(BOUGHT.map(([, code, pieces, cost]) => worthOf(code, pieces, cost)))
  const owed = sum(OWED.map(([, , , amount]) => cents(amount)))
  const cheques = sum(CHEQUES.map(([, , , amount]) => cents(amount)))

  const table = () => shownRows(page.getByRole('table').first())
  const count = (pieces: bigint) => pieces.toLocaleString('en-US')
  await page.goto(`/reports_inventory?from=${TODAY}&to=${TODAY}&show=available&units=pieces`)
  const goods = await table()
  for (const [code, name, , , , pieces] of PRODUCTS) {
    const more = sum(BOUGHT.filter((line) => line[1] === code).map((line) => BigInt(line[2])))
    expect(goods.find(({ Product }) => Product === name)).toMatchObject({
      Opening: count(BigInt(pieces)),
      Purchased: count(more),
      'Available now': count(BigInt(pieces) + more),
    })
  }

  // The ageing counts a cheque as owed until it clears, the balance does not.
  await page.goto('/reports_ar?show=balance&show=uncleared')
  const [total] = (await table()).slice(-1)
  expect([total![NET], total!.Uncleared, total!.Receivables]).toEqual(
    [owed - cheques, cheques, owed].map(shown),
  )
  await page.goto(`/reports_ar?as_of=${addDays(OPENING, -1)}`)
  expect((await table()).at(-1)).toMatchObject({ 'Customer ↑': 'Total', Receivables: shown(owed) })

  // The books: what was there before stands against the opening balances, what was bought against the suppliers.
  await page.goto(`/reports_trial_balance?from=${OPENING}&to=${TODAY}`)
  const books = new Map(
    (await table()).map((row) => [row.Account, [row['Debit balance'], row['Credit balance']]]),
  )
  for (const [account, debit, credit] of [
    ['Inventory', shown(opened + bought), '–'],
    ['Accounts receivable', shown(owed - cheques), '–'],
    ['Cheques on hand', shown(cheques), '–'],
    ['Opening balances', '–', shown(opened + owed)],
    ['Purchases clearing', '–', shown(bought)],
  ] as const)
    expect([account, ...(books.get(account) ?? [])]).toEqual([account, debit, credit])

  // An order is no sale, and an open invoice of before is neither.
  await page.goto(`/reports_sales?from=${addDays(OPENING, -60)}&to=${TODAY}`)
  expect(await main(manager)).toContain('No results')
  await page.goto('/sales/bookings?show=net')
  const columns = ['Invoice no.', 'Customer', 'Total (PHP)', 'Receivables', NET]
  const bookings = (await table()).map((row) => columns.map((name) => row[name]))
  for (const [customer, no, , amount] of OWED) {
    const paid = sum(CHEQUES.flatMap((each) => (each[4] === no ? [cents(each[3])] : [])))
    const [all, left] = [shown(cents(amount)), shown(cents(amount) - paid)]
    expect(bookings).toContainEqual([no, customer, all, all, left])
  }
  expect(bookings).toContainEqual(['–', ORDERED[0][1], shown(ordered()), '–', '–'])
  await page.goto('/treasury/cheques?tab=upcoming')
  const upcoming = (await table()).map((row) => [row.Cheque, row['CR no.'], row['Amount (PHP)']])
  expect(upcoming).toEqual([
    ...CHEQUES.map(([cr, , no, amount]) => [no, cr, shown(cents(amount))]),
    ['Total', '', shown(cheques)],
  ])

  await page.goto('/verify-books')
  expect(await main(manager)).not.toMatch(/\d+ of \d+ wrong/)
}

/** Delivers the order of before, which is the first sale. */
async function sell() {
  const [manager, sales, staff] = [
    passes.get('manager')!,
    passes.get('sales')!,
    passes.get('staff')!,
  ]
  const { page } = manager
  // The person who imported prices and limits validates no booking that needs them.
  for (const [person, address, label, button, verb, said] of [
    [sales, '/sales/bookings/validation', /^Validate SO/, /^Validate/, 'Validate', 'validated'],
    [staff, '/sales/sales-delivery', /^Deliver SO/, 'Mark delivered', 'Deliver', 'delivered'],
  ] as const) {
    onTestFailed(() => picture(person.page, `company brought over, ${said}`))
    await person.page.goto(address)
    await person.page.getByLabel(label).check()
    await confirmed(person.page, button, verb)
    await person.page.getByText(`1 booking ${said}`).waitFor()
  }
  const costs = ORDERED.map(([, , code, pieces]) => {
    const [, , , cost, , opening] = productOf(code)
    const lines = BOUGHT.filter((line) => line[1] === code)
    const worth =
      worthOf(code, opening, cost) + sum(lines.map((line) => worthOf(code, line[2], line[3])))
    const on = BigInt(opening) + sum(lines.map((line) => BigInt(line[2])))
    // Weighted average cost, half a centavo up.
    return (worth * BigInt(pieces) * 2n + on) / (2n * on)
  })
  await page.goto(`/reports_sales?from=${TODAY}&to=${TODAY}`)
  expect((await shownRows(page.getByRole('table').first())).at(-1)).toMatchObject({
    ...{ Gross: shown(ordered()), Net: shown(ordered()), Cost: shown(sum(costs)) },
  })
}

it('goes from an empty company to the reports of its first day, by the screens alone', async () => {
  await make()
  await fill()
  await change()
  await approve()
  await read()
  await sell()
  for (const person of passes.values()) {
    expect(person.problems).toEqual([])
    await person.close()
  }
}, 300_000)
