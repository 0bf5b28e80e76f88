import { describe, expect, it } from 'vitest'
import type { FieldPerson } from '../../app/platform/field/answers.ts'
import type { Snapshot } from '../../app/platform/field/copy.ts'
import { today } from '../../app/platform/values/dates.ts'
import { formatQuantity } from '../../app/platform/values/quantity.ts'
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

/** A phone with its copy: an approved customer and a product of it. */
async function phoneWithCopy(email: string) {
  const phone = new FieldClient(server.origin)
  await phone.enter(email)
  const copy = { project: DEMO_ID, have: {}, contact: { version: '2.2.0', waiting: 0 } }
  const { parts } = (await (await phone.call('snapshot', copy)).json()) as Snapshot
  const rowsOf = <P extends 'customers' | 'products'>(part: P) =>
    Object.values(parts[part]).flatMap(({ rows }) => (rows ?? []) as never[]) as NonNullable<
      Snapshot['parts'][P][string]['rows']
    >
  const customer = rowsOf('customers').find(({ status }) => status === 'approved')!
  return { phone, customer, product: rowsOf('products')[0]! }
}

describe('the office’s screen of the field', () => {
  it('shows what waits on phones and what was refused, and locks a phone', async () => {
    const phone = await phoneWithActs()
    const { page: owner } = await officeOf('owner')
    await owner.goto('/control/field?waiting=1')
    const row = owner.locator('tbody tr', { hasText: 'Test phone' })
    expect(await owner.locator('tbody tr').count()).toBe(1)
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
    const { phone, customer, product } = await phoneWithCopy('agent@demo.test')
    const late = new Date(Date.now() - 9 * 86_400_000).toISOString()
    // Thirteen pieces at 10.00 for six, less 10% and 1.50: 13 × 10.00 ÷ 6 × 0.9 − 1.50 = 18.00.
    const line = { product_id: product.id, quantity: 13, agent_srp: '10.00', agent_srp_pieces: 6 }
    const facts = {
      ...{ customer_id: customer.id, remarks: 'Gate at the back' },
      lines: [
        { ...line, discount_percent: '10', discount_amount: '1.50' },
        { product_id: product.id, quantity: 2, free_of: 1 },
      ],
    }
    for (const no of [71, 72]) {
      const act = { ...actAt(late, facts), no }
      const sent = await phone.call('act', { project: DEMO_ID, act })
      expect(await sent.json()).toMatchObject({ state: 'waiting' })
    }
    const { page } = await officeOf('sales-admin')
    const open = async (no: number) => {
      await page.goto('/control/field?tab=waiting')
      await page.getByRole('link', { name: `Booking no. ${no}`, exact: true }).click()
    }
    await open(71)
    const said = await page.locator('main').innerText()
    for (const text of [
      ...[customer.name, product.name, 'Gate at the back', '10.00/6 pc', '10% + 1.50', '18.00'],
      ...['Free', formatQuantity(13, product.case), formatQuantity(2, product.case)],
    ])
      expect(said).toContain(text)
    await page.getByRole('button', { name: 'Accept' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    expect(await page.content()).toMatch(/Accepted as SO-\d+/)
    await open(72)
    await page.getByRole('button', { name: 'Reject' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    expect(await page.getByText('Enter a reason.').count()).toBeGreaterThan(0)
    await page.getByRole('dialog').getByLabel('Reason').fill('Sold by another agent')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await page.goto('/control/field?tab=acts')
    const rowOf = (no: number) => page.locator('tbody tr', { hasText: `no. ${no}` }).first()
    expect(await rowOf(71).innerText()).toMatch(/Accepted[\s\S]*SO-\d+/)
    expect(await rowOf(72).innerText()).toMatch(/Rejected[\s\S]*Sold by another agent/)
    // A decided act says what it said, and offers nothing to decide.
    await page.getByRole('link', { name: 'Booking no. 72', exact: true }).click()
    expect(await page.locator('main').innerText()).toMatch(/Sold by another agent[\s\S]*18\.00/)
    expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0)
  })

  it('is read by roles with its list alone, and each decides what it may enter', async () => {
    const { phone, customer } = await phoneWithCopy('agent@demo.test')
    const begun = new Date(Date.now() - 20 * 86_400_000)
    const act = {
      ...actAt(new Date().toISOString(), {
        ...{ customer_id: customer.id, begun_at: begun.toISOString() },
        ended_at: new Date(begun.getTime() + 900_000).toISOString(),
        ...{
          reason: 'Owner was away',
          begin: { latitude: '14.61', longitude: '121', accuracy: 9 },
        },
      }),
      ...{ kind: 'visit', no: 81 },
    }
    const sent = await phone.call('act', { project: DEMO_ID, act })
    expect(await sent.json()).toMatchObject({ state: 'waiting' })
    const address = `/control/field/acts/${act.key}`
    const read = async (login: string) => {
      const { client } = await officeOf(login)
      const response = await client.get(address)
      return { status: response.status, text: await response.text() }
    }
    const finance = await read('finance-admin')
    expect(finance.text).toContain('Owner was away')
    expect(finance.text).toContain('Another user decides')
    // The place of a visit is seen with a permission of its own.
    expect(finance.text).not.toContain('14.61')
    expect((await read('warehouse')).status).toBe(403)
    expect((await read('invoice-admin')).status).toBe(403)
    const { client } = await officeOf('owner')
    expect((await client.get(`/control/field/acts/${crypto.randomUUID()}`)).status).toBe(404)
    const { page } = await officeOf('general-manager')
    await page.goto(address)
    await page.getByRole('button', { name: 'Accept' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    expect(await page.content()).toContain('Accepted.')
  })

  it('receives a remittance as it was counted, or with the office’s own count', async () => {
    const { phone, customer } = await phoneWithCopy('agent-2@demo.test')
    const send = async (kind: string, no: number, facts: object) => {
      const act = { ...actAt(new Date().toISOString(), facts), kind, no }
      const answer = await (await phone.call('act', { project: DEMO_ID, act })).json()
      return { key: act.key, answer: answer as { state: string; document: { id: string } } }
    }
    const day = today('Asia/Manila')
    const receipt = async (no: number, cash: string) => {
      const { answer } = await send('receipt', no, {
        ...{ customer_id: customer.id, cr_no: `FIELD-${no}` },
        parts: [
          { collection_type: 'cash', amount: cash },
          {
            ...{ collection_type: 'cheque', amount: '750.50', cheque_bank: 'BDO' },
            ...{ cheque_no: `77${no}`, cheque_date: day },
          },
        ],
      })
      expect(answer.state).toBe('accepted')
      return answer.document.id
    }
    const { page } = await officeOf('finance-admin')
    const open = async (no: number) => {
      await page.goto('/control/field?tab=waiting')
      await page.getByRole('link', { name: `Remittance no. ${no}`, exact: true }).click()
    }
    const received = async (drr: string) => {
      await page.goto(`/treasury/remittances?q=${drr}`)
      await page.getByRole('link', { name: drr }).first().click()
      return page.locator('main').innerText()
    }

    // One note of 1,000, two of 20 and a coin of 0.25: 1,040.25 of 1,040.25.
    await send('remittance', 93, {
      collection_ids: [await receipt(91, '1040.25')],
      denominations: [
        { value: '1000.00', count: 1 },
        { value: '20.00', count: 2 },
        { value: '0.25', count: 1 },
      ],
    })
    await open(93)
    const said = await page.locator('main').innerText()
    for (const text of ['1,040.25', '750.50', 'FIELD-91', 'BDO, 7791', customer.name])
      expect(said).toContain(text)
    await page.getByRole('button', { name: 'Accept' }).click()
    expect(await page.getByText('Enter the number.').count()).toBeGreaterThan(0)
    await page.getByLabel(/no\.$/).fill('DRR-F1')
    await page.getByRole('button', { name: 'Accept' }).click()
    expect(await page.content()).toContain('Accepted as DRR-F1.')
    expect(await received('DRR-F1')).toMatch(/1,040\.25[\s\S]*1,040\.25/)

    // The collector counts 480.00 of 500.00, the office 490.00.
    await send('remittance', 94, {
      collection_ids: [await receipt(92, '500.00')],
      denominations: [
        { value: '100.00', count: 4 },
        { value: '20.00', count: 4 },
      ],
      variance_reason: 'Gave too much change',
    })
    await open(94)
    expect(await page.locator('main').innerText()).toMatch(
      /480\.00[\s\S]*500\.00[\s\S]*Cash shortage[\s\S]*-20\.00[\s\S]*Gave too much change/,
    )
    await page.getByLabel(/no\.$/).fill('DRR-F2')
    await page.getByLabel('10 × qty', { exact: true }).fill('1')
    await page.getByLabel('Reason for the difference').fill('')
    await page.getByRole('button', { name: 'Accept' }).click()
    expect(await page.content()).toContain('The cash is 10.00 short: enter a reason.')
    await page.getByLabel('Reason for the difference').fill('A note of 10 was in the bag')
    await page.getByRole('button', { name: 'Accept' }).click()
    expect(await page.content()).toContain('Accepted as DRR-F2.')
    expect(await received('DRR-F2')).toMatch(
      /500\.00[\s\S]*490\.00[\s\S]*-10\.00[\s\S]*A note of 10 was in the bag/,
    )
  })

  it('shows what a file says before its acts are taken in', async () => {
    const { phone, customer, product } = await phoneWithCopy('agent@demo.test')
    const me = (await (await phone.call('me')).json()) as FieldPerson
    const asked = { ...actAt(new Date().toISOString(), { name: 'Store of the file' }), no: 61 }
    const wish = {
      ...actAt(new Date().toISOString(), {
        ...{ customer_id: asked.key, remarks: 'Before noon' },
        lines: [{ product_id: product.id, quantity: 3, agent_srp: '7.50' }],
      }),
      ...{ no: 62, depends_on: [asked.key] },
    }
    const odd = { ...actAt(new Date().toISOString(), { step: 'left' }), kind: 'dance', no: 63 }
    const paid = {
      ...actAt(new Date().toISOString(), {
        ...{ customer_id: customer.id, cr_no: 'FILE-9', allocate: 'oldest' },
        parts: [{ collection_type: 'cash', amount: '12.25' }],
      }),
      ...{ kind: 'receipt', no: 64 },
    }
    const acts = [{ ...asked, kind: 'customer' }, wish, odd, paid]
    const text = JSON.stringify({ person: me.id, device: phone.device, acts }, null, 1)
    const { page } = await officeOf('owner')
    const choose = async (buffer: string) => {
      await page.goto('/control/field/handed-over')
      await page.getByLabel('File').setInputFiles({
        ...{ name: 'acts.json', mimeType: 'application/json', buffer: Buffer.from(buffer) },
      })
      await page.getByRole('button', { name: 'Read' }).click()
    }
    await choose('{"acts": 3}')
    expect(await page.getByText('This is no file of acts.').count()).toBeGreaterThan(0)
    await choose(text)
    const said = await page.locator('main').innerText()
    for (const words of [
      ...['4 acts of', 'Store of the file (New customer no. 61, not accepted yet)', 'Before noon'],
      // Three pieces at 7.50.
      ...[product.name, '22.50', 'FILE-9', '12.25', 'The oldest open documents', customer.name],
      ...['This version does not know such an act.', '"step": "left"'],
    ])
      expect(said).toContain(words)
    await page.goto('/control/field?tab=waiting')
    expect(await page.getByRole('link', { name: 'Booking no. 62', exact: true }).count()).toBe(0)
    await choose(text)
    await page.getByRole('button', { name: 'Take in' }).click()
    expect(await page.content()).toContain('4 acts taken in, 0 known already.')
    // The person who took it in does not decide it.
    await page.getByRole('link', { name: 'Booking no. 62', exact: true }).click()
    expect(await page.content()).toContain('Another user decides')
    const { client } = await officeOf('finance-admin')
    expect((await client.get('/control/field/handed-over')).status).toBe(403)
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
