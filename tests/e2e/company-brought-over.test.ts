import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { formatMoney, fromCents, toCents } from '../../app/platform/values/money.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { ensureAccount, signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { testServer } from '../support/server.ts'
import { workbook } from '../support/workbook.ts'

/** A company is brought over from its files: made by the administrator, filled by its staff, read on its first day. */
const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })

const OPENING = addDays(today('Asia/Manila'), -1)
const staff = 'staff@brought-over.test'
const manager = 'manager@brought-over.test'

/** Code, name, pieces of a case, cost of a piece, SRP, opening pieces, opening cost of so many pieces. */
const PRODUCTS = [
  ['BO-1', 'Brought Cola', '12', '52.00', '61.00', 240, '624.00', 12],
  ['BO-2', 'Brought Sardines', '100', '18.25', '21.50', 1_055, '18.25', 1],
  ['BO-3', 'Brought Noodles', '24', '6.10', '7.75', 7, '100.00', 12],
] as const
/** Customer, open invoice, days before the opening, what is owed. */
const OWED = [
  ['Brought Aling Puring', 'OLD-101', 10, '1500.50'],
  ['Brought Aling Puring', 'OLD-117', 3, '499.50'],
  ['Brought Mang Tomas', 'OLD-120', 45, '20000.05'],
] as const

const iso = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)
/** Cost of opening pieces in centavos, half a centavo up. */
const worthOf = ([, , , , , pieces, cost, of]: (typeof PRODUCTS)[number]) =>
  (toCents(cost as never) * BigInt(pieces) * 2n + BigInt(of)) / (2n * BigInt(of))
const shown = (cents: bigint) => formatMoney(fromCents(cents))

beforeAll(async () => {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  const admin = await signInAs(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
  const project = randomUUID()
  const send = async (name: 'create_project' | 'provision_member', args: object) => {
    const all = { p_project: project, p_idempotency_key: randomUUID(), ...args }
    const { error } = await admin.rpc(name, all as never)
    expect(error).toBeNull()
  }
  await send('create_project', { p_details: { name: `Brought over ${project.slice(0, 8)}` } })
  for (const [email, display_name, role] of [
    ['agent@brought-over.test', 'Brought Agent', 'Agent'],
    [staff, 'Brought Staff', 'special access 1'],
    [manager, 'Brought Manager', 'General Manager'],
  ]) {
    const { id: user_id } = await ensureAccount(backend, { email: email!, password: DEMO_PASSWORD })
    const member = { user_id, email, display_name, role, project_ids: [project] }
    await send('provision_member', { p_member: member })
  }
}, 60_000)

const main = async ({ page }: Visit) =>
  (await page.locator('main').allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const press = ({ page }: Visit, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

async function bring(visit: Visit, address: string, name: string, file: Buffer, rows: string) {
  const { page } = visit
  await page.goto(address)
  const mimeType = 'application/octet-stream'
  await page.getByLabel('Excel or CSV file').setInputFiles({ name, mimeType, buffer: file })
  await press(visit, 'Read the sheet')
  await page.getByText(`${rows} can be imported.`).waitFor()
  await press(visit, `Import ${rows}`)
  await page.waitForURL((url) => url.pathname !== address)
}

it('begins with its products, stock and open invoices, and the first reports show them', async () => {
  const visit = await signedIn(staff)
  onTestFailed(() => picture(visit.page, 'company brought over'))
  const csv = (rows: (string | number)[][]) =>
    Buffer.from(rows.map((row) => row.join(',')).join('\n'))
  await bring(
    visit,
    '/inventory/product-list/import',
    'products.csv',
    csv([
      ['Material code', 'Description', 'Pieces per case', 'Default cost', 'Default SRP'],
      ...PRODUCTS.map((product) => product.slice(0, 5)),
    ]),
    '3 products',
  )
  const stock = (pieces: (product: (typeof PRODUCTS)[number]) => number) =>
    workbook([
      ['Code', 'Qty', 'Unit cost', 'Cost is for pieces', 'As of'],
      ...PRODUCTS.map((product) => {
        const [code, , , , , , cost, of] = product
        return [code, pieces(product), Number(cost), of, new Date(OPENING)]
      }),
    ])
  const opening = '/inventory/opening-stock/import'
  // The first file was a wrong one: it is undone, and nothing of it stays.
  await bring(
    visit,
    opening,
    'wrong.xlsx',
    stock(() => 5),
    '3 products',
  )
  await visit.page.goto(opening)
  await press(visit, 'Undo')
  await press(visit, 'Undo it')
  await visit.page
    .getByText(/^by Brought Staff,/)
    .first()
    .waitFor()
  await bring(
    visit,
    opening,
    'stock.xlsx',
    stock((product) => product[5]),
    '3 products',
  )
  await bring(
    visit,
    '/customers/customer-list/import',
    'customers.csv',
    csv([
      ['Customer', 'Agent', 'Terms', 'Open invoice', 'Invoice date', 'Amount owed'],
      ...OWED.map(([name, no, days, amount]) => [
        ...[name, 'Brought Agent', 30, no, iso(addDays(OPENING, -days)), amount],
      ]),
    ]),
    '3 rows',
  )
  expect(visit.problems).toEqual([])
  await visit.close()

  const reader = await signedIn(manager)
  const period = `from=${OPENING}&to=${OPENING}`
  await reader.page.goto(`/reports_inventory?${period}`)
  const inventory = await main(reader)
  for (const [, name, , , , pieces] of PRODUCTS) {
    const row = reader.page.getByRole('row').filter({ hasText: name }).first()
    expect((await row.innerText()).replace(/\s+/g, ' ')).toContain(pieces.toLocaleString('en-US'))
  }
  // The report values pieces at the default cost of their product, the books at what they cost.
  const valued = PRODUCTS.map(([, , , cost, , pieces]) => toCents(cost as never) * BigInt(pieces))
  expect(inventory).toContain(shown(sum(valued)))
  const worth = sum(PRODUCTS.map(worthOf))
  await reader.page.goto('/reports_ar')
  const owed = sum(OWED.map(([, , , amount]) => toCents(amount as never)))
  expect(await main(reader)).toContain(shown(owed))
  expect(await main(reader)).toMatch(/Brought Aling Puring.* 2,000\.00/)
  // Both stand against the opening balances, and nothing else is in the books.
  await reader.page.goto(`/reports_trial_balance?${period}`)
  const books = await main(reader)
  for (const amount of [worth, owed, worth + owed]) expect(books).toContain(shown(amount))
  expect(reader.problems).toEqual([])
  await reader.close()
})
