import type { testFixture } from './fixture.ts'
import { memos } from './memos.ts'
import { trade } from './trade.ts'

type Invoice = Record<string, string> & { lines: Record<string, string | number>[] }

/** Sells goods of the VAT classes in company A of a fixture, and reads what papers and ledgers say of them. */
export function vatTrade(fixture: ReturnType<typeof testFixture>) {
  const shop = trade(fixture)
  let serial = 0
  const settings = (details: object) =>
    fixture.db.sql(
      'update public.projects set settings = settings || $2::text::jsonb where id = $1::uuid',
      [fixture.a, JSON.stringify(details)],
    )
  const setClass = (product: string, vatClass: string) =>
    fixture.db.sql(
      'update public.products set vat_class = $3 where project_id = $1::uuid and id = $2::uuid',
      [fixture.a, product, vatClass],
    )
  const product = async (vatClass = 'vatable', stock = 1000) => {
    const id = await shop.product('10.00', stock)
    await setClass(id, vatClass)
    return id
  }
  /** A product of each class. */
  const goods = async () => ({
    vatable: await product(),
    exempt: await product('exempt'),
    zero: await product('zero_rated'),
  })
  const customer = async (vat_class = 'vatable') => {
    const id = await shop.customer()
    if (vat_class !== 'vatable')
      await shop.rpc(
        'update_customer_tax',
        {
          ...{ p_customer: id, p_version: 1, p_tin_no: '123-456-789-000' },
          ...{ p_business_style: 'Export', p_vat_class: vat_class },
        },
        fixture.role['finance admin'],
      )
    return id
  }
  /** A booking that is validated and invoiced, with the ids of its lines. */
  async function invoiced(
    buyer: string,
    lines: [product: string, quantity: number, srp: string][],
    date: string,
  ) {
    const booking = await shop.book(buyer, lines, date)
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, booking.version + 1, `VI-${++serial}`, date)
    const ids = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
      [booking.id],
    )
    return {
      ...booking,
      customer: buyer,
      version: booking.version + 2,
      lines: ids.map(({ id }) => id),
    }
  }
  const paper = (booking: string) =>
    fixture.db.rpc<Invoice>(fixture.role['invoice admin'], 'invoice_document', {
      p_project: fixture.a,
      p_booking: booking,
    })
  const entries = (booking: string) =>
    fixture.db.sql<Record<string, string>>(
      `select kind, vat_class, sum(amount)::text as amount, sum(vat_amount)::text as vat from public.sales_entries
       where booking_id = $1::uuid group by kind, vat_class order by kind, vat_class`,
      [booking],
    )
  const violations = () =>
    fixture.db.sql('select * from private.book_check_violations(array[$1::uuid])', [fixture.a])
  return {
    shop,
    memo: memos(fixture, shop),
    settings,
    setClass,
    product,
    goods,
    customer,
    invoiced,
    paper,
    entries,
    violations,
  }
}
