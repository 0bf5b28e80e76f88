import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { fillCompany, MANY, nth } from '../support/large-company.ts'
import { optionsOf, pageReader } from '../support/page-reader.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'

const server = postgresServer()
const company = demoCompany(server)
const [CUSTOMER, PRODUCT, CODE] = [nth.customer(MANY), nth.product(MANY), nth.code(MANY)]
const [PAYEE, AREA, SUPPLIER] = [nth.payee(MANY), nth.area(MANY), nth.supplier(MANY)]

const { as, page } = pageReader(server)

/** Sends a form as a browser without scripts does. */
async function send(path: string, fields: Record<string, string>, login = 'special-access-1') {
  const client = await as(login)
  const response = await client.post(path, {
    project: DEMO_ID,
    idempotencyKey: randomUUID(),
    ...fields,
  })
  const html = await response.text()
  const problems = [...html.matchAll(/text-danger[^>]*>([^<]+)/g)].map(([, text]) => text)
  return { status: response.status, to: response.headers.get('location') ?? '', html, problems }
}

async function versionOf(table: 'bookings' | 'collections', id: string): Promise<number> {
  const { data } = await company.db().from(table).select('version').eq('id', id).single()
  return data!.version
}

const today = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Manila' })
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()
const selectedOf = (html: string, name: string) =>
  new RegExp(`<select[^>]*name="${name}".*?<option[^>]*selected=""[^>]*>([^<]*)`, 's').exec(
    html,
  )?.[1]

/** Screens with pickers, and who opens them. */
const WITH_PICKERS: readonly [path: string, login?: string][] = [
  ['/sales/bookings/add'],
  ['/inventory/purchase-list/purchase-add-purchase'],
  ['/inventory/purchase-list'],
  ['/treasury/treasury-list/treasury-add-collection'],
  ['/expenses/expenses-list/expenses-add-voucher', 'expenses-and-disbursements'],
  ['/expenses/expenses-list/expenses-view-list', 'expenses-and-disbursements'],
  ['/customers/statements'],
  ['/customers/customer-registry/customer-add-registry'],
  ['/reports_ar'],
  ['/reports_collection'],
  ['/reports_invoice'],
  ['/reports_delivery'],
  ['/reports_sales'],
  ['/reports_sales_customerspecific'],
  ['/reports_purchase'],
  ['/reports_expenses', 'expenses-and-disbursements'],
  ['/reports_penetration_report/call-sheet'],
  ['/inventory/stock-counts/add'],
  ['/warehouse/warehouse-list/add'],
  ['/sales/sales-delivery', 'invoice-admin'],
  ['/treasury/position'],
  ['/home'],
  ['/inbox'],
]

/** Screens whose rows are customers or products: they have as many rows as a page holds. */
const WITH_ROWS: readonly [path: string, login?: string][] = [
  ['/customers/customer-list/customer-view-list'],
  ['/customers/transfers/add'],
  ['/inventory/product-list'],
  ['/inventory/inventory-list/inventory-view-list'],
  ['/inventory/inventory-list/inventory-view-actual'],
  ['/treasury/masters/payees'],
  ['/reports_inventory'],
  ['/reports_customer_masterlist'],
  ['/reports_penetration_report'],
  ['/gm-portal', 'general-manager'],
]

async function weigh(screens: typeof WITH_PICKERS): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const [path, login] of screens) {
    const { html } = await page(path, login)
    found.set(path, Buffer.byteLength(html))
  }
  return found
}

const FEW = 150
const before = new Map<string, number>()

beforeAll(async () => {
  for (const [path, bytes] of await weigh(WITH_PICKERS)) before.set(path, bytes)
  await fillCompany(server, 1, FEW)
  for (const [path, bytes] of await weigh(WITH_ROWS)) before.set(path, bytes)
  await fillCompany(server, FEW + 1, MANY)
})

it.skipIf(!hasPostgres()).each([
  // The demo company has some thirty customers and products.
  ['with pickers', WITH_PICKERS, 20_000],
  // Their rows fill a page with a hundred and fifty.
  ['with rows', WITH_ROWS, 2_000],
] as const)('screens %s do not grow with the company', async (_, screens, most) => {
  const grown = [...(await weigh(screens))].flatMap(([path, bytes]) => {
    const more = bytes - before.get(path)!
    return more > most ? `${path}: ${before.get(path)} and ${more} bytes more` : []
  })
  expect(grown).toEqual([])
})

describe.skipIf(!hasPostgres())('the last of five thousand, without scripts', () => {
  const booked = { id: '', soNo: '' }

  it('is bought, booked, paid for and paid by its name or code', async () => {
    const purchase = await send('/inventory/purchase-list/purchase-add-purchase', {
      po_no: 'LARGE-1',
      supplier: SUPPLIER,
      kind: 'purchase',
      date_added: today,
      'lines[0].product_id_typed': CODE,
      'lines[0].quantity': '24',
      'lines[0].cost': '8',
    })
    expect(purchase.status, String(purchase.problems)).toBe(302)
    expect((await page(purchase.to)).html).toContain(PRODUCT)

    const booking = await send('/sales/bookings/add', {
      customer_id_typed: CUSTOMER.toLowerCase(),
      date_added: today,
      'lines[0].product_id_typed': PRODUCT,
      'lines[0].quantity': '12',
    })
    expect(booking.status, String(booking.problems)).toBe(302)
    const { html } = await page(booking.to)
    expect(html).toContain(CUSTOMER)
    expect(html).toContain(PRODUCT)
    booked.id = booking.to.split('/').at(-1)!
    booked.soNo = /SO-\d+/.exec(html)![0]
    const edit = (await page(`${booking.to}/edit`)).html
    expect(selectedOf(edit, 'customer_id')).toContain(CUSTOMER)

    const at = async () => ({
      p_booking: booked.id,
      p_version: await versionOf('bookings', booked.id),
    })
    await company.runCommand('validate_booking', await at())
    const invoice = { p_invoice_no: 'LARGE-1', p_date: today }
    await company.runCommand('set_invoice', { ...(await at()), ...invoice })
    await company.runCommand('deliver_booking', { ...(await at()), p_date: today })

    const add = '/treasury/treasury-list/treasury-add-collection'
    const receipt = {
      'parts[0].amount': '50.00',
      'parts[0].collection_type': 'cash',
      date_collected: today,
      cr_no: 'LARGE-1',
      cr_date: today,
      share: 'hand',
    }
    const shown = await send(add, { ...receipt, intent: 'bookings', customer_id_typed: CUSTOMER })
    expect(shown.status).toBe(302)
    const open = await page(shown.to)
    expect(selectedOf(open.html, 'customer_id')).toContain(CUSTOMER)
    expect(open.html).toContain(booked.soNo)
    const paid = await send(add, {
      ...receipt,
      customer_id_typed: CUSTOMER,
      'allocations[0].booking_id': booked.id,
      'allocations[0].amount': '50.00',
    })
    expect(paid.status, String(paid.problems)).toBe(302)
    expect((await page(paid.to)).html).toContain(CUSTOMER)
    const receiptId = paid.to.split('/').at(-1)!
    await company.runCommand('approve_collection', {
      p_collection: receiptId,
      p_version: await versionOf('collections', receiptId),
    })

    const voucher = await send(
      '/expenses/expenses-list/expenses-add-voucher',
      {
        payee_id_typed: PAYEE,
        date_added: today,
        category: 'Large',
        new_category: 'on',
        mode_of_payment: 'cash',
        'lines[0].description': 'Rent',
        'lines[0].amount': '70.00',
      },
      'expenses-and-disbursements',
    )
    expect(voucher.status, String(voucher.problems)).toBe(302)
    expect((await page(voucher.to, 'expenses-and-disbursements')).html).toContain(PAYEE)
  })

  it.each([
    ['/reports_ar', 'customer_id', CUSTOMER, CUSTOMER],
    ['/reports_collection', 'customer_id', CUSTOMER, 'LARGE-1'],
    ['/reports_invoice', 'customer_id', CUSTOMER, 'LARGE-1'],
    ['/reports_delivery', 'customer_id', CUSTOMER, PRODUCT],
    ['/reports_delivery', 'product_id', CODE, CUSTOMER],
    ['/reports_sales', 'customer_id', CUSTOMER, '120.00'],
    ['/reports_sales_customerspecific', 'customer_id', CUSTOMER, PRODUCT],
    ['/reports_purchase', 'product_id', PRODUCT, 'LARGE-1'],
    ['/reports_purchase', 'supplier', SUPPLIER, 'LARGE-1'],
    ['/reports_inventory', 'supplier', SUPPLIER, PRODUCT],
    ['/reports_customer_masterlist', 'area', AREA, CUSTOMER],
    ['/reports_expenses', 'payee_id', PAYEE, 'Rent'],
    ['/customers/statements', 'customer_id', CUSTOMER, booked.soNo],
    ['/customers/customer-list/customer-view-list', 'area', AREA, CUSTOMER],
    ['/inventory/inventory-list/inventory-view-actual', 'supplier', SUPPLIER, PRODUCT],
    ['/inventory/purchase-list', 'supplier', SUPPLIER, 'LARGE-1'],
    ['/expenses/expenses-list/expenses-view-list', 'payee', PAYEE, 'Large'],
  ])('is found on %s by %s', async (path, name, typed, found) => {
    const login = /expense/.test(path) ? 'expenses-and-disbursements' : undefined
    const { at, html } = await page(`${path}?${query({ [`${name}_typed`]: typed })}`, login)
    // The address has the id, and so have the links to Excel and print.
    expect(at).toContain(`${name}=`)
    expect(at).not.toContain('_typed')
    expect(selectedOf(html, name)).toContain(typed)
    expect(html.slice(html.indexOf('<table'))).toContain(found)
  })

  it('is found by part of its name in a list to choose from; nothing typed is lost', async () => {
    // 00500 and 05000.
    const part = CUSTOMER.slice(0, -1)
    const { at, html } = await page(
      `/reports_ar?${query({ customer_id_typed: part, basis: 'booked' })}`,
    )
    expect(at).toContain('_typed')
    expect(html).toContain(`“${part}”: choose it in the list.`)
    expect(optionsOf(html, 'customer_id')).toContain(`${CUSTOMER} · Branch ${MANY} · ${AREA}`)
    expect(html).toContain(`value="${part}"`)
    const many = await page(`/reports_ar?${query({ customer_id_typed: 'store zz' })}`)
    expect(many.html).toContain('More than 50 contain “store zz”')
    const none = await page(`/reports_ar?${query({ customer_id_typed: 'Nobody at all' })}`)
    expect(none.html).toContain('No name or code contains “Nobody at all”.')

    const fields = {
      date_added: today,
      remarks: 'Kept as typed',
      'lines[0].product_id_typed': 'zz-0500',
      'lines[0].quantity': '3 cs',
    }
    const refused = await send('/sales/bookings/add', { ...fields, customer_id_typed: part })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(`“${part}”: choose it in the list.`)
    expect(refused.html).toContain('1 contains “zz-0500”: choose it in the list.')
    for (const kept of ['Kept as typed', '3 cs', 'zz-0500', part])
      expect(refused.html).toContain(`value="${kept}"`)
    expect(optionsOf(refused.html, 'customer_id')).toHaveLength(1 + 2)
    // Chosen in the list that the text brought: the text stays, and the choice counts.
    const id = /<option value="([^"]*)"[^>]*>Zz Store 05000/.exec(refused.html)![1]!
    const again = await send('/sales/bookings/add', {
      ...fields,
      customer_id_typed: part,
      customer_id_searched: part,
      customer_id: id,
      'lines[0].product_id_typed': CODE,
    })
    expect(again.status, String(again.problems)).toBe(302)
    expect((await page(again.to)).html).toContain(CUSTOMER)
  })

  it('keeps what was typed in a line when the line above it is removed', async () => {
    const { html, status } = await send('/sales/bookings/add', {
      customer_id_typed: CUSTOMER,
      date_added: today,
      'lines[0].product_id_typed': CODE,
      'lines[1].product_id_typed': 'zz-0499',
      'lines[1].quantity': '7',
      __intent__: JSON.stringify({ type: 'remove', payload: { name: 'lines', index: 0 } }),
    })
    expect(status).toBe(200)
    expect(html).toMatch(/name="lines\[0\]\.product_id_typed"[^>]*value="zz-0499"/)
    expect(optionsOf(html, 'lines[0].product_id')).toHaveLength(1 + 10)
    expect(html).not.toContain('name="lines[1]')
    expect(selectedOf(html, 'customer_id')).toContain(CUSTOMER)
  })

  it('is transferred, archived, and known to an import', async () => {
    const add = `/customers/transfers/add?${query({ q: CUSTOMER })}`
    const { html } = await page(add)
    const id = /name="customer_ids"[^>]*value="([^"]+)"/.exec(html)![1]!
    const preview = await send(add, { customer_ids: id })
    expect(preview.html).toContain(CUSTOMER)
    const agents = [...preview.html.matchAll(/<option value="([^"]+)">(?:Jun|Cherry|Rico)/g)]
    const moved = await send(add, {
      intent: 'transfer',
      customer_ids: id,
      target_agent_id: agents[0]![1]!,
      effective_on: today,
      reason: 'Nearer',
    })
    expect(moved.status, String(moved.problems)).toBe(302)
    const list = await page(`/customers/transfers?${query({ q: CUSTOMER })}`)
    expect(list.html).toContain(CUSTOMER)
    const whole = await page('/customers/transfers/add')
    expect(whole.html).toMatch(/1–100 of 5,0\d\d.*Search, or choose an agent, to see others\./s)

    const archive = await send(
      '/sales/bookings/archive',
      { so_nos: booked.soNo, status: 'archived', intent: 'preview' },
      'general-manager',
    )
    expect(archive.html).toContain(CUSTOMER)

    const head = 'Material code\tDescription\tPieces per case\tDefault cost\tDefault SRP'
    const rows = `${head}\n${CODE}\tThe same\t12\t8\t10\nZZ-05001\tNew\t12\t8\t10`
    const taken = await send('/import/products', { intent: 'read', pasted: rows })
    expect(taken.html).toContain(`Already used by ${PRODUCT}.`)
  })

  it('call sheets of five thousand wait for an agent, and of one say how many there are', async () => {
    const { html } = await page('/reports_penetration_report/call-sheet')
    expect(html).toContain('Choose an agent')
    const agent = /<option value="([0-9a-f-]{36})">Jun/.exec(html)![1]
    const one = await page(`/reports_penetration_report/call-sheet?agent_id=${agent}`)
    expect(one.html).toContain(': the first 500 are on the sheet.')
  })
})
