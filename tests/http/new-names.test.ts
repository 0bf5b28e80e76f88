import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const CLERK = 'expenses-and-disbursements'
const company = demoCompany(server, CLERK)
const { as, page } = pageReader(server)
const tag = randomUUID().slice(0, 6)
const UNKNOWN = 'No voucher has this category. Choose one from the list, or add it as new.'

/** Sends a form as a browser without scripts does. */
async function send(path: string, login: string, fields: Record<string, string>) {
  const client = await as(login)
  const response = await client.post(path, {
    project: DEMO_ID,
    idempotencyKey: randomUUID(),
    ...fields,
  })
  return {
    status: response.status,
    to: response.headers.get('location'),
    html: await response.text(),
  }
}

describe('a voucher without scripts', () => {
  const categoryOf = async (particulars: string) => {
    const found = rows(
      await company
        .db()
        .from('vouchers')
        .select('category, classification, voucher_lines!inner(description)')
        .eq('project_id', DEMO_ID)
        .eq('voucher_lines.description', particulars),
    )
    return found.map(({ category, classification }) => [category, classification])
  }
  const write = async (fields: Record<string, string>) => {
    const particulars = `Names ${randomUUID()}`
    const [payee] = rows(
      await company.db().from('payees').select('id').eq('fname', 'Pasig Realty Corp.'),
    )
    const sent = await send('/expenses/expenses-list/expenses-add-voucher', CLERK, {
      payee_id: payee!.id,
      date_added: new Date().toLocaleDateString('sv', { timeZone: 'Asia/Manila' }),
      mode_of_payment: 'cash',
      'lines[0].description': particulars,
      'lines[0].amount': '70.00',
      ...fields,
    })
    return { ...sent, written: await categoryOf(particulars) }
  }

  it('takes a new name only where the tick says so, and a known one in any case', async () => {
    const typed = { category_typed: `Permits ${tag}` }
    const refused = await write(typed)
    expect([refused.status, refused.written]).toEqual([422, []])
    expect(refused.html).toContain(`No name or code contains “Permits ${tag}”.`)
    // The typed text is kept.
    expect(refused.html).toContain(`value="Permits ${tag}"`)

    const added = await write({
      ...typed,
      new_category: 'on',
      classification_typed: `City ${tag}`,
      new_classification: 'on',
    })
    expect([added.status, added.written]).toEqual([302, [[`Permits ${tag}`, `City ${tag}`]]])

    const same = await write({ category_typed: `PERMITS ${tag}`, classification: `CITY ${tag}` })
    expect([same.status, same.written]).toEqual([302, [[`Permits ${tag}`, `City ${tag}`]]])
  })

  it('is refused by the database when a new name comes without the tick', async () => {
    const refused = await write({ category: `Sent ${tag}` })
    expect([refused.status, refused.written]).toEqual([422, []])
    expect(refused.html).toContain(UNKNOWN)
  })
})

it('a product without scripts has its supplier typed: a known one, or a new one with the tick', async () => {
  const write = async (code: string, fields: Record<string, string>) => {
    const sent = await send('/inventory/product-list/product-add-product', 'sales-admin', {
      description: `Product ${code}`,
      material_code: code,
      unit_of_measure: 'pc',
      case_config: '1',
      price_unit: 'piece',
      vat_class: 'vatable',
      def_cost: '1.00',
      def_srp: '2.00',
      ...fields,
    })
    const list = `/inventory/product-list?q=${code}&show=supplier`
    return { ...sent, list: sent.status === 302 ? (await page(list, 'sales-admin')).html : '' }
  }
  const name = `Suppliers of ${tag}`
  const refused = await write(`NN1-${tag}`, { supplier_typed: name })
  expect(refused.html).toContain(`No name or code contains “${name}”.`)
  const added = await write(`NN2-${tag}`, { supplier_typed: name, new_supplier: 'on' })
  expect([added.status, added.list]).toEqual([302, expect.stringContaining(name)])
  const same = await write(`NN3-${tag}`, { supplier_typed: name.toUpperCase() })
  expect([same.status, same.list]).toEqual([302, expect.stringContaining(name)])
})
