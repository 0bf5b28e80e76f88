import { useState } from 'react'
import { useParams } from 'wouter'
import type { BookedLine } from '~/platform/field/acts'
import type { CopyCompany, CopyPrice, CopyProduct } from '~/platform/field/copy'
import { parseDiscount } from '~/platform/values/discount'
import { addMoney, formatMoney, fromCents, money, toCents } from '~/platform/values/money'
import { partsOf } from '~/platform/values/price'
import { discountOf, isBelowFloor, lineAmount, type Proposed, proposedPrice } from '../data/amounts'
import { useData } from '../data/database'
import { customerOf, type KnownCustomer, type KnownProduct, productsOf } from '../data/known'
import { useAbout } from '../data/useAbout'
import { type OpenForm, useDraft } from '../data/useDraft'
import type { Act, BookingEntry } from '../data/written'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { Button, ErrorText, Field, Note, Section } from '../ui/controls'
import { Gone } from '../ui/Gone'
import { Missing } from '../ui/Missing'
import { NotStored } from '../ui/NotStored'
import { Refused } from '../ui/Refused'
import { Shell } from '../ui/Shell'
import { BookingLine } from './BookingLine'
import { ProductPicker } from './ProductPicker'
import { standing } from './standing'

/** The products and prices that a booking of a customer works with, from the copy. */
interface Goods {
  customer: KnownCustomer
  company: CopyCompany | null
  products: Map<string, KnownProduct>
  proposed(product: KnownProduct): Proposed
}

/** A line as it is typed, with what the copy knows of its product. */
interface Line {
  entry: BookingEntry
  product: KnownProduct
  proposed: Proposed
}

/** A booking for a customer: the last order, usual products, cases and pieces. Every key is kept as a draft. */
export function Booking() {
  const { id = '' } = useParams()
  const { db } = useData()
  const open = useDraft('booking', id, { lines: [], remarks: '' })
  const goods = useAbout(id, async (corrected): Promise<Goods | null> => {
    const [customer, products, prices, company] = await Promise.all([
      customerOf(db, id, corrected?.title),
      productsOf(db, corrected),
      db.prices.toArray(),
      db.fact('company'),
    ])
    if (!customer) return null
    const byId = new Map(prices.map((each) => [each.id, each]))
    // The lists of a customer leave the phone with the customer.
    const ofList = ({ id, gone }: KnownProduct) =>
      (customer.gone || gone ? writtenPrice(corrected, id) : undefined) ??
      byId.get(`${customer.prices}:${id}`)
    return {
      ...{ customer, company, products },
      proposed: (product) =>
        proposedPrice(product, ofList(product), company?.price_floor_percent ?? 0),
    }
  })
  if (!open || goods === undefined) return null
  if (!goods) return <Gone title="Booking" what="customer" />
  return <Form key={open.key} goods={goods} open={open} />
}

function Form({ goods, open }: { goods: Goods; open: OpenForm<'booking'> }) {
  const [error, setError] = useState<string | null>(null)
  const { customer, products, proposed } = goods
  const { gone } = customer
  const { form, refusal, refused } = open
  const change = (lines: BookingEntry[]) => {
    setError(null)
    open.change({ lines })
  }
  const lines: Line[] = form.lines.flatMap((entry) => {
    const product = products.get(entry.product)
    return product ? [{ entry, product, proposed: proposed(product) }] : []
  })
  const isBooked = (id: string) => form.lines.some(({ product }) => product === id)
  const add = (added: readonly (readonly [product: string, pieces: number])[]) =>
    change([
      ...form.lines,
      ...added
        .filter(([id]) => products.has(id) && !isBooked(id))
        .map(([product, pieces]) => ({ product, pieces })),
    ])
  const addProduct = ({ id, case: perCase }: CopyProduct) => add([[id, Math.max(perCase, 1)]])
  const set = (entry: BookingEntry) =>
    change(form.lines.map((each) => (each.product === entry.product ? entry : each)))
  const amounts = lines.map(({ entry, product, proposed }) =>
    lineAmount(proposed.price, entry.pieces, discountOf(entry), { ...goods, product }),
  )
  const total = addMoney(...amounts)
  const save = async () => {
    const problem = problemOf(lines)
    if (problem) return setError(problem)
    await open.save(
      {
        customer_id: customer.id,
        ...(form.remarks.trim() && { remarks: form.remarks.trim() }),
        lines: bookedLines(lines.filter(({ entry }) => entry.pieces > 0)),
      },
      { title: customer.name, total, products: productsIn(form.lines, products) },
    )
  }
  const [last] = customer.orders ?? []
  const usual = [
    ...new Set((customer.orders ?? []).flatMap((order) => order.lines.map(([id]) => id))),
  ]
    .filter((id) => !isBooked(id))
    .flatMap((id) => products.get(id) ?? [])
  const state = standing(customer)
  // The reason of a line stands at the line.
  const isAtLine = lines.some(({ product }) => refused(`lines[${product.id}]`))
  const linesError = error ?? (isAtLine ? null : refused('lines'))
  return (
    <Shell title={customer.name} back={gone ? '/acts' : `/customers/${customer.id}`}>
      {state ? <Note kind="danger">{state}</Note> : null}
      <Refused refusal={refusal} gone={gone && 'customer'} />
      <Missing products={form.lines.length - lines.length} />
      {lines.length === 0 && last ? (
        <Button wide look="primary" onClick={() => add(last.lines)}>
          Copy the last order
        </Button>
      ) : null}
      <ul className="flex flex-col gap-2">
        {lines.map((line, at) => (
          <BookingLine
            key={line.product.id}
            {...line}
            amount={amounts[at] ?? money(0)}
            below={isBelow(line, goods)}
            products={products}
            refused={(...at) => refused(...at.map((field) => `lines[${line.product.id}]${field}`))}
            change={set}
            remove={() => change(form.lines.filter(({ product }) => product !== line.product.id))}
          />
        ))}
      </ul>
      <Usual products={usual} add={addProduct} />
      <ProductPicker
        label="Add a product"
        products={[...products.values()].filter(({ id, gone }) => !gone && !isBooked(id))}
        pick={addProduct}
      />
      <Section title="Total">
        <Credit customer={customer} total={total} />
        <div className="mt-3">
          <Field
            label="Remarks"
            value={form.remarks}
            maxLength={400}
            error={refused('remarks')}
            onChange={(event) => open.change({ remarks: event.target.value })}
          />
        </div>
        {linesError ? <ErrorText>{linesError}</ErrorText> : null}
        {open.unstored ? (
          <NotStored of="booking" text={asText(customer.name, lines, form.remarks)} />
        ) : null}
        <Button wide look="primary" className="mt-3" onClick={save}>
          Save booking
        </Button>
      </Section>
    </Shell>
  )
}

/** Says what has to be mended before the booking is saved. */
function problemOf(lines: readonly Line[]): string | null {
  if (!lines.some(({ entry }) => entry.pieces > 0)) return 'Add at least one product.'
  const wrong = lines.find(({ entry }) => !parseDiscount(entry.discount ?? ''))
  return wrong ? `Correct the discount of ${wrong.product.name}.` : null
}

/** Returns the price that a line of an act has. */
function writtenPrice(act: Act | undefined, product: string): CopyPrice | undefined {
  const lines = act?.kind === 'booking' ? act.facts.lines : []
  const line = lines.find(({ product_id, free_of }) => product_id === product && !free_of)
  if (!line?.agent_srp || !line.agent_srp_pieces) return undefined
  const { agent_srp, agent_srp_pieces } = line
  return { id: '', price: agent_srp, pieces: agent_srp_pieces, list: 'as written' }
}

/** Returns the products of lines and of what is given free with them. */
function productsIn(lines: readonly BookingEntry[], products: ReadonlyMap<string, CopyProduct>) {
  const ids = lines.flatMap(({ product, free = [] }) => [product, ...free.map((of) => of.product)])
  return [...new Set(ids)].flatMap((id) => products.get(id) ?? [])
}

/** Returns the lines as the office takes them: free goods below the line with which they are given. */
function bookedLines(lines: readonly Line[]): BookedLine[] {
  const booked: BookedLine[] = []
  for (const { entry, proposed } of lines) {
    const { amount, pieces: per } = partsOf(proposed.price)
    const { percent, amount: off } = discountOf(entry)
    booked.push({
      ...{ product_id: entry.product, quantity: entry.pieces },
      ...{ agent_srp: amount, agent_srp_pieces: per },
      ...(Number(percent) > 0 && { discount_percent: percent }),
      ...(toCents(off) > 0n && { discount_amount: off }),
    })
    const no = booked.length
    for (const { product, pieces } of entry.free ?? [])
      if (pieces > 0) booked.push({ product_id: product, quantity: pieces, free_of: no })
  }
  return booked
}

function isBelow({ entry, proposed }: Line, goods: Goods): boolean {
  const given = (entry.free ?? []).flatMap(({ product: id, pieces }) => {
    const product = goods.products.get(id)
    return product ? [{ floor: goods.proposed(product).floor, pieces }] : []
  })
  return isBelowFloor(proposed, entry.pieces, discountOf(entry), given)
}

/** The products that this customer ordered last. */
function Usual({
  products,
  add,
}: {
  products: readonly CopyProduct[]
  add(product: CopyProduct): void
}) {
  if (products.length === 0) return null
  return (
    <Section title="Usual products">
      <ul className="flex flex-wrap gap-2">
        {products.map((product) => (
          <li key={product.id}>
            <Button aria-label={`Add ${product.name}`} onClick={() => add(product)}>
              {product.name}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Credit({ customer, total }: { customer: KnownCustomer; total: ReturnType<typeof money> }) {
  const { company } = useSession()
  const left = customer.left === undefined ? null : toCents(money(customer.left))
  const over = left === null ? 0n : toCents(total) - left
  return (
    <>
      <p className="figures text-figure font-semibold">{formatMoney(total, company.currency)}</p>
      {customer.gone ? null : (
        <p className="text-sm">
          {left === null ? 'No credit limit' : `Available credit ${formatMoney(fromCents(left))}`}{' '}
          <AsOf />
        </p>
      )}
      {over > 0n ? (
        <Note kind="warn">
          {formatMoney(fromCents(over))} over the available credit: the office decides at
          validation.
        </Note>
      ) : null}
    </>
  )
}

const asText = (customer: string, lines: readonly Line[], remarks: string) =>
  [
    customer,
    ...lines.map(({ product, entry }) =>
      [`${product.code} ${entry.pieces} pc`, entry.discount && `less ${entry.discount}`]
        .filter(Boolean)
        .join(', '),
    ),
    remarks,
  ]
    .filter(Boolean)
    .join('\n')
