import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient, withoutIds } from '../../tools/http-client.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DOCUMENT_OF, FORM_OF } from '../support/document-addresses.ts'
import { FieldClient } from '../support/field-client.ts'
import { sample } from '../support/rounds.ts'
import { routeTable } from '../support/routes.ts'
import { isHosted, testServer } from '../support/server.ts'

const server = testServer()
// The administrator's addresses belong to no company (access.test.ts). Accounts, views and papers have the same keys in every company.
const dynamic = (await routeTable()).flatMap(({ address, loader }) =>
  address?.replace(/:\w{4,}/, '').includes(':') && loader?.kind !== 'requireAdmin' ? address : [],
)

/** A hosted project is asked for some of them: which address reads which rows is the same there. */
const some = <T>(list: [string, T][], few: number) => (isHosted() ? sample(list, few) : list)

/**
 * Returns a login that opens the documents of a table: special access 1 has all but those of
 * expenses, and people.
 */
function loginFor(table: string): string {
  if (table === 'people' || table === 'field_acts') return 'general-manager'
  return /^(voucher|document_file)s/.test(table) ? 'expenses-and-disbursements' : 'special-access-1'
}

/** Answers what was answered before, when it is asked for the same again. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (key) => made.get(key) ?? made.set(key, make(key)).get(key)!
}

const signedIn = once(async (email) => {
  const env = readEnv({ KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  return signInAs(backend, { email, password: DEMO_PASSWORD })
})

/** A person's client on the running server's own database. */
const personAt = (domain: string, login = 'special-access-1') => signedIn(`${login}@${domain}`)

/** Somebody at a browser, who signs in once for all tests. */
const clientAs = once((login) => HttpClient.signedIn(server.origin, `${login}@demo.test`))

/** An id of such a document of a company, read by its own people. */
async function idOf(table: (typeof DOCUMENT_OF)[string], domain: string): Promise<string> {
  const db = await personAt(domain, loginFor(table))
  if (table === 'collectors' || table === 'people') {
    const [agent] = rows(
      await db.from('memberships').select('user_id').eq('role', 'Agent').limit(1),
    )
    return agent!.user_id
  }
  const [document] = rows(
    table === 'cheques'
      ? await db.from('collections').select('id').eq('collection_type', 'cheque').limit(1)
      : table === 'bookings'
        ? await db.from('bookings').select('id').eq('is_debit_memo', false).limit(1)
        : await db.from(table).select('id').limit(1),
  )
  if (!document) throw new Error(`No ${table} of ${domain}.`)
  return document.id
}

/** The demo gives the other company no receipt, no count and no warehouse request. */
beforeAll(async () => {
  const db = await personAt('other.test')
  const [customer] = rows(await db.from('customers').select('id, project_id').limit(1))
  const receipt = await sendCommand(
    db,
    'record_collection',
    customer!.project_id,
    'foreign receipt',
    {
      p_collection: {
        customer_id: customer!.id,
        collection_type: 'cheque',
        amount: '10.00',
        cr_no: 'CR-FOREIGN',
        cheque_bank: 'Bank',
        cheque_no: '1',
        cheque_date: '2026-01-02',
        allocations: [],
      },
    },
  )
  const { project_id } = customer!
  const memo = { kind: 'debit', reason: 'bounced_cheque', amount: '10.00' }
  const foreign = await personAt('other.test', 'finance-admin')
  await sendCommand(foreign, 'create_memo', project_id, 'foreign memo', {
    p_memo: { ...memo, customer_id: customer!.id },
  })
  const home = await personAt('demo.test', 'finance-admin')
  const [own] = rows(
    await home.from('customers').select('id').eq('approval_status', 'approved').limit(1),
  )
  await sendCommand(home, 'create_memo', DEMO_ID, 'own memo', {
    p_memo: { ...memo, customer_id: own!.id },
  })
  for (const [domain, company] of [
    ['other.test', project_id],
    ['demo.test', DEMO_ID],
  ] as const) {
    await sendCommand(
      await personAt(domain, 'finance-admin'),
      'print_report',
      company,
      `print of ${domain}`,
      { p_print: { report: 'ar' } },
    )
    // An act that the office refuses is one of the company too.
    const phone = new FieldClient(server.origin)
    expect((await phone.enter(`agent@${domain}`)).status).toBe(200)
    const now = new Date().toISOString()
    const act = {
      key: randomUUID(),
      no: 1,
      kind: 'booking',
      version: '2.2.0',
      facts: { lines: [] },
    }
    const sent = { project: company, act: { ...act, device_at: now, made_at: now } }
    expect((await phone.call('act', sent)).status).toBe(200)
    const office = await personAt(domain, 'special-access-1')
    const { data: me } = await office.auth.getUser()
    await sendCommand(office, 'save_report_schedule', company, `schedule of ${domain}`, {
      p_schedule: { report: 'purchase', rhythm: 'day', hour: 6, recipients: [me.user!.id] },
    })
    const [stock] = rows(
      await office
        .from('inventory')
        .select('product_id')
        .eq('project_id', company)
        .gt('available', 0)
        .limit(1),
    )
    await sendCommand(office, 'create_bad_order', company, `bad order of ${domain}`, {
      p_record: {
        ...{ kind: 'to_bad_order', reason: 'Torn' },
        lines: [{ product_id: stock!.product_id, quantity: 1 }],
      },
    })
    const added = { p_version: null, p_details: { name: `Of ${domain}` } }
    const [list, group] = [`list of ${domain}`, `group of ${domain}`]
    await sendCommand(office, 'save_price_list', company, list, { ...added, p_list: null })
    await sendCommand(office, 'save_customer_group', company, group, { ...added, p_group: null })
  }
  const payee = randomUUID()
  for (const { error } of [
    await db.from('banks').insert({ project_id, bank: 'Bank', account_no: '1' }),
    await db.from('payees').insert({ project_id, id: payee, fname: 'Payee' }),
    await db.from('releasers').insert({ project_id, fname: 'Re', lname: 'Leaser' }),
    await db.from('cost_centers').insert({ project_id, cost_center: 'Cost' }),
  ])
    expect(error).toBeNull()
  await sendCommand(foreign, 'approve_collection', project_id, 'foreign receipt', {
    p_collection: receipt.id,
    p_version: receipt.version,
  })
  const bank_id = await idOf('banks', 'other.test')
  await sendCommand(db, 'add_cheque_book', project_id, 'foreign book', {
    p_book: { bank_id, first_no: '1', last_no: '2' },
  })
  await sendCommand(db, 'deposit_cheque', project_id, 'foreign slip', {
    p_deposit: {
      bank_id,
      slip_no: 'FOREIGN',
      cheques: [{ id: receipt.id, version: receipt.version + 1 }],
    },
  })
  const collector_id = await idOf('collectors', 'other.test')
  const taken = await sendCommand(db, 'record_collection', project_id, 'foreign cash', {
    p_collection: { customer_id: customer!.id, amount: '10.00', cr_no: 'CR-CASH', collector_id },
  })
  await sendCommand(db, 'receive_remittance', project_id, 'foreign remittance', {
    p_remittance: {
      collector_id,
      drr_no: 'DRR-FOREIGN',
      collection_ids: [taken.id],
      denominations: [{ value: '10.00', count: 1 }],
    },
  })
  const clerk = await personAt('other.test', loginFor('vouchers'))
  const voucher = await sendCommand(clerk, 'create_voucher', project_id, '1', {
    p_voucher: { payee_id: payee, lines: [{ description: 'Foreign', amount: '1.00' }] },
  })
  const path = `${project_id}/voucher/${voucher.id}/${'0'.repeat(64)}.pdf`
  const pdf = Buffer.from('%PDF-1.4\n%%EOF')
  const stored = clerk.storage.from('documents')
  const { error } = await stored.upload(path, pdf, { contentType: 'application/pdf' })
  expect(error).toBeNull()
  await sendCommand(clerk, 'attach_files', project_id, '1', {
    ...{ p_kind: 'voucher', p_document: voucher.id },
    p_files: [{ name: 'Foreign.pdf', path }],
  })
  const p_count = { title: 'Foreign count' }
  await sendCommand(db, 'open_stock_count', customer!.project_id, 'foreign count', { p_count })
  await sendCommand(db, 'create_warehouse_request', customer!.project_id, 'foreign request', {
    p_request: { booking_id: await idOf('bookings', 'other.test'), kind: 'hold', reason: 'Wait' },
  })
})

const addressOf = (pattern: string, id: string) =>
  pattern.replace(':kind', 'voucher').replace(':paper', 'receipt').replace(':id', id)

describe("another company's document", () => {
  it('has every address with an id declared', () => {
    expect(Object.keys(DOCUMENT_OF).sort()).toEqual([...dynamic].sort())
  })

  it.each(some(Object.entries(DOCUMENT_OF), 16))(
    '%s is the same 404 as one that is not there',
    async (address, table) => {
      const client = await clientAs(loginFor(table))
      const [own, foreign, absent] = [
        await idOf(table, 'demo.test'),
        await idOf(table, 'other.test'),
        randomUUID(),
      ]
      const opened = await client.get(addressOf(address, own))
      // A print leads to its report.
      expect(opened.status).toBe(address.startsWith('/printed_reports') ? 302 : 200)
      const responses = []
      for (const id of [foreign, absent, 'not-an-id']) {
        const response = await client.get(addressOf(address, id))
        const body = withoutIds(await response.text()).replaceAll('not-an-id', 'ID')
        // A file to download has no page around it.
        const page = response.headers.get('content-type')?.includes('html')
        if (page) expect(body).toMatch(/No such document!.*href="\/home"/s)
        responses.push({ status: response.status, body })
      }
      expect(responses[0]?.status).toBe(404)
      expect(responses[0]).toEqual(responses[1])
      expect(responses[0]).toEqual(responses[2])
    },
  )

  it('is no print of a report, nor of another screen', async () => {
    const client = await clientAs(loginFor('report_prints'))
    const [own, foreign] = [
      await idOf('report_prints', 'demo.test'),
      await idOf('report_prints', 'other.test'),
    ]
    const asked = (path: string) => client.get(path).then(({ status }) => status)
    expect(await asked(`/reports_ar/print?printed=${own}`)).toBe(200)
    for (const path of [
      `/reports_ar/print?printed=${foreign}`,
      `/reports_ar/print?printed=not-an-id`,
      `/reports_sales/print?printed=${own}`,
      `/customers/statements?printed=${own}`,
    ])
      expect(await asked(path), path).toBe(404)
  })

  it.each(some(Object.entries(FORM_OF), 8))(
    '%s is not written either, and nothing tells it from one that is not there',
    async (address, form) => {
      const table = DOCUMENT_OF[address]!
      const client = await clientAs(loginFor(table))
      const fields = {
        project: DEMO_ID,
        version: '1',
        reason: 'X',
        customer_id: await idOf('customers', 'demo.test'),
        'lines[0].product_id': await idOf('products', 'demo.test'),
        'lines[0].quantity': '1',
        'lines[0].agent_srp': '1.00',
        date_added: '2026-01-05',
        ...form,
      }
      const answers = []
      for (const id of [await idOf(table, 'other.test'), randomUUID()]) {
        const path = addressOf(address, id)
        const response = await client.post(path, { ...fields, idempotencyKey: randomUUID() })
        answers.push({ status: response.status, body: withoutIds(await response.text()) })
      }
      // 409: saved at a version that nobody can have seen, so there is nothing to save.
      expect([404, 409]).toContain(answers[0]?.status)
      expect(answers[0]).toEqual(answers[1])
    },
  )
})
