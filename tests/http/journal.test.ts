import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportRow } from '../../app/modules/reports/definition.ts'
import { documentOf } from '../../app/modules/reports/journal/documents.ts'
import { row, rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { openApi, openAuditor } from '../support/agreement.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let finance: HttpClient

beforeAll(async () => {
  finance = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
})

/** Reads a file of the journal from the beginning of the demo company. */
async function file(format: string, level = 'line') {
  const query = new URLSearchParams({ format, level, from: '2020-01-01', account: 'sales' })
  const answer = await finance.get(`/reports_journal/file?${query}`)
  expect(answer.headers.get('content-type')).toContain('text/csv')
  const text = (await answer.text()).replace(/^\uFEFF/, '')
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}

const cents = (amount: string | undefined) => BigInt((amount || '0.00').replace('.', ''))

describe.each(['line', 'day'])('a file of the journal, one entry per %s', (level) => {
  it('balances in QuickBooks, entry by entry', async () => {
    const lines = await file('quickbooks', level)
    const entries = new Map<string, bigint>()
    for (const { JournalNo, Debits, Credits } of lines)
      entries.set(JournalNo!, (entries.get(JournalNo!) ?? 0n) + cents(Debits) - cents(Credits))
    expect(entries.size).toBeGreaterThan(20)
    expect([...entries].filter(([, amount]) => amount !== 0n)).toEqual([])
    expect(lines.every(({ Debits, Credits }) => !Debits !== !Credits)).toBe(true)
    expect(lines.some(({ AccountName }) => AccountName!.startsWith('Cash in bank:'))).toBe(true)
    const owed = lines.filter(({ AccountName }) => AccountName === 'Accounts receivable')
    expect(owed.length).toBeGreaterThan(10)
    expect(owed.filter(({ Name }) => !Name)).toEqual([])
    expect(lines[0]!.JournalDate).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  })

  it('balances in Xero by narration and date, and in Odoo by the lines below a date', async () => {
    const xero = new Map<string, bigint>()
    for (const line of await file('xero', level)) {
      const key = `${line['*Narration']} ${line['*Date']}`
      xero.set(key, (xero.get(key) ?? 0n) + cents(line['*Amount']))
    }
    const odoo: bigint[] = []
    for (const line of await file('odoo', level)) {
      if (line.date) odoo.push(0n)
      odoo[odoo.length - 1]! += cents(line['line_ids/debit']) - cents(line['line_ids/credit'])
    }
    expect([...xero.values()].every((amount) => amount === 0n)).toBe(true)
    expect(odoo.every((amount) => amount === 0n)).toBe(true)
    expect(odoo.length).toBe(xero.size)
  })
})

it('has the same sums as the trial balance', async () => {
  const lines = await file('csv')
  const sums = new Map<string, bigint>()
  for (const { Account, Debit, Credit } of lines)
    sums.set(Account!, (sums.get(Account!) ?? 0n) + cents(Debit) - cents(Credit))
  const page = await finance.get('/reports_trial_balance?level=account&_data=reports_trial_balance')
  const { rows } = (await page.json()) as { rows: Record<string, string>[] }
  const balances = rows.map(({ account_name, debit_balance, credit_balance }) => [
    account_name,
    cents(debit_balance) - cents(credit_balance),
  ])
  expect(balances.length).toBeGreaterThan(15)
  expect(balances).toEqual(
    rows.map(({ account_name }) => [account_name, sums.get(account_name!) ?? 0n]),
  )
})

it('is plain CSV in a format that is not known, and refused without journal.read', async () => {
  const other = await finance.get('/reports_journal/file?format=pdf')
  expect(other.headers.get('content-disposition')).toContain('journal-csv')
  const clerk = await HttpClient.signedIn(server.origin, 'sales-admin@demo.test')
  for (const address of [
    '/reports_journal/file?format=csv',
    '/reports_journal',
    '/reports_trial_balance',
    '/accounting/accounts',
    '/accounting/accounts/sales',
  ])
    expect((await clerk.get(address)).status, address).toBe(403)
})

it.each(['owner@demo.test', 'finance-admin@demo.test'])(
  'leads %s from every kind of entry to a document that opens',
  async (email) => {
    await creditGoods(email)
    const reader = await openAuditor(server, DEMO_ID, email, DEMO_PASSWORD)
    const found = new Map<string, ReportRow[]>()
    let after: string | undefined
    do {
      const page = rows(
        await reader.db.rpc('report_journal', {
          p_project: DEMO_ID,
          p_filters: { from: '2020-01-01', level: 'line', limit: 500, after },
        } as never),
      ) as unknown as ReportRow[]
      for (const line of page) {
        const kind = `${line.document_kind}: ${line.what}`
        found.set(kind, [...(found.get(kind) ?? []), line].slice(-2))
      }
      after = page.length === 500 ? String(page.at(-1)!.row_key) : undefined
    } while (after)
    const links = [...found.values()].flat().map((line) => documentOf(line, reader.project))
    for (const link of new Set(links))
      if (link) expect([link, (await reader.client.get(link)).status]).toEqual([link, 200])
    expect([...found.keys()]).toContain('memo: Credit memo')
    expect(links.filter(Boolean).length).toBeGreaterThan(15)
  },
  60_000,
)

/** Takes a piece of a delivered booking back by a memo, and one by a warehouse request. */
async function creditGoods(key: string) {
  const clerk = await openApi(server, 'special-access-1@demo.test', DEMO_PASSWORD)
  const owner = await openApi(server, 'owner@demo.test', DEMO_PASSWORD)
  const booking = row(
    await clerk
      .from('bookings')
      .select('id, booking_lines!inner(id)')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'approved')
      .not('date_invoiced', 'is', null)
      .not('date_delivered', 'is', null)
      .gt('booking_lines.quantity_delivered', 5)
      .order('so_no')
      .limit(1)
      .single(),
  )
  const lines = [{ line_id: booking.booking_lines[0]!.id, quantity: 1 }]
  await sendCommand(clerk, 'create_memo', DEMO_ID, `${key} memo`, {
    p_memo: { kind: 'credit', reason: 'return', booking_id: booking.id, lines },
  })
  const asked = await sendCommand(clerk, 'create_warehouse_request', DEMO_ID, `${key} ask`, {
    p_request: { booking_id: booking.id, kind: 'take_back', reason: 'Dented', lines },
  })
  await sendCommand(owner, 'decide_warehouse_request', DEMO_ID, `${key} decide`, {
    p_request: asked.id,
    p_version: asked.version,
    p_decision: 'approved',
    p_note: null,
  })
}
