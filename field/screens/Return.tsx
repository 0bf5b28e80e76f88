import { useState } from 'react'
import { useParams } from 'wouter'
import { formatDate } from '~/platform/values/dates'
import { useData } from '../data/database'
import { bookingOf, productsOf } from '../data/known'
import { useAbout } from '../data/useAbout'
import { useDraft } from '../data/useDraft'
import type { ReturnForm } from '../data/written'
import { Button, ErrorText, Field, Section } from '../ui/controls'
import { Gone } from '../ui/Gone'
import { GoneProduct, Missing } from '../ui/Missing'
import { NotStored } from '../ui/NotStored'
import { Refused } from '../ui/Refused'
import { Shell } from '../ui/Shell'
import { Pieces } from './Pieces'
import { ProductPicker } from './ProductPicker'

type Line = ReturnForm['lines'][number]

/** Asks the office to take goods of a delivered booking back. */
export function Return() {
  const { id = '' } = useParams()
  const { db } = useData()
  const [error, setError] = useState<{ at: 'lines' | 'reason'; text: string } | null>(null)
  const open = useDraft('return', id, { lines: [], reason: '' })
  const found = useAbout(id, async (corrected) => {
    const known = await bookingOf(db, id, corrected)
    return known && { ...known, products: await productsOf(db, corrected) }
  })
  if (!open || found === undefined) return null
  if (!found) return <Gone title="Return" what="booking" />
  const { booking, customer, written, products } = found
  const { form, change, refusal, refused, unstored } = open
  const known = form.lines.flatMap((line) => {
    const product = products.get(line.product)
    return product ? [{ line, product }] : []
  })
  const set = (changed: Line) =>
    change({
      lines: form.lines.map((line) => (line.product === changed.product ? changed : line)),
    })
  const no = booking?.invoice ?? booking?.no
  const title = booking ? `${customer ?? 'Customer'}, ${no}` : written
  // The reason of a line stands at the line.
  const isAtLine = known.some(({ line }) => refused(`lines[${line.product}]`))
  const linesError = error?.at === 'lines' ? error.text : isAtLine ? null : refused('lines')
  const save = async () => {
    const lines = known.filter(({ line }) => line.pieces > 0)
    if (lines.length === 0) return setError({ at: 'lines', text: 'Add at least one product.' })
    const reason = form.reason.trim()
    if (!reason) return setError({ at: 'reason', text: 'Enter the reason.' })
    const facts = {
      ...{ booking_id: id, reason },
      lines: lines.map(({ line: { product, pieces, bad } }) => ({
        ...{ product_id: product, quantity: pieces },
        stock_state: bad ? ('bad_order' as const) : ('sellable' as const),
      })),
    }
    await open.save(facts, { title, products: lines.map(({ product }) => product) })
  }
  return (
    <Shell
      title={no ? `Return of ${no}` : 'Return'}
      back={booking ? `/customers/${booking.customer}` : '/acts'}
    >
      <Refused refusal={refusal} gone={booking ? null : 'booking'} />
      <p className="text-sm text-muted">
        {booking ? `${customer}, ${formatDate(booking.on)}` : written}
      </p>
      <Missing products={form.lines.length - known.length} />
      <ul className="flex flex-col gap-2">
        {known.map(({ line, product }) => (
          <li key={line.product} className="rounded-lg bg-surface p-3">
            <div className="mb-2 flex items-start justify-between gap-3">
              <p className="min-w-0 font-medium">{product.name}</p>
              <Button
                aria-label={`Remove ${product.name}`}
                onClick={() =>
                  change({ lines: form.lines.filter(({ product: id }) => id !== line.product) })
                }
              >
                ×
              </Button>
            </div>
            <GoneProduct product={product} />
            <Pieces
              product={product}
              value={line.pieces}
              error={refused(`lines[${line.product}]`)}
              set={(pieces) => set({ ...line, pieces })}
            />
            <label className="mt-1 flex min-h-12 items-center gap-3">
              <input
                type="checkbox"
                checked={line.bad}
                onChange={({ target }) => set({ ...line, bad: target.checked })}
                className="size-5"
              />
              Bad order: damaged or expired
            </label>
          </li>
        ))}
      </ul>
      <ProductPicker
        label="Add a product"
        products={[...products.values()].filter(
          ({ id, gone }) => !gone && !form.lines.some(({ product }) => product === id),
        )}
        pick={({ id }) => {
          setError(null)
          change({ lines: [...form.lines, { product: id, pieces: 0, bad: false }] })
        }}
      />
      <Section title="Reason">
        <Field
          label="Reason"
          value={form.reason}
          maxLength={400}
          error={error?.at === 'reason' ? error.text : refused('reason')}
          onChange={({ target }) => {
            setError(null)
            change({ reason: target.value })
          }}
        />
        {linesError ? <ErrorText>{linesError}</ErrorText> : null}
        {unstored ? <NotStored of="return" text={`${title}: ${form.reason}`} /> : null}
        <Button wide look="primary" className="mt-3" onClick={save}>
          Save return
        </Button>
      </Section>
    </Shell>
  )
}
