import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoCompany } from '../support/demo.ts'
import { fillCompany, fillLists, nth } from '../support/large-company.ts'
import { optionsOf, pageReader } from '../support/page-reader.ts'
import { nextOf } from '../support/report-page.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'

const server = postgresServer()
const company = demoCompany(server)
const { as, page } = pageReader(server)

describe.skipIf(!hasPostgres())('a list that is longer than one answer of the API', () => {
  const EXPENSES = 'expenses-and-disbursements'
  const PRINT = '/reports_expenses_print'
  beforeAll(async () => {
    await fillCompany(server, 1, 250)
    await fillLists(server)
  })

  it('offers all accounts and cost centers', async () => {
    const { html } = await page('/expenses/expenses-list/expenses-add-voucher', EXPENSES)
    const last = (name: string) => optionsOf(html, name).at(-1)
    expect(last('lines[0].cost_center_id')).toBe('Zz Center 01100')
    expect(last('bank_id')).toBe('Zz Bank · 01100')
    const receipt = await page('/treasury/treasury-list/treasury-add-collection')
    expect(optionsOf(receipt.html, 'parts[0].bank_id').at(-1)).toBe('Zz Bank · 01100')
    const layouts = await page('/expenses/cheques/layouts', EXPENSES)
    expect(layouts.html.includes('>01100<')).toBe(true)
  })

  it('pages through the vouchers to print, each once', async () => {
    const seen: string[] = []
    for (let path: string | undefined = PRINT; path; ) {
      const { html } = await page(path, EXPENSES)
      const body = /<table.*?<\/table>/s.exec(html)![0]
      seen.push(...[...body.matchAll(/>(90\d{3})</g)].map(([, no]) => no!))
      path = nextOf(html)
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `${90_001 + at}`))
  })

  it('says when a receipt cannot pay all bookings', async () => {
    const { data } = await company
      .db()
      .from('customers')
      .select('id')
      .eq('name', nth.customer(1))
      .single()
    const { html } = await page(
      `/treasury/treasury-list/treasury-add-collection?customer=${data!.id}`,
    )
    const found = ['The oldest are listed', '>ZZ-200<', '>ZZ-201<'].map((text) =>
      html.includes(text),
    )
    expect(found).toEqual([true, true, false])
  })

  it('pages through statements and is complete in the Excel file, each once', async () => {
    const names = Array.from({ length: 250 }, (_, at) => nth.customer(at + 1))
    const shown = (text: string) => names.filter((name) => text.includes(name))
    const seen: string[] = []
    let pages = 0
    for (let path: string | undefined = '/customers/statements'; path; pages++) {
      const { html } = await page(path)
      seen.push(...shown(/<main.*<\/main>/s.exec(html)![0].replace(/<select.*?<\/select>/gs, '')))
      path = nextOf(html)
    }
    expect(seen).toEqual(names)
    expect(pages).toBe(3)
    const file = await (await as('special-access-1')).get('/customers/statements/excel')
    const parts = Object.values(unzipSync(new Uint8Array(await file.arrayBuffer())))
    expect(shown(parts.map((part) => strFromU8(part)).join('\n'))).toEqual(names)
  })
})
