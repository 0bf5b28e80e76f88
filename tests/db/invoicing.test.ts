import { randomUUID, type UUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { planOf } from '../support/plans.ts'
import { postOpeningBalances } from '../support/receivables.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const desk = () => fixture.role['invoice admin']

interface Outcome {
  invoiced: { id: string; so_no: string; invoice_no: string; version: number }[]
  refused: { id: string; so_no: string | null; hint: string; message: string }[]
}

/** A validated booking of so many pieces at 10.00, with its version. */
async function validated(pieces = 1, date?: string) {
  const product = await shop.product('10.00', pieces)
  const booking = await shop.book(await shop.customer(), [[product, pieces, '10.00']], date)
  const { version } = await shop.validate(booking.id, booking.version)
  return { id: booking.id, so_no: booking.so_no, version }
}

const batch = (
  first_no: string,
  bookings: { id: string; version: number }[],
  more: object = {},
  idempotencyKey: UUID = randomUUID(),
) =>
  shop.rpc<Outcome>(
    'set_invoices',
    {
      p_batch: {
        first_no,
        bookings: bookings.map(({ id, version }) => ({ id, version })),
        ...more,
      },
    },
    desk(),
    idempotencyKey,
  )
const next = () =>
  fixture.db.rpc<string | null>(desk(), 'next_invoice_no', { p_project: fixture.a })
const table = (name: string, ...args: (string | null)[]) =>
  fixture.db.as<Record<string, unknown>>(
    desk(),
    `select * from public.${name}($1::uuid${args.map((_, n) => `, $${n + 2}`).join('')})`,
    [fixture.a, ...args],
  )
const numberOf = async (booking: string) => (await shop.booking(booking)).invoice_no

// Plans are those of the copied statistics: the few rows of this file, counted meanwhile, would make any index do.
beforeAll(() => fixture.db.sql('alter table public.bookings set (autovacuum_enabled = false)'))

describe('a batch of invoices', () => {
  it('takes numbers that follow on in its order, passing over what cannot be invoiced', async () => {
    expect(await next()).toBeNull()
    const [one, two, three] = [await validated(), await validated(), await validated()]
    const pending = await shop.book(await shop.customer(), [[await shop.product(), 1, '10.00']])
    const idempotencyKey = randomUUID()
    const list = [
      two!,
      { id: pending.id, version: pending.version },
      { ...three!, version: three!.version - 1 },
      { id: fixture.newIdempotencyKey(), version: 1 },
      one!,
    ]
    const answer = await batch('SI-0098', list, {}, idempotencyKey)
    expect(answer.invoiced.map(({ id, invoice_no }) => [id, invoice_no])).toEqual([
      [two!.id, 'SI-0098'],
      [one!.id, 'SI-0099'],
    ])
    expect(answer.refused.map(({ id, hint }) => [id, hint])).toEqual([
      [pending.id, 'wrong_state'],
      [three!.id, 'stale_version'],
      [list[3]!.id, 'not_found'],
    ])
    // A repeated command has one effect and the same answer.
    expect(await batch('SI-0098', list, {}, idempotencyKey)).toEqual(answer)
    expect(await next()).toBe('SI-0100')
    expect(await numberOf(three!.id)).toBeNull()
    const again = await batch('SI-0100', [one!, { ...three! }])
    expect(again.invoiced.map(({ invoice_no }) => invoice_no)).toEqual(['SI-0100'])
    expect(again.refused[0]).toMatchObject({ message: 'It already has invoice SI-0099.' })
    expect(await next()).toBe('SI-0101')
    const [row] = await fixture.db.sql(
      'select vat_percent::text, date_due - date_invoiced as terms from public.bookings where id = $1::uuid',
      [three!.id],
    )
    expect(row).toEqual({ vat_percent: '12.00', terms: 30 })
  })

  it('is refused as a whole when one of its numbers is taken, in whatever writing', async () => {
    const [one, two, taken] = [await validated(), await validated(), await validated()]
    await shop.invoice(taken!.id, taken!.version, 'si 202')
    await expect(batch('SI-0201', [one!, two!])).rejects.toMatchObject({
      code: '23505',
      detail: 'first_no',
      message: expect.stringContaining('si 202'),
    })
    expect([await numberOf(one!.id), await numberOf(two!.id)]).toEqual([null, null])
  })

  it('checks number, date and list', async () => {
    const one = await validated(1, '2026-02-01')
    await expect(batch('SI-', [one])).rejects.toMatchObject({ detail: 'first_no' })
    await expect(batch('', [one])).rejects.toMatchObject({ detail: 'first_no' })
    await expect(batch('SI-300', [])).rejects.toMatchObject({ detail: 'bookings' })
    await expect(batch('SI-300', [one], { date: '2099-01-01' })).rejects.toMatchObject({
      hint: 'not_in_future',
      detail: 'date',
    })
    const early = await batch('SI-300', [one], { date: '2026-01-31' })
    expect(early).toMatchObject({ invoiced: [], refused: [{ hint: 'invalid' }] })
    await expect(
      shop.rpc('set_invoices', { p_batch: {} }, fixture.role['sales admin']),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('never gives a number twice to two desks at once', async () => {
    const lists = [
      [await validated(), await validated()],
      [await validated(), await validated()],
    ]
    const results = await Promise.allSettled(lists.map((list) => batch('RUSH-1', list)))
    const done = results.filter((result) => result.status === 'fulfilled')
    expect(done).toHaveLength(1)
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { code: '23505', detail: 'first_no' },
    })
  })
})

describe('changing a number', () => {
  it('needs a reason, keeps the old one, and stamps the booking', async () => {
    const one = await validated(1, '2026-02-01')
    const set = await shop.invoice(one.id, one.version, 'CH-1', '2026-02-03')
    await expect(shop.invoice(one.id, set.version, 'CH-2')).rejects.toMatchObject({
      detail: 'reason',
    })
    await expect(
      shop.invoice(one.id, set.version, 'CH-1', '2026-02-04', ' '),
    ).rejects.toMatchObject({ detail: 'reason' })
    const changed = await shop.invoice(one.id, set.version, 'CH-2', null, 'Spoiled form')
    const read = async () =>
      (
        await fixture.db.sql(
          `select b.invoice_no, b.date_invoiced::text, b.date_due::text, b.invoice_no_changed_at is not null as stamped,
             (select json_agg(json_build_array(c.old_no, c.new_no, c.old_date, c.new_date, c.reason) order by c.id)
              from public.invoice_changes c where c.booking_id = b.id) as changes
           from public.bookings b where b.id = $1::uuid`,
          [one.id],
        )
      )[0]
    expect(await read()).toEqual({
      invoice_no: 'CH-2',
      date_invoiced: '2026-02-03',
      date_due: '2026-03-05',
      stamped: true,
      changes: [['CH-1', 'CH-2', '2026-02-03', '2026-02-03', 'Spoiled form']],
    })
    // The same again is no change and asks for no reason.
    const same = await shop.invoice(one.id, changed.version, 'CH-2')
    await shop.invoice(one.id, same.version, 'CH-2', '2026-02-10', 'Wrong day')
    expect(await read()).toMatchObject({
      date_invoiced: '2026-02-10',
      date_due: '2026-03-12',
      changes: { length: 2 },
    })
    const { version } = await shop.booking(one.id)
    await shop.rpc(
      'set_booking_dates',
      {
        p_booking: one.id,
        p_version: Number(version),
        p_dates: { date_invoiced: '2026-02-11' },
        p_reason: 'Posted late',
      },
      desk(),
    )
    expect(((await read())!.changes as unknown[]).at(-1)).toEqual([
      'CH-2',
      'CH-2',
      '2026-02-10',
      '2026-02-11',
      'Posted late',
    ])
    await expect(
      fixture.db.sql("update public.invoice_changes set reason = 'None'"),
    ).rejects.toMatchObject({ hint: 'append_only' })
  })
})

describe('the series of numbers', () => {
  it('shows what is missing, what was changed, and what is doubled', async () => {
    for (const no of ['GAP 0007', 'GAP 0008', 'gap-8', 'GAP 0011', 'GAP 0020']) {
      const one = await validated()
      const { version } = await shop.invoice(one.id, one.version, no)
      if (no === 'GAP 0020') await shop.invoice(one.id, version, 'GAP 0012', null, 'Misread')
    }
    const cancelled = await validated()
    const { version } = await shop.invoice(cancelled.id, cancelled.version, 'GAP 0015')
    await shop.rpc('cancel_booking', {
      p_booking: cancelled.id,
      p_version: version,
      p_reason: 'Not wanted',
    })
    const plain = await validated()
    await shop.invoice(plain.id, plain.version, 'By hand')
    const series = await table('invoice_series_list')
    expect(series.find((row) => row.series === 'GAP')).toMatchObject({
      first_no: 'GAP 0007',
      last_no: 'GAP 0015',
      next_no: 'GAP 0016',
      invoices: expect.anything(),
    })
    const gap = series.find((row) => row.series === 'GAP')!
    expect([gap.invoices, gap.missing, gap.duplicates].map(Number)).toEqual([6, 4, 1])
    expect(series.some((row) => row.first_no === 'By hand')).toBe(false)
    const gaps = await table('invoice_gaps', 'GAP')
    expect(
      gaps.map((row) => [row.from_no, row.to_no, Number(row.missing), row.before_no, row.after_no]),
    ).toEqual([
      ['GAP 0013', 'GAP 0014', 2, 'GAP 0012', 'GAP 0015'],
      ['GAP 0009', 'GAP 0010', 2, expect.stringMatching(/8$/), 'GAP 0011'],
    ])
    const [, older] = gaps
    expect(
      (
        await fixture.db.as(
          desk(),
          'select from_no from public.invoice_gaps($1::uuid, $2, $3::text::bigint, 1)',
          [fixture.a, 'GAP', '13'],
        )
      ).map((row) => row.from_no),
    ).toEqual([older!.from_no])
    const doubles = await table('invoice_duplicates', 'GAP')
    expect(doubles.map((row) => row.invoice_no).sort()).toEqual(['GAP 0008', 'gap-8'])
    await expect(
      fixture.db.rpc(fixture.role.warehouse, 'invoice_series_list', { p_project: fixture.a }),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('leaves out what was brought in from before', async () => {
    for (const no of ['OLD-1', 'OLD-5']) {
      const one = await validated()
      await shop.invoice(one.id, one.version, no)
    }
    await fixture.db.sql(
      `insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, date_added, approval_status, validated_at,
         invoice_no, date_invoiced, date_delivered, date_due, is_opening, total)
       select $1::uuid, 'OB-OLD-3', c.id, c.agent_id, c.name, '2020-01-01', 'approved', now(), 'OLD-3', '2020-01-01', '2020-01-01', '2020-01-01', true, 5
       from public.customers c where c.project_id = $1::uuid limit 1`,
      [fixture.a],
    )
    await postOpeningBalances(fixture, fixture.a)
    const gaps = await table('invoice_gaps', 'OLD')
    expect(gaps.map((row) => [row.from_no, row.to_no])).toEqual([['OLD-2', 'OLD-4']])
  })

  it('counts a number that was changed away inside a gap', async () => {
    for (const [no, then] of [
      ['V-1', null],
      ['V-2', 'V-9'],
      ['V-3', null],
    ]) {
      const one = await validated()
      const { version } = await shop.invoice(one.id, one.version, no!)
      if (then) await shop.invoice(one.id, version, then, null, 'Spoiled')
    }
    const gaps = await table('invoice_gaps', 'V')
    expect(gaps.map((row) => [row.from_no, Number(row.missing), Number(row.changed)])).toEqual([
      ['V-4', 5, 0],
      ['V-2', 1, 1],
    ])
  })
})

describe('the desk', () => {
  it('counts and sums its queues', async () => {
    const read = async (agent: string | null = null) =>
      Object.fromEntries(
        (await table('invoice_queues', agent)).map((row) => [
          row.queue,
          [Number(row.bookings), Number(row.total)],
        ]),
      ) as Record<string, [number, number]>
    const before = await read()
    await validated(3)
    const [two, three] = [await validated(4), await validated(5)]
    await shop.invoice(two!.id, two!.version, 'DESK-1')
    await shop.deliver(three!.id, three!.version)
    const after = await read()
    const grown = (queue: string) => [
      after[queue]![0] - before[queue]![0],
      after[queue]![1] - before[queue]![1],
    ]
    expect(grown('to-invoice')).toEqual([1, 30])
    expect(grown('to-deliver')).toEqual([1, 40])
    expect(grown('delivered')).toEqual([1, 50])
    expect(await read(await fixture.addAgent('a'))).toEqual({
      'to-invoice': [0, 0],
      'to-deliver': [0, 0],
      delivered: [0, 0],
    })
  })

  it('finds its rows and numbers by index', async () => {
    const plan = (query: string) => planOf(fixture.db, desk(), query)
    const of = `project_id = '${fixture.a}'`
    const waits = (where: string) =>
      plan(
        `select id from public.bookings where ${of} and ${where} order by date_added, id limit 51`,
      )
    for (const queue of [await waits("stage = 'validated'"), await waits("stage = 'invoiced'")]) {
      expect(queue).toContain('bookings_stage_idx')
      expect(queue).not.toContain('Sort')
    }
    const late = await waits("stage = 'delivered' and date_invoiced is null")
    expect(late).toContain('bookings_uninvoiced_idx')
    expect(late).not.toContain('Sort')
    const highest = await planOf(
      fixture.db,
      null,
      `select invoice_no from public.bookings
       where ${of} and invoice_no is not null and not is_opening and private.invoice_series(invoice_no) = 'GAP'
         and private.invoice_serial(invoice_no) is not null order by private.invoice_serial(invoice_no) desc limit 1`,
    )
    expect(highest).toContain('bookings_series_idx')
    expect(highest).not.toContain('Sort')
  })
})
