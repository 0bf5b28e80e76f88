import { beforeAll, describe, expect, it } from 'vitest'
import { STANDARD_FORM } from '../../app/modules/prints/form-layout.ts'
import { formPages, type PaperForm } from '../../app/modules/prints/placed-form.ts'
import { invoiceOnForm } from '../../app/modules/sales/invoicing/invoice-form.ts'
import type { InvoiceDocument } from '../../app/modules/sales/invoicing/numbers.server.ts'
import { writePdf } from '../../app/platform/papers/pdf/write.ts'
import { testFixture } from '../support/fixture.ts'
import { readPdf } from '../support/pdf.ts'
import { setRules } from '../support/rules.ts'
import { vatTrade } from '../support/vat.ts'

/** Invoices on pre-printed forms: places in millimeters, more lines than a form has, and the PDF of the same places. */
const fixture = testFixture()
const { shop, product, memo } = vatTrade(fixture)
beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))

const read = (p_booking: string) =>
  fixture.db.rpc<InvoiceDocument>(fixture.role['invoice admin'], 'invoice_document', {
    ...{ p_project: fixture.a, p_booking },
  })
const form = (changes: Partial<PaperForm> = {}): PaperForm => ({
  ...{ size: 'a5', linesPerForm: 12, layout: STANDARD_FORM, feedNote: null, ...changes },
})
const textsOf = ({ texts }: ReturnType<typeof formPages>[number]) =>
  Object.fromEntries(texts.map(({ key, text }) => [key, text]))

describe('an invoice on a form', () => {
  it('has each text at its place, moved by the offset, and figures at the end of their width', async () => {
    const sold = await memo.sold(12, '11.20', 'PF-1')
    const layout = { ...STANDARD_FORM, offset_x: 2, offset_y: -1.5, tin_width: 0 }
    const [page] = formPages(form({ layout }), invoiceOnForm(await read(sold.id)))
    const said = textsOf(page!)
    // 12 × 11.20 = 134.40 = 120.00 + 14.40
    expect(said).toMatchObject({
      ...{ number: 'PF-1', vatable: '120.00', vat: '14.40', total: 'PHP 134.40' },
      ...{
        'amount 0': '134.40',
        'words 0': 'One hundred thirty-four pesos and forty centavos only',
      },
    })
    expect(said).not.toHaveProperty('tin')
    const at = (key: string) => page!.texts.find((text) => text.key === key)!
    expect(at('number')).toMatchObject({
      x: STANDARD_FORM.number_x + 2,
      y: STANDARD_FORM.number_y - 1.5,
    })
    expect(at('vat')).toMatchObject({
      ...{ x: STANDARD_FORM.vat_x + STANDARD_FORM.vat_width + 2, anchor: 'end' },
    })
  })

  it('with more lines than a form has goes on, with its number on each and its sums on the last', async () => {
    const goods = await product()
    const { id, version } = await shop.book(
      await shop.customer(),
      Array.from({ length: 5 }, () => [goods, 1, '11.20']),
    )
    await shop.validate(id, version)
    await shop.invoice(id, version + 1, 'PF-2')
    const pages = formPages(form({ linesPerForm: 2 }), invoiceOnForm(await read(id), 2), true)
    expect(pages.map((page) => textsOf(page).number)).toEqual([
      'PF-2 (1 of 3)',
      'PF-2 (2 of 3)',
      'PF-2 (3 of 3)',
    ])
    expect(pages.map((page) => textsOf(page).copy)).toEqual(['COPY 2', 'COPY 2', 'COPY 2'])
    expect(pages.map((page) => textsOf(page).total)).toEqual([undefined, undefined, 'PHP 56.00'])
    expect(textsOf(pages[0]!)['words 0']).toBe('Continued on the next form')
    expect(
      pages.map((page) => Object.keys(textsOf(page)).filter((key) => /^amount/.test(key))),
    ).toEqual([['amount 0', 'amount 1'], ['amount 0', 'amount 1'], ['amount 0']])
    // The PDF has the same texts on forms of the same size: 148 × 210 mm.
    const pdf = await readPdf(
      await writePdf({ papers: { file: 'Form', sheets: [], forms: pages }, size: 'a4', logos: {} }),
    )
    expect(pdf.map(({ size }) => size)).toEqual(Array(3).fill([420, 595]))
    for (const [at, { lines }] of pdf.entries())
      for (const { text } of pages[at]!.texts) expect(lines.join('\n')).toContain(text)
  })
})

describe('the form of a paper', () => {
  const save = (layout: object, user = fixture.role.Owner, paper = 'invoice') =>
    fixture.db.as(
      user,
      `insert into public.paper_forms (project_id, paper, paper_size, lines_per_form, layout)
       values ($1::uuid, $2, 'a5', 12, $3::text::jsonb) returning id`,
      [fixture.a, paper, JSON.stringify(layout)],
    )

  it('is saved once for a paper by who holds the settings, with measures in millimeters alone', async () => {
    await expect(save(STANDARD_FORM, fixture.role['invoice admin'])).rejects.toMatchObject({
      code: '42501',
    })
    for (const wrong of [{}, { date_x: '5' }, { date_x: 401 }, { date_x: -21 }, { 'x y': 1 }, []])
      await expect(save(wrong)).rejects.toMatchObject({ code: '22023' })
    await save(STANDARD_FORM)
    await expect(save(STANDARD_FORM)).rejects.toMatchObject({ code: '23505' })
    const seen = await fixture.db.as(
      fixture.role['invoice admin'],
      'select paper, lines_per_form from public.paper_forms where project_id = $1::uuid',
      [fixture.a],
    )
    expect(seen).toEqual([{ paper: 'invoice', lines_per_form: 12 }])
  })
})

describe('a number on each form', () => {
  const desk = () => fixture.role['invoice admin']
  const table = <T extends Record<string, unknown>>(name: string, ...more: unknown[]) =>
    fixture.db.as<T>(
      desk(),
      `select * from public.${name}($1::uuid${more.map((_, n) => `, $${n + 2}`).join('')})`,
      [fixture.a, ...more],
    )
  const next = () => fixture.db.rpc<string>(desk(), 'next_invoice_no', { p_project: fixture.a })
  /** A validated booking of so many lines, with a discount of so much on the first. */
  async function booked(lines: number, discount?: string) {
    const product_id = await product()
    const { id, version } = await shop.rpc<{ id: string; version: number }>('create_booking', {
      p_booking: {
        customer_id: await shop.customer(),
        lines: Array.from({ length: lines }, (_, at) => ({
          ...{ product_id, quantity: 1, agent_srp: '11.20' },
          ...(at === 0 && discount ? { discount_percent: discount } : {}),
        })),
      },
    })
    return { id, version: (await shop.validate(id, version)).version }
  }
  const numbered = (is: boolean) =>
    fixture.db.sql('update public.paper_forms set lines_per_form = 2, numbered = $1::boolean', [is])

  it('is used up by an invoice that takes several, which the list of missing numbers knows', async () => {
    await numbered(true)
    // 5 lines take 3 forms, 1 line takes one, 2 lines and that of their discount take 2.
    const bookings = [await booked(5), await booked(1), await booked(2, '10')]
    const ids = bookings.map(({ id }) => id)
    const known = await table<{ booking_id: string; forms: number }>(
      'invoice_forms',
      `{${ids.join()}}`,
    )
    const forms = (id: string) => known.find(({ booking_id }) => booking_id === id)?.forms ?? 1
    expect(ids.map(forms)).toEqual([3, 1, 2])

    const batch = { first_no: 'PN-000001', bookings }
    const { invoiced } = await shop.rpc<{ invoiced: Record<'invoice_no' | 'last_no', string>[] }>(
      'set_invoices',
      { p_batch: batch },
    )
    expect(invoiced.map(({ invoice_no, last_no }) => [invoice_no, last_no])).toEqual([
      ['PN-000001', 'PN-000003'],
      ['PN-000004', 'PN-000004'],
      ['PN-000005', 'PN-000006'],
    ])
    // The print takes as many forms.
    for (const id of ids)
      expect(formPages(form({ linesPerForm: 2 }), invoiceOnForm(await read(id)))).toHaveLength(
        forms(id),
      )
    expect(await next()).toBe('PN-000007')

    const [small, large] = [await booked(1), await booked(3)]
    const refused = (no: string, { id, version } = small) =>
      expect(shop.invoice(id, version, no)).rejects
    await refused('PN-000006').toMatchObject({
      code: '23505',
      message: 'Number PN-000006 is used up: it is printed on form 2 of invoice PN-000005.',
    })
    await shop.invoice(small.id, small.version, 'PN-000009')
    await refused('PN-000008', large).toMatchObject({
      code: '23505',
      message: expect.stringMatching(
        /^This invoice takes 2 forms, and number PN-000009 of them is already used: SO-\d+\.$/,
      ),
    })
    // Forms of an invoice that got another number are free again.
    const set = await shop.invoice(large.id, large.version, 'PN-000010')
    await shop.invoice(large.id, set.version, 'PN-000012', null, 'Spoiled form')
    expect(await next()).toBe('PN-000014')

    const series = await table<Record<string, unknown>>('invoice_series_list')
    const { invoices, missing, next_no } = series.find((row) => row.series === 'PN')!
    expect([Number(invoices), Number(missing), next_no]).toEqual([5, 4, 'PN-000014'])
    const gaps = await table<Record<'from_no' | 'to_no' | 'before_no', string>>(
      'invoice_gaps',
      'PN',
    )
    expect(gaps.map((gap) => [gap.from_no, gap.to_no, gap.before_no])).toEqual([
      ['PN-000010', 'PN-000011', 'PN-000009'],
      ['PN-000007', 'PN-000008', 'PN-000006'],
    ])
    const [{ day }] = (await fixture.db.sql<{ day: string }>(
      'select private.business_date($1::uuid)::text as day',
      [fixture.a],
    )) as [{ day: string }]
    const listed = await fixture.db.as<{ no: string }>(
      fixture.role['finance admin'],
      `select no from public.tax_readiness($1::uuid, $2::text::jsonb) where name = 'PN' and kind = 'invoice_gap'`,
      [fixture.a, JSON.stringify({ from: day, to: day })],
    )
    // PN-000010 was given and changed, which the list of changes says.
    expect(listed.map(({ no }) => no)).toEqual(['PN-000007 – PN-000008', 'PN-000011'])
  })

  it('is not there where forms have none', async () => {
    await numbered(false)
    const one = await booked(5)
    expect(await table('invoice_forms', `{${one.id}}`)).toEqual([])
    await shop.invoice(one.id, one.version, 'PN-000020')
    expect(await next()).toBe('PN-000021')
    await expect(
      fixture.db.as(fixture.role.warehouse, 'select public.invoice_forms($1::uuid, $2)', [
        fixture.a,
        `{${one.id}}`,
      ]),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
