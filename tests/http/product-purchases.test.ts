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
const warehouse = demoCompany(server, 'warehouse')
const { page } = pageReader(server)

const tag = randomUUID().slice(0, 8)
const numbers = Array.from({ length: 11 }, (_, index) => `LINKED-${tag}-${index + 10}`)

/** The purchases of the page's list: number, day and quantity of each. */
const listed = (html: string) => {
  const table = /<caption[^>]*>Purchases<.*?<\/table>/s.exec(html)?.[0] ?? ''
  return (table.match(/<tr\b.*?<\/tr>/gs) ?? []).slice(1).map((row) => ({
    text: row.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '),
    to: /href="([^"]*)"/.exec(row)?.[1],
  }))
}

it('a product lists its purchases with number and date, to who may read purchases', async () => {
  const product = await shop.product(`Linked ${tag}`)
  const other = await shop.product(`Not linked ${tag}`)
  expect((await page(paths.inventory.product(product))).html).toContain('No purchases yet')

  const made = []
  for (const [index, po_no] of numbers.entries()) {
    const day = `2026-02-${String(index + 10)}`
    const line = (product_id: string, quantity: number) => ({ product_id, quantity, cost: '7.50' })
    made.push(
      await shop.runCommand('create_purchase', {
        p_purchase: {
          ...{ po_no, supplier: 'Linked Supply', date_added: day },
          lines: [line(product, 12), line(other, 7), line(product, 1)],
        },
      }),
    )
  }
  const { html } = await page(paths.inventory.product(product))
  const seen = listed(html)
  // The newest ten; the others are behind the link.
  const newest = numbers.slice(1).reverse()
  expect(seen.map(({ text }) => newest.find((number) => text.includes(number)))).toEqual(newest)
  expect(seen[0]!.text).toMatch(/02\/20\/2026.*1 cs \+ 1 pc/)
  expect(seen.at(-1)!.text).toContain('02/11/2026')
  expect(seen[0]!.to).toBe(paths.inventory.purchase(made.at(-1)!.id))
  expect(html).toContain(`${paths.inventory.purchases}?status=all&amp;product=${product}`)

  const linked = (company: typeof shop) =>
    company
      .db()
      .from('purchases')
      .select('po_no, date_added, purchase_lines!inner(product_id)')
      .eq('project_id', DEMO_ID)
      .eq('purchase_lines.product_id', product)
      .order('date_added')
  expect(rows(await linked(shop)).map(({ po_no, date_added }) => [po_no, date_added])).toEqual(
    numbers.map((number, index) => [number, `2026-02-${index + 10}`]),
  )
  expect(rows(await linked(warehouse))).toEqual([])
  const without = (await page(paths.inventory.product(product), 'warehouse')).html
  expect(without).toContain(`Linked ${tag}`)
  for (const number of numbers) expect(without).not.toContain(number)
})
