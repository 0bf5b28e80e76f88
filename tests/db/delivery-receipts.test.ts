import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

/** Number of clients that deliver at the same moment. PGlite has one connection and serializes them. */
const ABREAST = 10

interface Receipt {
  dr_no: string | null
  on: string
  receipts: { dr_no: string; on: string }[]
  lines: { now: number; before: number; amount: string }[]
}

let product: string
let buyer: string

beforeAll(async () => {
  product = await shop.product('10.00', 1000)
  buyer = (
    await shop.rpc('request_customer', {
      p_customer: { name: 'Receipts', agent_id: fixture.role.Agent, terms_days: '30' },
    })
  ).id!
})

async function validated(quantity: number) {
  const booking = await shop.book(buyer, [[product, quantity, '10.00']], '2026-02-01')
  const { version } = await shop.validate(booking.id, booking.version)
  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid',
    [booking.id],
  )
  return { id: booking.id, so_no: booking.so_no, version, line: line!.id }
}

const deliver = (
  booking: { id: string; version: number },
  lines: object | null = null,
  key = randomUUID(),
  day = '2026-02-02',
) =>
  fixture.db.rpc<{ version: number; dr_no: string }>(fixture.role.warehouse, 'deliver_booking', {
    ...{ p_project: fixture.a, p_idempotency_key: key, p_booking: booking.id },
    ...{ p_version: booking.version, p_date: day, p_lines: lines },
  })
const numbers = async () =>
  (
    await fixture.db.sql<{ dr_no: string }>(
      'select dr_no from public.delivery_receipts where project_id = $1::uuid order by dr_no',
      [fixture.a],
    )
  ).map(({ dr_no }) => dr_no)
const read = (p_booking: string, more: object = {}) =>
  fixture.db.rpc<Receipt>(fixture.role.warehouse, 'delivery_receipt', {
    ...{ p_project: fixture.a, p_booking, p_on: null, p_no: null },
    ...more,
  })

it('have one number each, without a gap, also when ten deliver at once and one fails', async () => {
  const before = (await numbers()).length
  const bookings = []
  for (let i = 0; i < ABREAST; i++) bookings.push(await validated(2))
  const [first, ...rest] = bookings
  const key = randomUUID()
  const answers = await Promise.allSettled([
    // The same command twice has one number; too many pieces draw none.
    deliver(first!, null, key),
    deliver(first!, null, key),
    ...rest.map((booking, at) =>
      deliver(
        booking,
        at === 4 ? { lines: [{ line_id: booking.line, quantity: 3 }], remainder: 'keep' } : null,
      ),
    ),
  ])
  const drawn = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value.dr_no] : [],
  )
  expect(drawn).toHaveLength(ABREAST)
  expect(drawn[0]).toBe(drawn[1])
  const expected = Array.from(
    { length: before + ABREAST - 1 },
    (_, at) => `DR-${String(at + 1).padStart(6, '0')}`,
  )
  expect(await numbers()).toEqual(expected)
  expect(drawn.slice(1).toSorted()).toEqual(expected.slice(before))
})

it('stay as they were issued: each delivery has its own, also two of one day', async () => {
  const booking = await validated(10)
  const part = (quantity: number) => ({
    lines: [{ line_id: booking.line, quantity }],
    remainder: 'keep',
  })
  const one = await deliver(booking, part(3))
  const two = await deliver({ ...booking, version: one.version }, part(4))
  expect((await read(booking.id)).dr_no).toBeNull()
  const three = await deliver({ ...booking, version: two.version })
  const shown = async (p_no: string) => {
    const { dr_no, lines } = await read(booking.id, { p_no })
    return [dr_no, lines[0]!.before, lines[0]!.now, lines[0]!.amount]
  }
  const issued = [
    [one.dr_no, 0, 3, '30.00'],
    [two.dr_no, 3, 4, '40.00'],
    [three.dr_no, 7, 3, '30.00'],
  ]
  const all = async () => [await shown(one.dr_no), await shown(two.dr_no), await shown(three.dr_no)]
  expect(await all()).toEqual(issued)
  // When nothing is open, the last one is shown.
  const last = await read(booking.id)
  expect([last.dr_no, last.receipts.map(({ dr_no }) => dr_no)]).toEqual([
    three.dr_no,
    [one.dr_no, two.dr_no, three.dr_no],
  ])
  const listed = await fixture.db.as<{ so_no: string; dr_no: string }>(
    fixture.role.warehouse,
    `select so_no, dr_no from public.delivery_list($1::uuid, '{"on": "2026-02-02"}')`,
    [fixture.a],
  )
  expect(listed.find(({ so_no }) => so_no === booking.so_no)!.dr_no).toBe(
    [one.dr_no, two.dr_no, three.dr_no].join(', '),
  )
  await expect(read(booking.id, { p_no: 'DR-999999' })).rejects.toMatchObject({ code: 'P0002' })
})

it('are found by number, and lead to their booking', async () => {
  const booking = await validated(1)
  const { dr_no } = await deliver(booking)
  const hits = await fixture.db.as<{ kind: string; id: string; label: string }>(
    fixture.role.Owner,
    'select kind, id, label from public.search_documents($1::uuid, $2)',
    [fixture.a, dr_no.toLowerCase()],
  )
  expect(hits.filter(({ kind }) => kind === 'delivery_receipt')).toEqual([
    { kind: 'delivery_receipt', id: booking.id, label: dr_no },
  ])
  const foreign = await fixture.db.as(
    fixture.staffB,
    'select dr_no from public.delivery_receipts where project_id = $1::uuid',
    [fixture.a],
  )
  expect(foreign).toEqual([])
})
