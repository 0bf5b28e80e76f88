import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'
import { withoutTriggers } from '../support/without-triggers.ts'

const fixture = testFixture()
const { shop, memo } = vatTrade(fixture)
const SELLER = { title: 'Alpha, Inc.', tin_no: '123-456-789-012', branch_code: '00012' }
beforeAll(() => setRules(fixture, 'a', { ...SELLER, vat_registered: true }))

const read = (p_memo: string, user = fixture.role['finance admin']) =>
  fixture.db.rpc<{ content: string; sha256: string }>(user, 'e_memo', {
    p_project: fixture.a,
    p_memo,
  })
const saysOf = async (id: string) => JSON.parse((await read(id)).content) as Record<string, unknown>

/** A return of three of twelve pieces at 11.20: 33.60, of which 12/112 = 3.60 is VAT. */
async function returned(invoice: string) {
  const sold = await memo.sold(12, '11.20', invoice)
  const lines = [{ line_id: sold.line, quantity: 3 }]
  const made = await memo.write({ kind: 'credit', reason: 'return', booking_id: sold.id, lines })
  return { sold, made }
}

describe('an e-memo', () => {
  it('says a credit memo of a part, the invoice that it credits, and the hash of its text', async () => {
    const { sold, made } = await returned('EM-1')
    const { content, sha256 } = await read(made.id)
    expect(sha256).toBe(createHash('sha256').update(content, 'utf8').digest('hex'))
    expect(await saysOf(made.id)).toMatchObject({
      ...{ format_version: 1, kind: 'credit_memo', made: 'at_issue', number: made.memo_no },
      ...{ reason: 'return', currency: 'PHP' },
      seller: {
        ...{ registered_name: 'Alpha, Inc.', tin: '123456789', branch_code: '00012' },
        vat_registered: true,
      },
      lines: [
        {
          ...{ no: 1, pieces: 3, unit_price: '11.20', unit_price_pieces: 1, vat_class: 'vatable' },
          ...{ net: '30.00', vat: '3.60', amount: '33.60' },
        },
      ],
      tax: [
        { vat_class: 'vatable', net: '30.00', vat: '3.60' },
        { vat_class: 'exempt', net: '0.00', vat: '0.00' },
        { vat_class: 'zero_rated', net: '0.00', vat: '0.00' },
      ],
      totals: { net: '30.00', vat: '3.60', total: '33.60' },
      references: { invoices: [{ invoice: 'EM-1', order: sold.so_no, amount: '33.60' }] },
    })
  })

  it('never changes, and one from before is made of the names of its approval', async () => {
    const { sold, made } = await returned('EM-2')
    const before = await read(made.id)
    const tax = { p_tin_no: '111-111-111-111', p_business_style: 'Other' }
    await shop.rpc(
      'update_customer_tax',
      { p_customer: sold.customer, p_version: 1, ...tax },
      fixture.role['finance admin'],
    )
    await setRules(fixture, 'a', { title: 'Renamed', tin_no: '999-999-999', branch_code: null })
    expect(await read(made.id)).toEqual(before)
    await withoutTriggers(fixture, 'public.e_memos', 'append_only', () =>
      fixture.db.sql('delete from public.e_memos where memo_id = $1::uuid', [made.id]),
    )
    expect(await saysOf(made.id)).toEqual({
      ...(JSON.parse(before.content) as object),
      made: 'later',
    })
    await setRules(fixture, 'a', SELLER)
  })

  it('is there once the memo counts, stays after a cancellation, and has a debit memo too', async () => {
    await setRules(fixture, 'a', { memo_approval_above: '0.00' })
    const sold = await memo.sold(12, '11.20', 'EM-3')
    // Each of twelve pieces was 1.12 too cheap: 13.44, of which 1.44 is VAT.
    const lines = [{ line_id: sold.line, quantity: 12, price_difference: '1.12' }]
    const made = await memo.write({
      ...{ kind: 'debit', reason: 'undercharge', booking_id: sold.id, lines },
    })
    expect(made.status).toBe('pending')
    await expect(read(made.id)).rejects.toMatchObject({ code: 'P0002' })
    const approved = await memo.approve(made)
    const says = await saysOf(made.id)
    expect(says).toMatchObject({
      ...{ kind: 'debit_memo', lines: [{ unit_price: '1.12', pieces: 12, amount: '13.44' }] },
      totals: { net: '12.00', vat: '1.44', total: '13.44' },
      references: { invoices: [{ invoice: 'EM-3', order: sold.so_no, amount: '13.44' }] },
    })
    await memo.cancel({ id: made.id, version: approved.version })
    expect(await saysOf(made.id)).toEqual(says)
    await expect(read(made.id, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    await setRules(fixture, 'a', { memo_approval_above: '5000.00' })
  })

  it('has no lines and no tax where an amount is written off', async () => {
    const sold = await memo.sold(10, '10.00', 'EM-4')
    const made = await memo.write({
      ...{ kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '25.00' },
    })
    expect(await saysOf(made.id)).toMatchObject({
      ...{ lines: [], totals: { net: '25.00', vat: '0.00', total: '25.00' } },
      references: { invoices: [{ invoice: 'EM-4', amount: '25.00' }] },
    })
  })
})
