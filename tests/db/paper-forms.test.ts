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
