import type { Fixture } from './fixture.ts'
import type { trade } from './trade.ts'

/** A day of February 2026. */
export const sampleDay = (n: number) => `2026-02-${String(n).padStart(2, '0')}`

type Shop = ReturnType<typeof trade>

async function firstLine(fixture: Fixture, booking: string) {
  const found = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
    [booking],
  )
  return found[0]!.id
}

/** Receives money for a booking on a day, approved. */
async function pay(shop: Shop, customer: string, booking: string, amount: string, on: string) {
  const made = await shop.rpc('record_collection', {
    p_collection: {
      customer_id: customer,
      collection_type: 'cash',
      amount,
      cr_no: `P-${booking}`.slice(0, 40),
      date_collected: on,
      allocations: [{ booking_id: booking, amount }],
    },
  })
  await shop.approve(made.id!)
}

/**
 * Twenty bookings of two agents: most invoices of every second three with VAT, some paid, some delivered in two parts, one
 * with goods taken back, one renumbered, one cancelled with its number (SI-0009), two delivered without an invoice.
 */
export async function sellSampleMonth(fixture: Fixture, shop: Shop) {
  const ana = await fixture.addAgent('a', 'Ana')
  const ben = await fixture.addAgent('a', 'Ben')
  const soap = await shop.product('10.00', 0, 12)
  const oil = await shop.product('35.50', 0, 5)
  await fixture.db.sql(
    'update public.products set liters_per_case = 3.333 where project_id = $1::uuid and id = $2::uuid',
    [fixture.a, oil],
  )
  await shop.rpc('create_purchase', {
    p_purchase: {
      po_no: 'OPEN',
      supplier: 'S',
      date_added: '2026-01-01',
      lines: [soap, oil].map((product_id) => ({ product_id, quantity: 5000, cost: '1.00' })),
    },
  })
  const stores: string[] = []
  for (const [n, agent_id] of [ana, ana, ben].entries()) {
    const made = await shop.rpc('request_customer', {
      p_customer: {
        name: `Store ${n}`,
        agent_id,
        area: 'North',
        tin_no: `123-456-78${n}`,
        terms_days: '30',
      },
    })
    stores.push(made.id!)
  }
  const vat = (percent: number) =>
    fixture.db.sql(
      `update public.projects set settings = settings || jsonb_build_object('vat_percent', $2::text::numeric) where id = $1::uuid`,
      [fixture.a, String(percent)],
    )
  let cancelled: { id: string; total: string; so_no: string } | undefined
  const unnumbered: { id: string; total: string; so_no: string }[] = []
  for (let n = 0; n < 20; n++) {
    const customer = stores[n % 3]!
    const made = await shop.book(
      customer,
      [
        [soap, 7 + n * 5, '10.00'],
        ...(n % 2 ? ([[oil, 3 + n, '35.55']] as [string, number, string][]) : []),
      ],
      sampleDay(1 + Math.floor(n / 2)),
    )
    let { version } = await shop.validate(made.id, made.version)
    if (n % 3 === 0) await vat(n % 2 ? 12 : 0)
    const no = n < 12 ? n + 1 : n + 4
    // Number 17 is written in another way, 13 to 15 were never used.
    if (n < 18)
      version = (
        await shop.invoice(
          made.id,
          version,
          n === 13 ? 'si 17' : `SI-${String(no).padStart(4, '0')}`,
          sampleDay(10 + Math.floor(n / 4)),
        )
      ).version
    if (n === 5)
      version = (await shop.invoice(made.id, version, 'SI-0025', sampleDay(11), 'Torn')).version
    if (n === 8) {
      cancelled = made
      await shop.rpc('cancel_booking', {
        p_booking: made.id,
        p_version: version,
        p_reason: 'Closed',
      })
      continue
    }
    if (n % 5 === 1) {
      version = (
        await shop.deliver(
          made.id,
          version,
          {
            lines: [{ line_id: await firstLine(fixture, made.id), quantity: 5 }],
            remainder: 'keep',
          },
          sampleDay(12),
        )
      ).version
      if (n !== 6) version = (await shop.deliver(made.id, version, null, sampleDay(14))).version
    } else if (n % 5 !== 3 || n === 18)
      version = (await shop.deliver(made.id, version, null, sampleDay(13 + (n % 2)))).version
    if (n > 17) unnumbered.push(made)
    if (n === 4) {
      const back = await shop.rpc<{ id: string; version: number }>('create_warehouse_request', {
        p_request: {
          booking_id: made.id,
          kind: 'take_back',
          reason: 'Broken',
          lines: [{ line_id: await firstLine(fixture, made.id), quantity: 2 }],
        },
      })
      await shop.rpc(
        'decide_warehouse_request',
        { p_request: back.id, p_version: back.version, p_decision: 'approved' },
        fixture.role.Owner,
      )
    }
    if (n % 4 === 0) await pay(shop, customer, made.id, n % 8 ? '33.33' : '70.00', sampleDay(20))
  }
  await vat(0)
  return { ana, ben, soap, oil, stores, cancelled: cancelled!, unnumbered }
}
