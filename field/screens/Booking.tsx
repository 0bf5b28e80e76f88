import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { useLocation, useParams } from 'wouter'
import type { CopyCompany, CopyCustomer, CopyProduct } from '~/platform/field/copy'
import { addMoney, formatMoney, money, toCents } from '~/platform/values/money'
import { formatPrice, partsOf } from '~/platform/values/price'
import { writeBooking } from '../data/acts'
import { lineAmount, type Proposed, proposedPrice } from '../data/amounts'
import { useData } from '../data/database'
import type { Draft } from '../data/written'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { Button, ErrorText, Field, Note, Section } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { useUnsaved } from '../unsaved'
import { BookingLine } from './BookingLine'
import { ProductPicker } from './ProductPicker'
import { standing } from './standing'

/** The products and prices that a booking of a customer works with, from the copy. */
interface Goods {
  customer: CopyCustomer
  company: CopyCompany | null
  products: Map<string, CopyProduct>
  proposed(product: CopyProduct): Proposed
}

/** A booking for a customer: the last order, usual products, cases and pieces. Every key is kept as a draft. */
export function Booking() {
  const { id = '' } = useParams()
  const { db } = useData()
  const goods = useLiveQuery(async (): Promise<Goods | null> => {
    const [customer, products, prices, company] = await Promise.all([
      db.customers.get(id),
      db.products.toArray(),
      db.prices.toArray(),
      db.fact('company'),
    ])
    if (!customer) return null
    const byId = new Map(prices.map((each) => [each.id, each]))
    return {
      customer,
      company,
      products: new Map(products.map((product) => [product.id, product])),
      proposed: (product) => proposedPrice(product, byId.get(`${customer.prices}:${product.id}`)),
    }
  }, [db, id])
  const [draft, setDraft] = useState<Draft | null>(null)
  useEffect(() => {
    // The key is made when the form opens, so that nothing that happens later makes a second one.
    const open = async () => {
      const known = await db.drafts.where('customer').equals(id).first()
      setDraft(known ?? { key: uuidv7(), customer: id, lines: [], remarks: '' })
    }
    void open()
  }, [db, id])
  if (!draft || goods === undefined) return null
  if (!goods)
    return (
      <Shell title="Booking" back="/customers">
        <p>This customer is not on this phone any more.</p>
      </Shell>
    )
  return <Form key={draft.key} goods={goods} draft={draft} setDraft={setDraft} />
}

interface FormProps {
  goods: Goods
  draft: Draft
  setDraft(draft: Draft): void
}

function Form({ goods, draft, setDraft }: FormProps) {
  const { db, sync } = useData()
  const { company } = useSession()
  const [, go] = useLocation()
  const [error, setError] = useState<string | null>(null)
  const [unstored, setUnstored] = useState(false)
  const { customer, products } = goods
  useUnsaved(unstored)
  const refusal = useLiveQuery(async () => (await db.acts.get(draft.key))?.refusal, [db, draft.key])

  const change = (changed: Partial<Draft>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    setError(null)
    db.drafts.put(next).then(
      () => setUnstored(false),
      () => setUnstored(true),
    )
  }
  const lines = draft.lines.flatMap(({ product: id, pieces }) => {
    const product = products.get(id)
    if (!product) return []
    const proposed = goods.proposed(product)
    const amount = lineAmount(proposed.price, pieces, { ...goods, product })
    return [{ product, pieces, proposed, amount }]
  })
  const total = addMoney(...lines.map(({ amount }) => amount))
  const over =
    customer.left !== undefined && toCents(total) > toCents(money(customer.left))
      ? addMoney(total, money(`-${customer.left}`.replace('--', '')))
      : null
  const [last] = customer.orders ?? []
  const add = (added: readonly [string, number][]) => {
    const there = new Set(draft.lines.map(({ product }) => product))
    const fresh = added
      .filter(([product]) => products.has(product) && !there.has(product))
      .map(([product, pieces]) => ({ product, pieces }))
    change({ lines: [...draft.lines, ...fresh] })
  }
  const setPieces = (product: string, pieces: number) =>
    change({
      lines: draft.lines.map((line) => (line.product === product ? { product, pieces } : line)),
    })

  const save = async () => {
    const sold = lines.filter(({ pieces }) => pieces > 0)
    if (sold.length === 0) return setError('Add at least one product.')
    const facts = {
      customer_id: customer.id,
      ...(draft.remarks.trim() && { remarks: draft.remarks.trim() }),
      lines: sold.map(({ product, pieces, proposed }) => {
        const { amount, pieces: per } = partsOf(proposed.price)
        return {
          ...{ product_id: product.id, quantity: pieces },
          ...{ agent_srp: amount, agent_srp_pieces: per },
        }
      }),
    }
    try {
      await writeBooking(db, draft.key, facts, { title: customer.name, total })
    } catch {
      setUnstored(true)
      return
    }
    go(`/acts/${draft.key}`, { replace: true })
    void sync()
  }

  const state = standing(customer)
  return (
    <Shell title={customer.name} back={`/customers/${customer.id}`}>
      {state ? <Note kind="danger">{state}</Note> : null}
      {refusal ? <Note kind="danger">Refused by the office: {refusal.message}</Note> : null}
      {lines.length === 0 && last ? (
        <Button wide look="primary" onClick={() => add(last.lines)}>
          Copy the last order
        </Button>
      ) : null}
      <ul className="flex flex-col gap-2">
        {lines.map(({ product, pieces, proposed, amount }) => (
          <BookingLine
            key={product.id}
            product={product}
            pieces={pieces}
            amount={amount}
            price={formatPrice(proposed.price, {
              caseConfig: product.case,
              priceUnit: product.per,
            })}
            list={proposed.list}
            change={(count) => setPieces(product.id, count)}
            remove={() =>
              change({ lines: draft.lines.filter((line) => line.product !== product.id) })
            }
          />
        ))}
      </ul>
      <ProductPicker
        products={[...products.values()].filter(
          ({ id }) => !lines.some((line) => line.product.id === id),
        )}
        pick={(product) => add([[product.id, Math.max(product.case, 1)]])}
      />
      <Section title="Total">
        <p className="figures text-figure font-semibold">{formatMoney(total, company.currency)}</p>
        <p className="text-sm">
          {customer.left === undefined
            ? 'No credit limit'
            : `Available credit ${formatMoney(money(customer.left))}`}{' '}
          <AsOf />
        </p>
        {over ? (
          <Note kind="warn">
            {formatMoney(over)} over the available credit: the office decides at validation.
          </Note>
        ) : null}
        <div className="mt-3">
          <Field
            label="Remarks"
            value={draft.remarks}
            maxLength={400}
            onChange={(event) => change({ remarks: event.target.value })}
          />
        </div>
        {error ? <ErrorText>{error}</ErrorText> : null}
        {unstored ? <NotStored text={asText(customer.name, lines, draft.remarks)} /> : null}
        <Button wide look="primary" className="mt-3" onClick={save}>
          Save booking
        </Button>
      </Section>
    </Shell>
  )
}

const asText = (
  customer: string,
  lines: { product: CopyProduct; pieces: number }[],
  remarks: string,
) =>
  [customer, ...lines.map(({ product, pieces }) => `${product.code} ${pieces} pc`), remarks]
    .filter(Boolean)
    .join('\n')

/** Says that the phone refused to store the form, and offers its text. */
function NotStored({ text }: { text: string }) {
  return (
    <div role="alert" className="mt-2 rounded-md bg-danger-soft p-3 text-sm text-danger">
      <p className="font-medium">Not saved on this phone.</p>
      <p>Its storage is refused or full. Copy the text, or make room and save again.</p>
      <textarea readOnly aria-label="Text of the booking" value={text} className="mt-2 w-full" />
      <Button wide onClick={() => navigator.clipboard?.writeText(text)}>
        Copy the text
      </Button>
    </div>
  )
}
