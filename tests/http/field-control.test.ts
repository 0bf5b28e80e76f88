import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../../app/platform/field/copy.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { FieldClient } from '../support/field-client.ts'
import { plainPage } from '../support/plain-page.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

async function officeOf(login: string) {
  const page = plainPage(server.origin, 1280)
  const client = await HttpClient.signedIn(server.origin, `${login}@demo.test`)
  const cookies = [...client.cookies].map(([name, value]) => ({ name, value }))
  await page.context().addCookies(cookies)
  return { page, client }
}

const actAt = (moment: string, facts: object = { lines: [] }) => ({
  ...{ key: crypto.randomUUID(), no: 1, kind: 'booking', version: '2.2.0', facts },
  device_at: moment,
  made_at: moment,
})

/** A phone that says that two acts wait on it since a moment, and hands one over that is refused. */
async function phoneWithActs() {
  const phone = new FieldClient(server.origin)
  expect((await phone.enter('agent-2@demo.test')).status).toBe(200)
  const waiting_since = new Date(Date.now() - 9 * 86_400_000).toISOString()
  const contact = { version: '2.2.0', waiting: 2, waiting_since }
  expect((await phone.call('contact', { project: DEMO_ID, contact })).status).toBe(200)
  const act = actAt(new Date().toISOString())
  expect(await (await phone.call('act', { project: DEMO_ID, act })).json()).toMatchObject({
    state: 'refused',
  })
  return phone
}

describe('the office’s screen of the field', () => {
  it('shows what waits on phones and what was refused, and locks a phone', async () => {
    const phone = await phoneWithActs()
    const { page: owner } = await officeOf('owner')
    await owner.goto('/control/field?waiting=1')
    const row = owner.locator('tbody tr', { hasText: 'Test phone' })
    expect(await row.innerText()).toMatch(/\b2\b/)
    expect(await row.innerText()).toMatch(/\d+ days/)

    // Without a reason it is not locked.
    await row.getByRole('button', { name: 'Lock', exact: true }).click()
    await owner.getByRole('button', { name: 'Lock phone' }).click()
    expect(await owner.getByText('Enter a reason.').count()).toBeGreaterThan(0)
    await owner.getByLabel('Reason').fill('Left in a jeepney')
    await owner.getByRole('button', { name: 'Lock phone' }).click()
    expect(await row.innerText()).toContain('Left in a jeepney')
    expect((await phone.call('me')).status).toBe(401)
    expect((await phone.enter('agent-2@demo.test')).status).toBe(422)

    await owner.getByRole('link', { name: /^Rejected/ }).click()
    expect(await owner.locator('tbody tr').first().innerText()).toContain('Booking no. 1')

    await owner.goto('/control/field?locked=1')
    await owner.getByRole('button', { name: 'Unlock' }).click()
    expect((await phone.enter('agent-2@demo.test')).status).toBe(200)
  })

  it('decides acts that came late: one is accepted for its writer, one rejected with a reason', async () => {
    const phone = new FieldClient(server.origin)
    await phone.enter('agent@demo.test')
    const copy = { project: DEMO_ID, have: {}, contact: { version: '2.2.0', waiting: 0 } }
    const { parts } = (await (await phone.call('snapshot', copy)).json()) as Snapshot
    const rowsOf = <P extends 'customers' | 'products'>(part: P) =>
      Object.values(parts[part]).flatMap(({ rows }) => (rows ?? []) as never[]) as NonNullable<
        Snapshot['parts'][P][string]['rows']
      >
    const customer = rowsOf('customers').find(({ status }) => status === 'approved')!
    const [product] = rowsOf('products')
    const facts = {
      customer_id: customer.id,
      lines: [
        {
          ...{ product_id: product!.id, quantity: 1 },
          ...{ agent_srp: product!.price, agent_srp_pieces: product!.pieces },
        },
      ],
    }
    const late = new Date(Date.now() - 9 * 86_400_000).toISOString()
    for (const no of [71, 72]) {
      const act = { ...actAt(late, facts), no }
      const sent = await phone.call('act', { project: DEMO_ID, act })
      expect(await sent.json()).toMatchObject({ state: 'waiting' })
    }
    const { page } = await officeOf('sales-admin')
    await page.goto('/control/field?tab=waiting')
    const rowOf = (no: number) => page.locator('tbody tr', { hasText: `no. ${no}` }).first()
    await rowOf(71).getByRole('button', { name: 'Accept' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    expect(await page.content()).toMatch(/Accepted as SO-\d+/)
    await rowOf(72).getByRole('button', { name: 'Reject' }).first().click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Sold by another agent')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await page.goto('/control/field?tab=acts')
    expect(await rowOf(71).innerText()).toMatch(/Accepted[\s\S]*SO-\d+/)
    expect(await rowOf(72).innerText()).toMatch(/Rejected[\s\S]*Sold by another agent/)
  })

  it('is read by finance, who locks nothing', async () => {
    const { page: finance, client } = await officeOf('finance-admin')
    await finance.goto('/control/field')
    expect(await finance.locator('tbody tr').count()).toBeGreaterThan(0)
    expect(await finance.getByRole('button', { name: /Lock/ }).count()).toBe(0)
    const csv = async (address: string) => (await client.get(address)).text()
    expect(await csv('/control/field/excel?format=csv&tab=acts')).toContain('No. on the Phone')
    const phones = await csv('/control/field/excel?format=csv')
    expect(phones).toContain('Last Contact')
    expect(phones).toContain('Test phone')
    expect(await csv('/control/field/excel?format=csv&q=nobody')).not.toContain('Test phone')
    expect(await csv('/treasury/booklets/excel?format=csv')).toContain('Held by')
  })
})
