import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { reportRows } from '../../app/platform/db/figures.ts'
import { formatDate } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server, 'finance-admin')

const FILES = [
  ['/reports_ar_excel?level=customer', 'Customer'],
  ['/reports_collection_excel', 'Customer'],
  ['/reports_inventory_excel', 'Product'],
  ['/customers/statements/excel', 'Customer'],
  ['/memos/excel', 'Memo No.'],
  ['/treasury/cheques/excel?tab=cleared', 'Bank'],
  ['/accounting/accounts/excel', 'Code'],
  ['/audit/excel', 'Date'],
] as const

describe('a CSV file', () => {
  it('has the rows of the SQL function, without title lines and totals', async () => {
    const rows = reportRows(
      await company.db().rpc('report_ar', { p_project: DEMO_ID, p_filters: { level: 'document' } }),
    )
    const client = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
    const answer = await client.get('/reports_ar_excel?level=document&show=balance&format=csv')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/Accounts-receivable.*\.csv"$/)
    const text = Buffer.from(await answer.arrayBuffer()).toString()
    expect(text.startsWith('\uFEFF')).toBe(true)
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data.length).toBeGreaterThan(20)
    const read = data.map((row) => [
      ...[row['SO No.'], row.Date, row.Receivables],
      row['Net of Uncleared Cheques'],
    ])
    expect(read).toEqual(
      rows.map((row) => [
        row.so_no ?? '',
        formatDate(String(row.doc_date)),
        Number(row.cleared_balance).toFixed(2),
        Number(row.balance).toFixed(2),
      ]),
    )
  })

  it.each(FILES)('of %s begins with its column names', async (address, first) => {
    const client = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
    const answer = await client.get(`${address}${address.includes('?') ? '&' : '?'}format=csv`)
    expect(answer.status).toBe(200)
    const text = Buffer.from(await answer.arrayBuffer()).toString()
    expect(text.slice(1).split(',')[0]).toBe(first)
  })
})
