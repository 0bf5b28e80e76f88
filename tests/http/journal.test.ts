import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
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
