import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

describe('the printed invoice', () => {
  const read = (booking: string, user = fixture.role['invoice admin']) =>
    fixture.db.rpc<Record<string, unknown> & { lines: Record<string, unknown>[] }>(
      user,
      'invoice_document',
      { p_project: fixture.a, p_booking: booking },
    )

  it('splits VAT to the centavo out of what is due, at the rate of its day', async () => {
    const product = await shop.product('33.33', 10)
    const booking = await shop.book(await shop.customer(), [[product, 4, '33.33']])
    const { version } = await shop.validate(booking.id, booking.version)
    const set = await shop.invoice(booking.id, version, 'VAT-1')
    expect(await read(booking.id)).toMatchObject({
      total: '133.32',
      credited: '0.00',
      due: '133.32',
      vat_percent: '12.00',
      net: '119.04',
      vat: '14.28',
      lines: [{ quantity: 4, agent_srp: '33.33', amount: '133.32' }],
    })
    const vat = async (vat_percent: unknown) =>
      fixture.db.rpc(fixture.admin, 'update_project', {
        p_project: fixture.a,
        p_idempotency_key: fixture.newIdempotencyKey(),
        p_version: (
          await fixture.db.sql<{ version: number }>(
            'select version from public.projects where id = $1::uuid',
            [fixture.a],
          )
        )[0]!.version,
        p_details: { vat_percent },
      })
    for (const wrong of ['100', '-1', '12.345', '', 'x'])
      await expect(vat(wrong)).rejects.toMatchObject({ detail: 'vat_percent' })
    await vat('0')
    // Invoices issued at 12 % keep that rate and what they said, also after a short delivery or a change of number.
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [booking.id],
    )
    const part = await shop.deliver(booking.id, set.version, {
      lines: [{ line_id: line!.id, quantity: 3 }],
      remainder: 'release',
    })
    await shop.invoice(booking.id, part.version, 'VAT-2', null, 'Spoiled')
    expect(await read(booking.id)).toMatchObject({
      invoice_no: 'VAT-2',
      credited: '0.00',
      due: '133.32',
      net: '119.04',
      vat: '14.28',
      vat_percent: '12.00',
    })
    const two = await shop.product('10.00', 2)
    const booked = await shop.book(await shop.customer(), [[two, 2, '10.00']])
    const later = { id: booked.id, ...(await shop.validate(booked.id, booked.version)) }
    await shop.invoice(later.id, later.version, 'VAT-3')
    expect(await read(later.id)).toMatchObject({ due: '20.00', net: '20.00', vat: '0.00' })
    await vat('12')
    await expect(read(fixture.newIdempotencyKey())).rejects.toMatchObject({ code: 'P0002' })
    await expect(read(later.id, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
  })
})
