import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const shop = demoCompany(server)
const { as, page } = pageReader(server)
const tag = randomUUID().slice(0, 8)

async function customer(name: string) {
  const [agent] = rows(
    await shop
      .db()
      .from('memberships')
      .select('user_id')
      .eq('project_id', DEMO_ID)
      .eq('role', 'Agent')
      .limit(1),
  )
  const made = await shop.runCommand('request_customer', {
    p_customer: { name, agent_id: agent!.user_id },
  })
  return made.id
}

/** Sends the form of a merge as a browser without scripts does. */
const send = async (login: string, path: string, fields: Record<string, string>) =>
  (await as(login)).post(path, { project: DEMO_ID, idempotencyKey: randomUUID(), ...fields })

it('merges customers on a page that says what will happen, once it is confirmed', async () => {
  const [twin, kept] = [await customer(`Twin ${tag}`), await customer(`Kept ${tag}`)]
  const merge = paths.customers.merge(twin)
  expect((await page(paths.customers.customer(twin), 'finance-admin')).html).toContain(merge)
  expect((await page(paths.customers.customer(twin), 'sales-admin')).html).not.toContain(merge)
  const { html } = await page(merge, 'finance-admin')
  expect(html).toMatch(/are transferred\s+today, by document/)
  expect(html).toContain('A merge cannot be undone.')

  const version = String(await shop.versionOf('customers', twin))
  const fields = { version, into: kept, reason: 'Entered twice' }
  const unsure = await send('finance-admin', merge, fields)
  expect(await unsure.text()).toContain('Select this first: it cannot be undone.')
  const sure = { ...fields, sure: 'on' }
  expect((await send('sales-admin', merge, sure)).status).toBe(403)
  const done = await send('finance-admin', merge, sure)
  expect([done.status, done.headers.get('location')]).toEqual([302, paths.customers.customer(kept)])
  const old = (await page(paths.customers.customer(twin), 'finance-admin')).html
  expect(old).toContain('Merged')
  expect(old).toContain(paths.customers.customer(kept))
  expect(old).not.toContain(merge)
})

it('merges products on a page that says what will happen, once it is confirmed', async () => {
  const [twin, kept] = [
    await shop.product(`Twin product ${tag}`),
    await shop.product(`Kept product ${tag}`),
  ]
  const merge = paths.inventory.mergeProduct(twin)
  expect((await page(paths.inventory.product(twin))).html).toContain(merge)
  expect((await page(paths.inventory.product(twin), 'warehouse')).html).not.toContain(merge)
  expect((await page(merge)).html).toMatch(/transferred today at cost/)
  const fields = { version: String(await shop.versionOf('products', twin)), into: kept }
  const unsure = await send('special-access-1', merge, fields)
  expect(await unsure.text()).toContain('Select this first: it cannot be undone.')
  const done = await send('special-access-1', merge, { ...fields, sure: 'on' })
  expect([done.status, done.headers.get('location')]).toEqual([302, paths.inventory.product(kept)])
  const old = (await page(paths.inventory.product(twin))).html
  expect(old).toContain('Merged')
  expect(old).toContain(paths.inventory.product(kept))
})

it('merges suppliers on a page, after which the old name leads to the one that stays', async () => {
  const [old, name] = [`Old supplier ${tag}`, `Kept supplier ${tag}`]
  const make = async (supplier: string) => {
    const id = randomUUID()
    const { error } = await shop
      .db()
      .from('suppliers')
      .insert({ project_id: DEMO_ID, id, name: supplier })
    if (error) throw new Error(error.message)
    return id
  }
  const [twin, kept] = [await make(old), await make(name)]
  const here = paths.inventory.supplier(twin)
  const merge = paths.inventory.mergeSupplier(twin)
  expect((await page(here)).html).toContain(merge)
  expect((await page(merge)).html).toContain('A merge cannot be undone.')
  const version = String(await shop.versionOf('suppliers', twin))
  const fields = { version, into: name }
  const unsure = await send('special-access-1', merge, fields)
  expect(await unsure.text()).toContain('Select this first: it cannot be undone.')
  const sure = { ...fields, sure: 'on' }
  expect((await send('finance-admin', merge, sure)).status).toBe(403)
  const nobody = await send('special-access-1', merge, { ...sure, into: 'Nobody' })
  expect([nobody.status, await nobody.text()]).toEqual([
    422,
    expect.stringContaining('Choose another supplier.'),
  ])
  const done = await send('special-access-1', merge, sure)
  expect([done.status, done.headers.get('location')]).toEqual([302, paths.inventory.supplier(kept)])
  const { html } = await page(here)
  expect(html).toContain('Merged')
  expect(html).toContain(paths.inventory.supplier(kept))
  expect(html).not.toContain('Save supplier')
  const line = { product_id: await shop.product(`Bought ${tag}`), quantity: 12, cost: '7.50' }
  const { id } = await shop.runCommand('create_purchase', {
    p_purchase: { po_no: `MERGE-${tag}`, supplier: old, lines: [line] },
  })
  const [purchase] = rows(
    await shop.db().from('purchases').select('supplier, supplier_id').eq('id', id),
  )
  expect(purchase).toEqual({ supplier: name, supplier_id: kept })
})
