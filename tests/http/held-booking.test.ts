import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const shop = demoCompany(server)
const warehouse = demoCompany(server, 'warehouse')
const owner = demoCompany(server, 'owner')
const { page } = pageReader(server)

const tag = randomUUID().slice(0, 8)

/** An invoiced booking of 24 pieces of a product that is in stock. */
async function invoiced() {
  const product = await shop.product(`Held ${tag}`)
  const lines = [{ product_id: product, quantity: 24 }]
  await shop.runCommand('create_purchase', {
    p_purchase: {
      po_no: `HELD-${tag}`,
      supplier: 'Held Supply',
      lines: lines.map((line) => ({ ...line, cost: '7.50' })),
    },
  })
  const [agent] = rows(
    await shop
      .db()
      .from('memberships')
      .select('user_id')
      .eq('project_id', DEMO_ID)
      .eq('role', 'Agent')
      .limit(1),
  )
  const customer = await shop.runCommand('request_customer', {
    p_customer: { name: `Held store ${tag}`, agent_id: agent!.user_id, terms_days: '30' },
  })
  const made = await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: customer.id,
      lines: lines.map((line) => ({ ...line, agent_srp: '10.00' })),
    },
  })
  const of = { p_booking: made.id }
  const validated = await shop.runCommand('validate_booking', { ...of, p_version: made.version })
  await shop.runCommand('set_invoice', {
    ...{ ...of, p_version: validated.version, p_invoice_no: `HELD-${tag}`, p_date: null },
  })
  return { id: made.id, agent: agent!.user_id }
}

/** The booking's row of a list, as markup. */
const rowOf = (html: string, id: string) =>
  (html.match(/<tr\b.*?<\/tr>/gs) ?? []).filter((row) => row.includes(paths.sales.booking(id)))

describe('a booking whose goods the warehouse holds', () => {
  it('offers no delivery on its page nor in a queue', async () => {
    const { id, agent } = await invoiced()
    const queue = `${paths.sales.invoicing}?queue=to-deliver&agent=${agent}`
    const day = `${paths.sales.delivery}?agent=${agent}`
    const seen = async () => ({
      page: (await page(paths.sales.booking(id))).html,
      queues: await Promise.all(
        [queue, day].map(async (address) => {
          const [row, ...others] = rowOf((await page(address)).html, id)
          expect(others, address).toEqual([])
          return row ?? ''
        }),
      ),
    })

    const before = await seen()
    // The queue has a form in each row, the list of deliveries a checkbox.
    const [inQueue, inList] = before.queues
    for (const html of [before.page, inQueue]) expect(html).toContain('Mark delivered')
    expect(inList).toContain('type="checkbox"')
    expect(before.page).toContain('Partial delivery')

    const request = await warehouse.runCommand('create_warehouse_request', {
      p_request: { booking_id: id, kind: 'hold', reason: 'Recall' },
    })
    await owner.runCommand('decide_warehouse_request', {
      ...{ p_request: request.id, p_version: request.version, p_decision: 'approved' },
    })
    const held = await seen()
    expect(held.page).toContain('On hold')
    for (const html of [held.page, ...held.queues])
      expect(html).not.toMatch(/Mark delivered|Partial delivery|type="checkbox"/)
    for (const html of held.queues) expect(html).toContain('Held by the warehouse')
  })
})
