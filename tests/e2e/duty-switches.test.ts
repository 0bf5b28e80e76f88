import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it, onTestFailed } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

/** The switches of separation of duties, all in one list of the settings (docs/permissions.md). */
const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const office = demoCompany(server, 'expenses-and-disbursements')
const finance = demoCompany(server, 'finance-admin')
const tag = randomUUID().slice(0, 6)
const settings = `/admin-projects/${DEMO_ID}/settings?section=duties`
let agent: string
let product: string

beforeAll(async () => {
  const { data } = await shop.db().from('memberships').select('user_id').eq('role', 'Agent')
  agent = data![0]!.user_id
  product = await shop.product(`Switch soap ${tag}`)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `SWITCH-${tag}`,
      supplier: 'S',
      lines: [{ product_id: product, quantity: 500, cost: '7.00', prod_srp: '10.00' }],
    },
  })
})

type Made = { id: string; version: number }
/** Sends a command as one person alone: a refusal is thrown with its hint. */
async function send(db: Db, name: string, args: object): Promise<Made> {
  const all = { p_project: DEMO_ID, p_idempotency_key: randomUUID(), ...args }
  const { data, error } = await db.rpc(name as 'create_booking', all as never)
  if (error) throw error
  return data as unknown as Made
}
const bookAt = async (product_id: string, customer_id: string) =>
  send(shop.db(), 'create_booking', {
    p_booking: { customer_id, lines: [{ product_id, quantity: 1, agent_srp: '10.00' }] },
  })
const validate = ({ id, version }: Made) =>
  send(shop.db(), 'validate_booking', { p_booking: id, p_version: version })
const customerOf = (db: Db) =>
  send(db, 'request_customer', {
    p_customer: {
      ...{ name: `Switch store ${randomUUID()}`, agent_id: agent, credit_line: null },
      terms_days: '30',
    },
  })

/** Acts that one person cannot do alone, prepared by that person: the step that the rule refuses, and its message. */
const RULES: [label: string, prepare: () => Promise<() => Promise<unknown>>, message: RegExp][] = [
  [
    'Raised credit limits need a second person',
    async () => {
      const made = await bookAt(product, (await customerOf(shop.db())).id)
      return () => validate(made)
    },
    /another user must validate/,
  ],
  [
    'Overrides and prices need a second person',
    async () => {
      const id = randomUUID()
      const row = { project_id: DEMO_ID, id, description: `Own ${id}`, material_code: id }
      const { error } = await shop
        .db()
        .from('products')
        .insert({ ...row, def_srp: 10 })
      expect(error).toBeNull()
      await shop.runCommand('create_purchase', {
        p_purchase: {
          ...{ po_no: id, supplier: 'S' },
          lines: [{ product_id: id, quantity: 5, cost: '7.00', prod_srp: null }],
        },
      })
      const customer = await shop.runCommand('request_customer', {
        p_customer: { name: `Store ${id}`, agent_id: agent, credit_line: null, terms_days: '30' },
      })
      const made = await bookAt(id, customer.id)
      return () => validate(made)
    },
    /Another user must validate/,
  ],
  [
    'Receipts are approved by a second person',
    async () => {
      const { id: customer_id } = await customerOf(shop.db())
      const made = await send(shop.db(), 'record_collection', {
        p_collection: { customer_id, amount: '5.00', cr_no: randomUUID() },
      })
      return () =>
        send(shop.db(), 'approve_collection', { p_collection: made.id, p_version: made.version })
    },
    /another user who approves collections must approve it/,
  ],
  [
    'Credit and debit memos are approved by a second person',
    async () => {
      const { data } = await finance
        .db()
        .from('customers')
        .select('id')
        .eq('approval_status', 'approved')
        .limit(1)
      const made = await send(finance.db(), 'create_memo', {
        p_memo: {
          kind: 'debit',
          reason: 'bounced_cheque',
          customer_id: data![0]!.id,
          amount: '6000.00',
        },
      })
      return () => send(finance.db(), 'approve_memo', { p_memo: made.id, p_version: made.version })
    },
    /another user who approves memos must approve it/,
  ],
  [
    'Vouchers are approved by a second person',
    async () => {
      const made = await send(office.db(), 'create_voucher', {
        p_voucher: {
          payee_id: await payee(null),
          lines: [{ description: 'Rent', amount: '60000.00' }],
        },
      })
      return () =>
        send(office.db(), 'approve_voucher', { p_voucher: made.id, p_version: made.version })
    },
    /another user must approve it/,
  ],
  [
    'Account numbers of payees are confirmed by a second person',
    async () => {
      const id = await payee(`9-${randomUUID().slice(0, 8)}`)
      return () => send(office.db(), 'confirm_payee_account', { p_payee: id, p_version: 1 })
    },
    /another user who edits payees or approves vouchers must confirm it/,
  ],
]

async function payee(account_no: string | null): Promise<string> {
  const id = randomUUID()
  const { error } = await office
    .db()
    .from('payees')
    .insert({ project_id: DEMO_ID, id, fname: `Switch payee ${id}`, account_no })
  expect(error).toBeNull()
  return id
}

it('each switch is in one list; off, one person does what on is refused', async () => {
  const { page, close } = await signedIn('admin@demo.test', { scripts: false })
  onTestFailed(() => picture(page, 'duty switches'))
  const set = async (label: string, on: boolean) => {
    await page.goto(settings)
    await page.getByLabel(label)[on ? 'check' : 'uncheck']()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Separation of duties: saved.').waitFor()
  }
  await page.goto(settings)
  expect(await page.locator('main input[type=checkbox]').count()).toBe(8)
  for (const [label] of RULES) expect(await page.getByLabel(label).isChecked()).toBe(true)
  for (const [label, prepare, message] of RULES) {
    const step = await prepare()
    await expect(step()).rejects.toMatchObject({
      hint: 'maker_checker',
      message: expect.stringMatching(message),
    })
    await set(label, false)
    await step()
    await set(label, true)
    await expect((await prepare())()).rejects.toMatchObject({ hint: 'maker_checker' })
  }
  // No role does both of these; tests/db/duties-chains.test.ts and bad-orders.test.ts play a changed role.
  for (const [rule, off] of [
    ['Price and quantity corrections are approved', 'Also by the user who requested them'],
    ['Write-offs of bad orders are approved', 'Also by the user who entered them'],
  ] as const) {
    const shows = async (who: string) => {
      await page.goto(`/admin-projects/${DEMO_ID}`)
      const fact = page.locator('dl > div').filter({ hasText: rule })
      expect(await fact.locator('dd').allInnerTexts()).toEqual([who])
    }
    await set(`${rule} by a second person`, false)
    await shows(off)
    await set(`${rule} by a second person`, true)
    await shows('Second person required')
  }
  await close()
})
