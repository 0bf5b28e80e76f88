import { beforeAll, describe, expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { planOf } from '../support/plans.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const other = trade(fixture, 'b')
const office = disburse(fixture)

interface Hit {
  kind: string
  label: string
  detail: string | null
  state: string
  amount: string | null
}

/** Returns the results of a search as "kind label". */
const search = async (text: string, user = fixture.role['special access 1'], project = fixture.a) =>
  (
    await fixture.db.as<Hit & Record<string, unknown>>(
      user,
      'select kind, label, detail, state, amount::text from public.search_documents($1::uuid, $2, 5)',
      [project, text],
    )
  ).map((hit) => ({ ...hit, name: `${hit.kind} ${hit.label}` }))
const found = async (...args: Parameters<typeof search>) =>
  (await search(...args)).map(({ name }) => name)

let so: string[]

beforeAll(async () => {
  const product = await shop.product('10.00', 50)
  const customer = await shop.customer()
  await fixture.db.sql(
    "update public.customers set name = 'Aling Nena', store_name = 'Nena (Sari-Sari) 100%', tin_no = '123-456-789-000' where id = $1::uuid",
    [customer],
  )
  await fixture.db.sql(
    "update public.products set description = 'Sardines in oil', material_code = 'SRD-155' where id = $1::uuid",
    [product],
  )
  const bookings = []
  for (let i = 0; i < 12; i++) bookings.push(await shop.book(customer, [[product, 1, '10.00']]))
  so = bookings.map(({ so_no }) => so_no)
  const [first] = bookings
  const { version } = await shop.validate(first!.id, first!.version)
  await shop.invoice(first!.id, version, 'INV-2026-0155')
  await shop.collect(customer, '10.00', [[first!.id, '10.00']], 'CR 7/001')
  await shop.rpc('record_collection', {
    p_collection: {
      customer_id: customer,
      collection_type: 'cheque',
      amount: '25.00',
      cr_no: 'CR 7/002',
      cheque_bank: 'BPI',
      cheque_no: '0004711',
      cheque_date: '2026-01-05',
      allocations: [],
    },
  })
  await office.rpc('create_voucher', {
    p_voucher: await office.byCheque('80.00', { cheque_no: '0009155' }),
  })
  // The other company has documents of the same numbers.
  const there = await other.product('10.00', 5)
  await other.book(await other.customer(), [[there, 1, '10.00']])
}, 60_000)

describe('search', () => {
  it('finds people and goods by a part of a name, a code, or a taxpayer number', async () => {
    expect(await found('nena')).toEqual(['customer Aling Nena'])
    expect(await found('  NENA (Sari')).toEqual(['customer Aling Nena'])
    expect(await found('100%')).toEqual(['customer Aling Nena'])
    expect(await found('456789')).toEqual(['customer Aling Nena'])
    expect((await search('ardines'))[0]).toMatchObject({
      kind: 'product',
      label: 'Sardines in oil',
      detail: 'SRD-155',
      state: 'active',
      amount: null,
    })
  })

  it('finds a document by its whole number, its end or its beginning, the whole one first', async () => {
    expect((await found(so[1]!))[0]).toBe(`booking ${so[1]}`)
    expect(await found(so[1]!.toLowerCase().replace('-', ''))).toContain(`booking ${so[1]}`)
    expect((await found('2')).filter((name) => name.startsWith('booking'))).toEqual([
      'booking SO-000012',
      'booking SO-000002',
    ])
    expect(await found('000012')).toEqual(['booking SO-000012'])
    expect(await found('0155')).toEqual(['invoice INV-2026-0155'])
    expect(await found('inv-2026')).toEqual(['invoice INV-2026-0155'])
    expect((await search('155')).map(({ kind }) => kind)).toEqual([
      'product',
      'invoice',
      'issued_cheque',
    ])
    expect((await search('4711'))[0]).toMatchObject({
      kind: 'cheque',
      label: '0004711',
      detail: 'BPI, CR 7/002, Aling Nena',
      state: 'on_hand',
      amount: '25.00',
    })
    expect(await found('cr7001')).toEqual(['collection CR 7/001'])
    expect((await search('0155'))[0]).toMatchObject({ detail: `${so[0]}, Aling Nena` })
  })

  it('finds a document by any part of its number, from three characters on', async () => {
    // The numbers that end so come first.
    expect(await found('00001')).toEqual(
      ['01', '12', '11', '10'].map((end) => `booking SO-0000${end}`),
    )
    expect(await found('v-202')).toEqual(['invoice INV-2026-0155'])
    expect(await found('26-01')).toEqual(['invoice INV-2026-0155'])
    expect(await found('0471')).toEqual(['cheque 0004711'])
    expect(await found('7/00')).toEqual(['collection CR 7/002', 'collection CR 7/001'])
    expect(await found('26-0')).toEqual(['invoice INV-2026-0155'])
    // All its threes are in the number, but not in a row.
    expect(await found('2026-2026')).toEqual([])
    // Two characters are looked for at the ends only.
    expect(await found('26')).toEqual([])
    expect(await found('0471', fixture.role.warehouse)).toEqual([])
  })

  it('finds a purchase by its PO number, for those who read purchases', async () => {
    expect((await search('po-2'))[0]).toMatchObject({
      kind: 'purchase',
      label: 'PO-2',
      detail: 'Supplier',
      state: 'active',
    })
    expect(await found('po-2', fixture.role['expenses and disbursements'])).toEqual([])
    expect(await found('po-2', fixture.role['finance admin'])).toHaveLength(1)
  })

  it('finds a voucher by its number alone', async () => {
    const accountant = fixture.role['expenses and disbursements']
    expect(await found('voucher 1', accountant)).toEqual(['voucher No. 1'])
    expect(await found('v0001', accountant)).toEqual(['voucher No. 1'])
    expect(await found('11', accountant)).toEqual([])
  })

  it('answers nothing to what is no name and no number', async () => {
    for (const nothing of ['', ' ', 'a', '-', '%%', "'; --", 'so-'])
      expect(await found(nothing)).toEqual([])
    expect(await found('9'.repeat(200))).toEqual([])
  })

  it('shows at most so many of a kind', async () => {
    expect((await found('so-0')).length).toBe(5)
  })

  it('shows each role what it may read, and nobody another company', async () => {
    const clerk = fixture.role['expenses and disbursements']
    expect(await found(so[0]!, clerk)).toEqual([])
    expect(await found('155', clerk)).toEqual(['issued_cheque 0009155'])
    // The warehouse reads bookings once they are validated.
    expect(await found('so-0', fixture.role.warehouse)).toEqual(['booking SO-000001'])
    expect(await found('4711', fixture.role.warehouse)).toEqual([])
    expect(await found('nena', fixture.staffB)).toEqual([])
    expect(await found('4711', fixture.staffB, fixture.b)).toEqual([])
    expect(await found(so[0]!, fixture.stranger)).toEqual([])
  })

  it('goes by an index, whatever the number of documents', async () => {
    const plan = (where: string, by?: 'bitmap') =>
      planOf(fixture.db, null, `select id from private.document_numbers where ${where}`, by)
    for (const [key, way] of [
      ['private.paper_key(number)', 'find'],
      ['reverse(private.paper_key(number))', 'end'],
    ])
      expect(
        await plan(
          `project_id = '${fixture.a}' and kind = 'booking' and ${key} collate "C" >= '12' and ${key} collate "C" < '12~' order by ${key} collate "C" limit 5`,
        ),
      ).toMatch(new RegExp(`document_numbers_${way}_idx[^]*Index Cond: .*regexp_replace`))
    expect(
      await plan(
        `private.number_parts(project_id, kind, number) @> private.number_parts('${fixture.a}', 'booking', '0015')`,
        'bitmap',
      ),
    ).toMatch(/document_numbers_part_idx[\s\S]*Index Cond: .*number_parts/)
  })

  it('knows the number of each document, also of one that was deleted or numbered again', async () => {
    const numbers = async () =>
      fixture.db.sql<{ kind: string; number: string }>(
        'select project_id, kind, id, number from private.document_numbers order by kind, id, project_id',
      )
    await fixture.db.sql(
      "update public.bookings set invoice_no = 'INV-2027-0001' where invoice_no = 'INV-2026-0155'",
    )
    await fixture.db.sql(
      `insert into public.bookings (project_id, so_no, customer_id, customer_name, agent_id, total, date_added)
       select project_id, 'SO-GONE', customer_id, customer_name, agent_id, 0, date_added from public.bookings where so_no = $1`,
      [so[0]],
    )
    expect(await numbers()).toContainEqual(expect.objectContaining({ number: 'SO-GONE' }))
    await fixture.db.sql("delete from public.bookings where so_no = 'SO-GONE'")
    const kept = await numbers()
    expect(kept).toContainEqual(
      expect.objectContaining({ kind: 'invoice', number: 'INV-2027-0001' }),
    )
    expect(kept.map(({ number }) => number)).not.toContain('SO-GONE')
    expect(new Set(kept.map(({ kind }) => kind)).size).toBeGreaterThan(5)
    await fixture.db.sql('delete from private.document_numbers')
    await fixture.db.sql('select private.keep_all_numbers()')
    expect(await numbers()).toEqual(kept)
  })
})
